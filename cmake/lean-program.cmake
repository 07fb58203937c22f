# How the program is linked so that it starts at once. Debian's libarchive.so brings libxml2 and ICU, a dozen libraries
# that take longer to load than a small task takes to do. The members of libarchive.a that are used need only the small
# libraries below, and the linker leaves out the shared libraries that nothing is left to ask of. What is not there as
# a static library is linked as usual. The library target, and so the installed package, is not concerned.
# priory_link_lean(TARGET NAME...): the names are other libraries that are to be static as well.
function(priory_link_lean target)
  if(PRIORY_SANITIZE OR NOT CMAKE_SYSTEM_NAME STREQUAL Linux)
    return()
  endif()
  set(wanted archive nettle lzma zstd lz4 bz2 z)
  set(found)
  foreach(name ${wanted} ${ARGN})
    find_library(PRIORY_STATIC_${name} lib${name}.a)
    mark_as_advanced(PRIORY_STATIC_${name})
    if(PRIORY_STATIC_${name})
      list(APPEND found ${PRIORY_STATIC_${name}})
    elseif(name IN_LIST wanted)
      message(STATUS "lib${name}.a was not found: priory starts some milliseconds slower "
                     "(script/packages has the list)")
      return()
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE ${found})
  target_link_options(${target} PRIVATE -Wl,--as-needed)
endfunction()
