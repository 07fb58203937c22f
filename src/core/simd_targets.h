// SPDX-License-Identifier: Apache-2.0
// To be included before Highway: the processors that loops are not compiled for. Vectors whose length is
// known at run time only cannot be members of arrays. AVX3_DL is left to those who ask Highway for it, and
// Highway 1.0.3 contradicts itself where the compiler is told of such a processor (-march=sapphirerapids):
// without it, that one is an AVX3.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_AVX3_DL)
