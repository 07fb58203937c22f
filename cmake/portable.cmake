# For a packed program that runs on any Debian of its age or younger: the program is linked with no shared library but
# those of libc. Debian has no static fmt and simdjson: script/package makes them of Debian's sources, in one folder.
# libc stays shared, since a program without it could load neither GMime nor MPI. What is compiled is the same.
set(PRIORY_PORTABLE "" CACHE PATH "the folder with libfmt.a and libsimdjson.a: link no shared library but libc")
if(PRIORY_PORTABLE)
  foreach(name gmp gmpxx xxhash utf8proc pcre2 stemmer)
    string(REGEX REPLACE "[.]so$" ".a" file "${PRIORY_${name}_LIBRARY}")
    set_target_properties(priory_${name} PROPERTIES INTERFACE_LINK_LIBRARIES ${file})
  endforeach()
  foreach(name fmt simdjson)
    set_target_properties(${name}::${name} PROPERTIES IMPORTED_LOCATION ${PRIORY_PORTABLE}/lib${name}.a
      IMPORTED_LOCATION_NONE ${PRIORY_PORTABLE}/lib${name}.a IMPORTED_LOCATION_RELWITHDEBINFO ${PRIORY_PORTABLE}/lib${name}.a)
  endforeach()
  add_link_options(-static-libstdc++ -static-libgcc)
endif()
