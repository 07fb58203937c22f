// SPDX-License-Identifier: Apache-2.0
// Which Priory this is. CMakeLists.txt takes the version from here.
#pragma once

#define PRIORY_VERSION_MAJOR 0
#define PRIORY_VERSION_MINOR 1
#define PRIORY_VERSION_PATCH 0
#define PRIORY_VERSION "0.1.0"
