// SPDX-License-Identifier: Apache-2.0
// Which instructions the processor has, as Highway's run-time dispatch asks for them. Debian's libhwy would
// tell, but before `main` it measures the clock of its benchmarks for three milliseconds, which is longer
// than the program needs for a small task. So the program answers these two questions itself, and the linker
// leaves libhwy out. Instructions that this knows nothing of are done without: answers are the same with any.
#if defined(__x86_64__)

#include <cpuid.h>
#include <hwy/targets.h>

namespace hwy {
namespace {

bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}

bool has_avx3() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd");
}

// Those of AVX-512 and, which not every compiler has a name for, GFNI, VAES and VPCLMULQDQ.
bool has_avx3_dl() {
  constexpr unsigned kOthers = 7U << 8U;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (c & kOthers) == kOthers &&
         __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
         __builtin_cpu_supports("avx512bitalg");
}

std::int64_t targets() {
  std::int64_t out = HWY_SCALAR | HWY_EMU128;
  if (!__builtin_cpu_supports("ssse3")) return out;
  out |= HWY_SSSE3;
  if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("pclmul") ||
      !__builtin_cpu_supports("aes"))
    return out;
  out |= HWY_SSE4;
  if (!has_avx2()) return out;
  out |= HWY_AVX2;
  if (!has_avx3()) return out;
  out |= HWY_AVX3;
  return has_avx3_dl() ? out | HWY_AVX3_DL : out;
}

}  // namespace

HWY_DLLEXPORT std::int64_t SupportedTargets() {
  static const std::int64_t out = targets();
  return out;
}

HWY_DLLEXPORT ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy

#endif
