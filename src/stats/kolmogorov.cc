#include "stats/kolmogorov.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "stats/distributions.h"

namespace plumb {
namespace {

constexpr double kPi = std::numbers::pi;

// P(D+ >= d) = d sum over j <= n (1 - d) of C(n, j) (d + j/n)^(j-1) (1 - d - j/n)^(n-j)
// (Birnbaum and Tingey 1951). Every term is positive; logarithms keep them in range.
double one_sided_tail(std::uint64_t n, double d) {
  const auto count = static_cast<double>(n);
  const auto last = static_cast<std::uint64_t>(std::floor(count * (1 - d)));
  const double log_n = log_factorial(count);
  double sum = 0;
  for (std::uint64_t j = 0; j <= last; ++j) {
    const auto i = static_cast<double>(j);
    const double rest = 1 - d - i / count;
    if (rest <= 0) {
      // 0^0 in the last term, where j = n cannot be and every other power is 0.
      continue;
    }
    sum += std::exp(log_n - log_factorial(i) - log_factorial(count - i) +
                    (i - 1) * std::log(d + i / count) + (count - i) * std::log(rest));
  }
  return std::clamp(d * sum, 0.0, 1.0);
}

// A square matrix times 2^exponent: powers of Durbin's matrix leave the range of
// doubles long before the probability does.
struct Scaled {
  std::size_t size = 0;
  std::vector<double> cells;
  int exponent = 0;

  double& at(std::size_t row, std::size_t column) { return cells[row * size + column]; }
  double at(std::size_t row, std::size_t column) const { return cells[row * size + column]; }

