// The loops of row_loops.h over registers of kRegisterBytes. Included by one .cc
// file an instruction set, each compiled with its flags; nothing here may call a
// function that is not inlined, since the linker might keep this file's version
// of it for all.
#pragma once

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstring>

#include "stats/row_loops.h"

namespace plumb {
namespace {

using Floats = float __attribute__((vector_size(kRegisterBytes)));
using Doubles = double __attribute__((vector_size(kRegisterBytes)));
using HalfFloats = float __attribute__((vector_size(kRegisterBytes / 2)));

constexpr std::size_t kFloatLanes = 16;
constexpr std::size_t kDoubleLanes = 8;
constexpr std::size_t kFloats = kRegisterBytes / sizeof(float);
constexpr std::size_t kDoubles = kRegisterBytes / sizeof(double);
constexpr std::size_t kFloatParts = kFloatLanes / kFloats;
constexpr std::size_t kDoubleParts = kDoubleLanes / kDoubles;

// Halves until one lane is left: a fixed order of additions.
template <class Number, std::size_t lanes>
inline Number sum_of(const void* sums) {
  Number values[lanes];
  std::memcpy(values, sums, sizeof values);
  for (std::size_t half = lanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) values[i] += values[i + half];
  }
  return values[0];
}

void distance_tile(const float* a, const float* b, std::size_t stride, float* distances) {
  Floats sums[kTileRows][kTileRows][kFloatParts] = {};
  for (std::size_t at = 0; at < stride; at += kFloatLanes) {
    for (std::size_t part = 0; part < kFloatParts; ++part) {
      Floats left[kTileRows];
      Floats right[kTileRows];
      for (std::size_t r = 0; r < kTileRows; ++r) {
        std::memcpy(&left[r], a + r * stride + at + part * kFloats, sizeof(Floats));
        std::memcpy(&right[r], b + r * stride + at + part * kFloats, sizeof(Floats));
      }
      for (std::size_t r = 0; r < kTileRows; ++r) {
        for (std::size_t c = 0; c < kTileRows; ++c) {
          const Floats difference = left[r] - right[c];
          sums[r][c][part] += difference * difference;
        }
      }
    }
  }
  for (std::size_t r = 0; r < kTileRows; ++r) {
    for (std::size_t c = 0; c < kTileRows; ++c) {
      distances[r * kTileRows + c] = sum_of<float, kFloatLanes>(sums[r][c]);
    }
  }
}

inline Doubles doubles_at(const float* from) {
  HalfFloats narrow;
  std::memcpy(&narrow, from, sizeof narrow);
  return __builtin_convertvector(narrow, Doubles);
}
inline Doubles doubles_at(const double* from) {
  Doubles values;
  std::memcpy(&values, from, sizeof values);
  return values;
}

// Partial sums of several rows. Not an array that is cleared as one: that would be a piece of
// memory, set to 0 by a slow string instruction in every call, and not registers.
template <std::size_t rows>
struct RowSums {
  Doubles parts[rows][kDoubleParts];

  RowSums() {
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t part = 0; part < kDoubleParts; ++part) parts[r][part] = Doubles{};
    }
  }
  double of_row(std::size_t r) const {
    Doubles finished[kDoubleParts];
    for (std::size_t part = 0; part < kDoubleParts; ++part) finished[part] = parts[r][part];
    return sum_of<double, kDoubleLanes>(finished);
  }
};

// a - b. Where CPUs add on other units than they multiply on, a distance keeps those that add twice
// as busy: every other difference is a * 1 - b, fused, which is rounded once and to the same
// number.
class Differences {
 public:
#ifdef __AVX512F__
  Doubles of(Doubles a, Doubles b, bool fused) const {
    return fused ? static_cast<Doubles>(_mm512_fmsub_pd(a, one_, b)) : a - b;
  }

 private:
  // Told to nobody, or the compiler would make it a plain difference again.
  static __m512d hidden_one() {
    __m512d one = _mm512_set1_pd(1);
    asm("" : "+v"(one));
    return one;
  }
  __m512d one_ = hidden_one();
#else
  Doubles of(Doubles a, Doubles b, bool) const { return a - b; }
#endif
};

