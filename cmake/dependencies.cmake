# Everything comes from Debian's packages; docs/dependencies.md says why each is here.
find_package(Threads REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(simdjson REQUIRED)
find_package(LibArchive REQUIRED)

# The packages of these have no CMake files.
function(priory_find_library target header library)
  find_path(${target}_INCLUDE ${header} REQUIRED)
  find_library(${target}_LIBRARY ${library} REQUIRED)
  add_library(priory_${target} INTERFACE)
  target_include_directories(priory_${target} SYSTEM INTERFACE $<BUILD_INTERFACE:${${target}_INCLUDE}>)
  target_link_libraries(priory_${target} INTERFACE ${${target}_LIBRARY})
endfunction()
priory_find_library(gmp gmp.h gmp)
priory_find_library(xxhash xxhash.h xxhash)
priory_find_library(utf8proc utf8proc.h utf8proc)
