// exp and erf on vectors, for the kernels. V is one of simd_*.h.
#pragma once

namespace plumb {
namespace {

// e^x for x <= 0, relative error below 2e-7; below -87 it stays at e^-87. NaN stays NaN.
// x = n ln2 + r with |r| <= ln2 / 2, ln2 in two parts (Cody and Waite). Coefficients of
// e^r by fit_exp.py. Added to kIntegral, n has no fraction bits left and stands in the
// lowest bits of the sum.
template <class V>
typename V::Floats exp_negative(typename V::Floats x) {
  constexpr float kIntegral = 12582912.0F;  // 1.5 * 2^23
  x = V::max(V::set(-87.0F), x);            // of which max() gives the second where one is NaN
  const auto shifted = V::fma(x, V::set(1.44269504F), V::set(kIntegral));
  const auto n = V::sub(shifted, V::set(kIntegral));
  auto r = V::fma(n, V::set(-0.693359375F), x);
  r = V::fma(n, V::set(2.12194440e-4F), r);
  auto p = V::set(8.312525052e-03F);
  p = V::fma(p, r, V::set(4.189011383e-02F));
  p = V::fma(p, r, V::set(1.666711447e-01F));
  p = V::fma(p, r, V::set(4.999923179e-01F));
  p = V::fma(p, r, V::set(1.0F));
  p = V::fma(p, r, V::set(1.0F));
  return V::add_exponent(p, shifted);
}

// 2^x for x <= 0, relative error below 2e-7; below -125 it stays at 2^-125. NaN stays NaN. What it
// spares exp_negative() is the change of base.
template <class V>
typename V::Floats exp2_negative(typename V::Floats x) {
  constexpr float kIntegral = 12582912.0F;  // 1.5 * 2^23
  x = V::max(V::set(-125.0F), x);           // of which max() gives the second where one is NaN
  const auto shifted = V::add(x, V::set(kIntegral));
  const auto r = V::sub(x, V::sub(shifted, V::set(kIntegral)));
  auto p = V::set(1.330026434e-03F);
  p = V::fma(p, r, V::set(9.669708555e-03F));
  p = V::fma(p, r, V::set(5.550559995e-02F));
  p = V::fma(p, r, V::set(2.402228161e-01F));
  p = V::fma(p, r, V::set(6.931471806e-01F));
  p = V::fma(p, r, V::set(1.0F));
  return V::add_exponent(p, shifted);
}

// erf(x), absolute error below 4e-7 in f32. Coefficients by fit_erf.py.
template <class V>
typename V::Floats erf(typename V::Floats x) {
  x = V::min(V::max(x, V::set(-3.92F)), V::set(3.92F));
  const auto t = V::mul(x, x);
  auto p = V::set(2.034726994e-06F);
  p = V::fma(p, t, V::set(2.874795110e-04F));
  p = V::fma(p, t, V::set(3.868346912e-03F));
  p = V::fma(p, t, V::set(5.306053970e-02F));
  p = V::fma(p, t, V::set(1.927645633e-01F));
  p = V::fma(p, t, V::set(1.128379022e+00F));
  auto q = V::set(3.807056454e-05F);
  q = V::fma(q, t, V::set(1.188119287e-03F));
  q = V::fma(q, t, V::set(1.517233504e-02F));
  q = V::fma(q, t, V::set(1.150848207e-01F));
  q = V::fma(q, t, V::set(5.041648126e-01F));
  q = V::fma(q, t, V::set(1.0F));
  return V::div(V::mul(x, p), q);
}

// x (1 + tanh u) / 2 with u = sqrt(2 / pi) (x + 0.044715 x^3). u has the sign of x,
// so x tanh(u) = |x| tanh(|u|), and tanh(|u|) = (1 - e) / (1 + e) with e = exp(-2 |u|).
template <class V>
typename V::Floats gelu_tanh(typename V::Floats x) {
  const auto magnitude = V::max(x, V::sub(V::set(0.0F), x));
  const auto square = V::mul(x, x);
  const auto inner = V::fma(square, V::set(-0.0713548162726F), V::set(-1.59576912161F));
  const auto e = exp_negative<V>(V::mul(magnitude, inner));
  const auto one = V::set(1.0F);
  const auto tanh = V::div(V::sub(one, e), V::add(one, e));
  const auto half = V::set(0.5F);
  return V::fma(V::mul(magnitude, half), tanh, V::mul(x, half));
}

// x Phi(x), the exact form that BERT's "gelu" names.
template <class V>
typename V::Floats gelu(typename V::Floats x) {
  const auto half = V::mul(x, V::set(0.5F));
  return V::fma(half, erf<V>(V::mul(x, V::set(0.707106781F))), half);
}

}  // namespace
}  // namespace plumb