// `together` rows at once, which hides the latency of the additions.
template <std::size_t together, class Number>
inline void distances_of(const Number* row, const Number* rows, std::size_t dimension,
                         double* distances) {
  const Differences differences;
  RowSums<together> sums;
  std::size_t at = 0;
  for (; at + kDoubleLanes <= dimension; at += kDoubleLanes) {
    for (std::size_t part = 0; part < kDoubleParts; ++part) {
      const Doubles left = doubles_at(row + at + part * kDoubles);
      for (std::size_t r = 0; r < together; ++r) {
        const Doubles right = doubles_at(rows + r * dimension + at + part * kDoubles);
        const Doubles difference = differences.of(left, right, r % 2 == 1);
        sums.parts[r][part] += difference * difference;
      }
    }
  }
  for (std::size_t r = 0; r < together; ++r) {
    double sum = sums.of_row(r);
    for (std::size_t i = at; i < dimension; ++i) {
      const double difference =
          static_cast<double>(row[i]) - static_cast<double>(rows[r * dimension + i]);
      sum += difference * difference;
    }
    distances[r] = sum;
  }
}

template <class Number>
void distances_from(const Number* row, const Number* rows, std::size_t dimension, std::size_t count,
                    double* distances) {
  constexpr std::size_t kTogether = 8 / kDoubleParts < 4 ? 4 : 8 / kDoubleParts;
  std::size_t j = 0;
  for (; j + kTogether <= count; j += kTogether) {
    distances_of<kTogether>(row, rows + j * dimension, dimension, distances + j);
  }
  for (; j < count; ++j) distances_of<1>(row, rows + j * dimension, dimension, distances + j);
}

double dot(const double* a, const double* b, std::size_t count) {
  Doubles sums[kDoubleParts] = {};
  std::size_t at = 0;
  for (; at + kDoubleLanes <= count; at += kDoubleLanes) {
    for (std::size_t part = 0; part < kDoubleParts; ++part) {
      Doubles left;
      Doubles right;
      std::memcpy(&left, a + at + part * kDoubles, sizeof left);
      std::memcpy(&right, b + at + part * kDoubles, sizeof right);
      sums[part] += left * right;
    }
  }
  double sum = sum_of<double, kDoubleLanes>(sums);
  for (; at < count; ++at) sum += a[at] * b[at];
  return sum;
}

void add_scaled(double* sum, double factor, const double* values, std::size_t count) {
  std::size_t at = 0;
  for (; at + kDoubles <= count; at += kDoubles) {
    Doubles left;
    Doubles right;
    std::memcpy(&left, sum + at, sizeof left);
    std::memcpy(&right, values + at, sizeof right);
    left += factor * right;
    std::memcpy(sum + at, &left, sizeof left);
  }
  for (; at < count; ++at) sum[at] += factor * values[at];
}

// The additions of one row wait for each other; those of several rows do not.
void dots(const double* rows, const double* b, std::size_t count, double* products) {
  RowSums<kRowsTogether> sums;
  std::size_t at = 0;
  for (; at + kDoubleLanes <= count; at += kDoubleLanes) {
    for (std::size_t part = 0; part < kDoubleParts; ++part) {
      const Doubles right = doubles_at(b + at + part * kDoubles);
      for (std::size_t r = 0; r < kRowsTogether; ++r) {
        sums.parts[r][part] += doubles_at(rows + r * count + at + part * kDoubles) * right;
      }
    }
  }
  for (std::size_t r = 0; r < kRowsTogether; ++r) {
    double sum = sums.of_row(r);
    for (std::size_t i = at; i < count; ++i) sum += rows[r * count + i] * b[i];
    products[r] = sum;
  }
}

void add_scaled_rows(double* sum, const double* factors, const double* rows, std::size_t count) {
  std::size_t at = 0;
  for (; at + kDoubles <= count; at += kDoubles) {
    Doubles total = doubles_at(sum + at);
    for (std::size_t r = 0; r < kRowsTogether; ++r) {
      total += factors[r] * doubles_at(rows + r * count + at);
    }
    std::memcpy(sum + at, &total, sizeof total);
  }
  for (; at < count; ++at) {
    for (std::size_t r = 0; r < kRowsTogether; ++r) sum[at] += factors[r] * rows[r * count + at];
  }
}

constexpr RowLoops kRowLoops = {
    distance_tile, distances_from<float>, distances_from<double>, dot, add_scaled,
    dots,          add_scaled_rows};

}  // namespace
}  // namespace plumb
