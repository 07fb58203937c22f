# Run by `cmake -P`: makes FOLDER/page.html of the sources in SOURCE, and OUTPUT, a C++ file with its bytes
# (none, unless WANTED). What was made of the same bytes before is not made again, whichever tree asks for it.
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
  if(done AND EXISTS ${FOLDER}/page.html)
    return()
  endif()
  file(REMOVE_RECURSE ${FOLDER}/src ${FOLDER}/style ${FOLDER}/test)
  file(COPY ${SOURCE}/ DESTINATION ${FOLDER} PATTERN node_modules EXCLUDE)
  run("node build.mjs" ${NODE} build.mjs)
  file(WRITE ${FOLDER}/page.hash ${hash})
endfunction()

set(bytes "0")
set(size 0)
if(WANTED)
  file(MAKE_DIRECTORY ${FOLDER})
  file(LOCK ${FOLDER} DIRECTORY GUARD PROCESS TIMEOUT 600)
  install_modules()
  make_page()
  file(READ ${FOLDER}/page.html hex HEX)
  file(SIZE ${FOLDER}/page.html size)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
endif()
file(WRITE ${OUTPUT} "// Made by cmake/make-page.cmake.
#include \"report/page_bytes.h\"

namespace priory {
namespace {
constexpr unsigned char kBytes[] = {
${bytes}};
}  // namespace

std::string_view page_bytes() {
  return {reinterpret_cast<const char*>(kBytes), ${size}};
}

}  // namespace priory
")