  void normalise() {
    const double largest = *std::max_element(cells.begin(), cells.end());
    if (largest <= 0x1.0p200) return;
    for (double& cell : cells) cell *= 0x1.0p-200;
    exponent += 200;
  }
};

Scaled product(const Scaled& a, const Scaled& b) {
  Scaled c{a.size, std::vector<double>(a.size * a.size), a.exponent + b.exponent};
  for (std::size_t i = 0; i < a.size; ++i) {
    for (std::size_t k = 0; k < a.size; ++k) {
      const double factor = a.at(i, k);
      if (factor == 0) continue;
      for (std::size_t j = 0; j < a.size; ++j) c.at(i, j) += factor * b.at(k, j);
    }
  }
  c.normalise();
  return c;
}

// Durbin's matrix of size 2k - 1 for d = (k - h) / n.
Scaled durbin_matrix(std::size_t k, double h) {
  const std::size_t size = 2 * k - 1;
  Scaled matrix{size, std::vector<double>(size * size), 0};
  std::vector<double> inverse_factorial(size + 1, 1.0);
  for (std::size_t i = 1; i <= size; ++i) {
    inverse_factorial[i] = inverse_factorial[i - 1] / static_cast<double>(i);
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < std::min(size, i + 2); ++j) {
      matrix.at(i, j) = inverse_factorial[i + 1 - j];
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    const double power = std::pow(h, static_cast<double>(i + 1)) * inverse_factorial[i + 1];
    matrix.at(i, 0) -= power;
    matrix.at(size - 1, size - 1 - i) -= power;
  }
  if (h > 0.5) {
    matrix.at(size - 1, 0) +=
        std::pow(2 * h - 1, static_cast<double>(size)) * inverse_factorial[size];
  }
  return matrix;
}

// P(D_n <= d) = n! / n^n times the middle cell of the n-th power of Durbin's matrix.
double durbin_cdf(std::uint64_t n, double d) {
  const double nd = static_cast<double>(n) * d;
  const auto k = static_cast<std::size_t>(std::ceil(nd));
  Scaled base = durbin_matrix(k, static_cast<double>(k) - nd);
  Scaled power{base.size, std::vector<double>(base.size * base.size), 0};
  for (std::size_t i = 0; i < power.size; ++i) power.at(i, i) = 1;
  for (std::uint64_t left = n; left > 0; left /= 2) {
    if (left % 2 == 1) power = product(power, base);
    if (left > 1) base = product(base, base);
  }
  double p = power.at(k - 1, k - 1);
  int exponent = power.exponent;
  for (std::uint64_t i = 1; i <= n; ++i) {
    p *= static_cast<double>(i) / static_cast<double>(n);
    if (p < 0x1.0p-200) {
      p *= 0x1.0p200;
      exponent -= 200;
    }
  }
  return std::ldexp(p, exponent);
}

// Pelz and Good (1976), as Simard and L'Ecuyer write it: with z = sqrt(n) d,
// K0(z) + K1(z) / n^(1/2) + K2(z) / n + K3(z) / n^(3/2), each a theta series in
// q = exp(-pi^2 / (8 z^2)) over the odd integers, K2 and K3 with a second one in
// exp(-pi^2 k^2 / (2 z^2)).
double pelz_good_cdf(double n, double d) {
  const double z = std::sqrt(n) * d;
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double z6 = z4 * z2;
  const double z8 = z4 * z4;
  const double pi2 = kPi * kPi;
  const double pi4 = pi2 * pi2;
  if (pi2 / (8 * z2) > 708) return 0;
  double k0 = 0;
  double k1 = 0;
  double k2 = 0;
  double k3 = 0;
  double k2_even = 0;
  double k3_even = 0;
  const int terms = static_cast<int>(std::ceil(16 * z / kPi));
  for (int k = terms; k >= 1; --k) {
    const double m = 2.0 * k - 1;
    const double m2 = m * m;
    const double m4 = m2 * m2;
    const double odd = std::exp(-pi2 * m2 / (8 * z2));
    k0 += odd;
    k1 += (pi2 / 4 * m2 - z2) * odd;
    k2 += (6 * z6 + 2 * z4 + pi2 / 4 * (2 * z4 - 5 * z2) * m2 + pi4 / 16 * (1 - 2 * z2) * m4) * odd;
    k3 += (-30 * z6 - 90 * z8 + pi2 / 4 * (135 * z4 - 96 * z6) * m2 +
           pi4 / 16 * (212 * z4 - 60 * z2) * m4 + pi4 * pi2 / 64 * (5 - 30 * z2) * m4 * m2) *
          odd;
    const double k_squared = static_cast<double>(k) * k;
    const double even = std::exp(-pi2 * k_squared / (2 * z2));
    k2_even += k_squared * even;
    k3_even += (3 * z2 - pi2 * k_squared) * k_squared * even;
  }
  const double root = std::sqrt(2 * kPi);
  k0 *= root / z;
  k1 *= root / (6 * z4);
  k2 = k2 * root / (72 * z6 * z) - k2_even * pi2 * root / (36 * z2 * z);
  k3 = k3 * root / (6480 * z8 * z2) + k3_even * pi2 * root / (216 * z6);
  return k0 + k1 / std::sqrt(n) + k2 / n + k3 / (n * std::sqrt(n));
}

// n! (2 t / n - 1 / n)^n with t = n d, for 1/2 < t <= 1.
double least_cdf(std::uint64_t n, double t) {
  const auto count = static_cast<double>(n);
  return std::exp(log_factorial(count) + count * std::log((2 * t - 1) / count));
}

double unclamped_tail(std::uint64_t n, double d) {
  const auto count = static_cast<double>(n);
  const double t = count * d;
  if (d >= 1) return 0;
  if (t <= 0.5) return 1;
  if (t <= 1) return 1 - least_cdf(n, t);
  if (t >= count - 1) return 2 * std::pow(1 - d, count);
  const double td = t * d;
  if (d >= 0.5) return 2 * one_sided_tail(n, d);
  if (n <= 140) return td <= 4 ? 1 - durbin_cdf(n, d) : 2 * one_sided_tail(n, d);
  if (td >= 370) return 0;
  if (td >= 2.2) return 2 * one_sided_tail(n, d);
  if (n <= 100'000 && t * std::sqrt(d) <= 1.4) return 1 - durbin_cdf(n, d);
  return 1 - pelz_good_cdf(count, d);
}

}  // namespace

double kolmogorov_tail(std::uint64_t n, double d) {
  return std::clamp(unclamped_tail(n, d), 0.0, 1.0);
}

}  // namespace plumb
