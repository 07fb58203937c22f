# Several files compiled as one, where PRIORY_UNITY is on: in the presets of clang, whose sanitizers take longer
# over the headers than over the files. The presets of g++ compile each file by itself, so that it is known to stand on
# its own.
option(PRIORY_UNITY "compile several files as one" OFF)

# priory_unite(TARGET FILE... [ALONE FILE...]): about twelve files of a folder become one. ALONE are those with a name
# of their own that another file has too. Always alone are files that Highway includes again, and those, but for tests,
# that bring in names with `using` or `namespace a = b`: among others clang-tidy could not say whether they need them.
# Which files are together depends on their names, not on their order, so that a new file hardly moves the others.
function(priory_unite target)
  if(NOT PRIORY_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 unite "" "" ALONE)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
  # g++ takes what a group includes for headers, and types of an unnamed namespace in them for an accident.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  foreach(file ${unite_UNPARSED_ARGUMENTS})
    cmake_path(GET file PARENT_PATH folder)
    list(APPEND files_of_${folder} ${file})
  endforeach()
  foreach(file ${unite_UNPARSED_ARGUMENTS})
    cmake_path(GET file PARENT_PATH folder)
    list(LENGTH files_of_${folder} n)
    cmake_path(GET folder FILENAME folder)
    cmake_path(GET file FILENAME name)
    must_be_alone(alone ${file})
    if(NOT alone AND NOT ${folder}/${name} IN_LIST unite_ALONE)
      string(MD5 hash ${name})
      string(SUBSTRING ${hash} 0 4 hash)
      math(EXPR group "0x${hash} % ((${n} + 11) / 12)")
      set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${folder}_${group})
    endif()
  endforeach()
endfunction()

function(must_be_alone variable file)
  set(pattern "^#define HWY_TARGET_INCLUDE")
  if(NOT file MATCHES "_test[.]cpp$")
    string(APPEND pattern "|^ *using (namespace )?[A-Za-z_:]+ *\\;|^ *namespace [A-Za-z_]+ = ")
  endif()
  file(STRINGS ${file} found REGEX ${pattern} LIMIT_COUNT 1)
  if(found)
    set(${variable} ON PARENT_SCOPE)
  else()
    set(${variable} OFF PARENT_SCOPE)
  endif()
endfunction()
