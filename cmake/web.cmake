# The pages of `priory report` and `priory serve`, made of web/ with node and embedded. Trees may share the folder
# it is made in: the presets do, so that npm runs once and not once a preset.
option(PRIORY_WEB "embed the pages of priory report and priory serve (needs node and npm)" ON)
set(PRIORY_WEB_FOLDER ${PROJECT_BINARY_DIR}/web CACHE PATH "where the pages are made")
find_program(PRIORY_NODE NAMES node nodejs)
find_program(PRIORY_NPM npm)
mark_as_advanced(PRIORY_NODE PRIORY_NPM)

set(PRIORY_HAS_PAGE OFF)
if(PRIORY_WEB AND PRIORY_NODE AND PRIORY_NPM)
  set(PRIORY_HAS_PAGE ON)
elseif(PRIORY_WEB)
  message(STATUS "node and npm were not found: priory is built without its HTML report and page "
                 "(on Debian: apt-get install nodejs npm)")
endif()

# priory_embed_page(TARGET HEADER NAMESPACE FUNCTION=FILE...): functions that give the bytes of what is made of web/. Called
# where the target is, since a command belongs to the folder of its target.
function(priory_embed_page target header namespace)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*)
  list(FILTER sources EXCLUDE REGEX /node_modules/)
  cmake_path(GET header STEM name)
  set(page ${PROJECT_BINARY_DIR}/page/${target}_${name}.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/make-page.cmake)
  string(JOIN "," functions ${ARGN})
  add_custom_command(
    OUTPUT ${page}
    DEPENDS ${sources} ${script}
    COMMAND ${CMAKE_COMMAND} -DWANTED=${PRIORY_HAS_PAGE} -DNODE=${PRIORY_NODE} -DNPM=${PRIORY_NPM}
            -DSOURCE=${PROJECT_SOURCE_DIR}/web -DFOLDER=${PRIORY_WEB_FOLDER} -DOUTPUT=${page} -DHEADER=${header}
            -DNAMESPACE=${namespace} -DFUNCTIONS=${functions} -P ${script}
    COMMENT "Making the pages of web/" VERBATIM)
  target_sources(${target} PRIVATE ${page})
endfunction()
