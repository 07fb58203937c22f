# Headers that nearly every file includes, compiled once for a target, where PRIORY_PRECOMPILED is on. It is off in the
# presets that keep every file able to stand by itself. Not for what g++ 12 compiles with -O3: it saves little there, and
# behind a precompiled header g++ warns of std::string itself (its bug 105651 once more).
option(PRIORY_PRECOMPILED "precompile the headers of the standard library and of the test libraries" OFF)

set(PRIORY_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <mutex> <numeric> <optional>
  <span> <string> <string_view> <thread> <unordered_map> <variant> <vector> <fmt/format.h>)

# priory_precompile(TARGET HEADER...)
function(priory_precompile target)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if(PRIORY_PRECOMPILED AND (CMAKE_CXX_COMPILER_ID MATCHES Clang OR "test_settings" IN_LIST libraries))
    target_precompile_headers(${target} PRIVATE ${ARGN})
    priory_cacheable(${target})
  endif()
endfunction()

# priory_precompiled_of(TARGET OTHER): the headers that were compiled for OTHER, which links the same libraries.
function(priory_precompiled_of target other)
  if(PRIORY_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${other})
    priory_cacheable(${target})
  endif()
endfunction()

# What ccache asks for before it keeps anything made with precompiled headers.
function(priory_cacheable target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                                           "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()
