# Run by `cmake -P`: makes the pages of the sources in SOURCE in FOLDER, and OUTPUT, a C++ file with their bytes
# (none, unless WANTED): FUNCTIONS of NAMESPACE, declared in HEADER, as NAME=FILE of FOLDER. What was made of the
# same bytes before is not made again, whichever tree asks for it.
cmake_minimum_required(VERSION 3.25)

# hash_of(VARIABLE FILE...): one hash of the files' names and bytes
function(hash_of variable)
  set(all "")
  foreach(file ${ARGN})
    file(SHA256 ${file} one)
    string(APPEND all "${file} ${one}\n")
  endforeach()
  string(SHA256 all "${all}")
  set(${variable} ${all} PARENT_SCOPE)
endfunction()

# run(WHAT COMMAND...): in FOLDER, quietly unless it fails
function(run what)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE failed OUTPUT_VARIABLE said
                  ERROR_VARIABLE said)
  if(failed)
    message(FATAL_ERROR "${said}\n${what} failed (${failed}). The HTML report needs it; "
                        "cmake -DPRIORY_WEB=OFF builds without the report.")
  endif()
endfunction()

# is_done(VARIABLE NAME HASH): whether NAME says that it was made of these bytes
macro(is_done variable name hash)
  set(${variable} OFF)
  if(EXISTS ${FOLDER}/${name})
    file(READ ${FOLDER}/${name} before)
    string(COMPARE EQUAL "${before}" "${hash}" ${variable})
  endif()
endmacro()

function(install_modules)
  hash_of(hash ${SOURCE}/package.json ${SOURCE}/package-lock.json)
  is_done(done installed.hash ${hash})
  if(done)
    return()
  endif()
  file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${FOLDER})
  run("npm ci" ${NPM} ci --ignore-scripts --no-audit --no-fund)
  file(WRITE ${FOLDER}/installed.hash ${hash})
endfunction()

function(make_page)
  file(GLOB_RECURSE sources ${SOURCE}/*)
  list(FILTER sources EXCLUDE REGEX /node_modules/)
  hash_of(hash ${sources})
  is_done(done page.hash ${hash})
  if(done AND EXISTS ${FOLDER}/page.html AND EXISTS ${FOLDER}/live.html)
    return()
  endif()
  file(REMOVE_RECURSE ${FOLDER}/src ${FOLDER}/live ${FOLDER}/style ${FOLDER}/test)
  file(COPY ${SOURCE}/ DESTINATION ${FOLDER} PATTERN node_modules EXCLUDE)
  run("node build.mjs" ${NODE} build.mjs)
  file(WRITE ${FOLDER}/page.hash ${hash})
endfunction()

# bytes_of(FILE BYTES SIZE): as C++ writes them
function(bytes_of file bytes size)
  file(READ ${file} hex HEX)
  file(SIZE ${file} n)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," out "${hex}")
  set(${bytes} "${out}" PARENT_SCOPE)
  set(${size} ${n} PARENT_SCOPE)
endfunction()

if(WANTED)
  file(MAKE_DIRECTORY ${FOLDER})
  file(LOCK ${FOLDER} DIRECTORY GUARD PROCESS TIMEOUT 600)
  install_modules()
  make_page()
endif()
set(made "// Made by cmake/make-page.cmake.
#include \"${HEADER}\"

namespace ${NAMESPACE} {
")
string(REPLACE "," ";" FUNCTIONS "${FUNCTIONS}")
foreach(each IN LISTS FUNCTIONS)
  string(REGEX MATCH "^([^=]+)=(.+)$" each "${each}")
  set(function ${CMAKE_MATCH_1})
  set(bytes "0")
  set(size 0)
  if(WANTED)
    bytes_of(${FOLDER}/${CMAKE_MATCH_2} bytes size)
  endif()
  string(APPEND made "
std::string_view ${function}() {
  static constexpr unsigned char kBytes[] = {
${bytes}};
  return {reinterpret_cast<const char*>(kBytes), ${size}};
}
")
endforeach()
file(WRITE ${OUTPUT} "${made}
}  // namespace ${NAMESPACE}
")
