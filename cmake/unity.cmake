# Several files compiled as one, where PRIORY_UNITY is on: most of a compiler's time goes into headers and templates, once
# for each unit. script/apart says whether each file stands on its own.
option(PRIORY_UNITY "compile several files as one" OFF)

# priory_unite(TARGET [SIZE 20] FILE... [ALONE FILE...]): about SIZE files of a folder become one. ALONE are those with a name
# of their own that another file has too. Always alone are files that Highway includes again; those of a folder that bring
# in the same namespace with `using namespace` are a group of their own, but for tests.
# Which files are together depends on their names, not on their order, so that a new file hardly moves the others.
function(priory_unite target)
  if(NOT PRIORY_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 unite "" SIZE ALONE)
  if(NOT unite_SIZE)
    set(unite_SIZE 20)
  endif()
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
    group_of(group ${file} ${folder} ${n} ${unite_SIZE})
    if(group AND NOT ${folder}/${name} IN_LIST unite_ALONE)
      set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()

# group_of(VARIABLE FILE FOLDER N SIZE): the group of one of N files of a folder; nothing: it is alone.
function(group_of variable file folder n size)
  cmake_path(GET file FILENAME name)
  string(MD5 hash ${name})
  string(SUBSTRING ${hash} 0 4 hash)
  math(EXPR group "0x${hash} % ((${n} + ${size} - 1) / ${size})")
  set(${variable} ${folder}_${group} PARENT_SCOPE)
  file(STRINGS ${file} found REGEX "^#define HWY_TARGET_INCLUDE|^using namespace [a-z_]+\;" LIMIT_COUNT 1)
  if(found MATCHES HWY_TARGET)
    set(${variable} "" PARENT_SCOPE)
  elseif(found AND NOT file MATCHES "_test[.]cpp$")
    string(REGEX REPLACE ".*namespace |\;" "" namespace ${found})
    set(${variable} ${folder}_${namespace} PARENT_SCOPE)
  endif()
endfunction()
