# How every target is compiled: C++20, all warnings, warnings are errors.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# What one clone compiled serves all others of this machine: ccache is told where the sources begin.
find_program(PRIORY_CCACHE ccache)
if(PRIORY_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    ${PRIORY_CCACHE})
endif()

add_library(priory_settings INTERFACE)
target_compile_options(priory_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                 -Wsign-conversion -Wnon-virtual-dtor -Werror)
# Of constants that nobody uses: g++ is the one that sees each file by itself. Those of headers are for others.
target_compile_options(priory_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wunused-const-variable=1>)
# g++ 12 sees an overlap in "a" + std::string that is not there (its bug 105651).
target_compile_options(priory_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# Sums are exact only while the compiler does not fuse or reorder floating point operations.
target_compile_options(priory_settings INTERFACE -ffp-contract=off)
# No folder of the machine that compiled gets into what is made: two builds of the same sources are the same bytes.
if(NOT PRIORY_COVERAGE)
  target_compile_options(priory_settings INTERFACE -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
endif()
if(PRIORY_SANITIZE)
  target_compile_options(priory_settings INTERFACE -fsanitize=${PRIORY_SANITIZE} -fno-omit-frame-pointer
                                                   -fno-sanitize-recover=all)
  target_link_options(priory_settings INTERFACE -fsanitize=${PRIORY_SANITIZE})
endif()
