# Libraries whose packages bring no CMake files. This file is installed too: who links a static priory needs
# the same targets, priory_gmp and so on, and finds them on their own machine.
function(priory_find_library target header library)
  if(TARGET priory_${target})
    return()
  endif()
  find_path(PRIORY_${target}_INCLUDE ${header} REQUIRED)
  find_library(PRIORY_${target}_LIBRARY ${library} REQUIRED)
  mark_as_advanced(PRIORY_${target}_INCLUDE PRIORY_${target}_LIBRARY)
  add_library(priory_${target} INTERFACE IMPORTED)
  target_include_directories(priory_${target} INTERFACE ${PRIORY_${target}_INCLUDE})
  target_link_libraries(priory_${target} INTERFACE ${PRIORY_${target}_LIBRARY})
endfunction()

priory_find_library(gmp gmpxx.h gmp)
priory_find_library(gmpxx gmpxx.h gmpxx)
priory_find_library(xxhash xxhash.h xxhash)
priory_find_library(utf8proc utf8proc.h utf8proc)
