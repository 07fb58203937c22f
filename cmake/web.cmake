# The page of `priory report`, made of web/ with node and embedded in the library. Trees may share the folder
# it is made in: the presets do, so that npm runs once and not once a preset.
option(PRIORY_WEB "embed the page of priory report (needs node and npm)" ON)
set(PRIORY_WEB_FOLDER ${PROJECT_BINARY_DIR}/web CACHE PATH "where the page of priory report is made")
find_program(PRIORY_NODE NAMES node nodejs)
find_program(PRIORY_NPM npm)
mark_as_advanced(PRIORY_NODE PRIORY_NPM)

set(PRIORY_HAS_PAGE OFF)
if(PRIORY_WEB AND PRIORY_NODE AND PRIORY_NPM)
  set(PRIORY_HAS_PAGE ON)
elseif(PRIORY_WEB)
  message(STATUS "node and npm were not found: priory is built without its HTML report "
                 "(on Debian: apt-get install nodejs npm)")
endif()

# priory_embed_page(TARGET): called where the target is, since a command belongs to the folder of its target.
function(priory_embed_page target)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*)
  list(FILTER sources EXCLUDE REGEX /node_modules/)
  set(page ${PROJECT_BINARY_DIR}/page/page_bytes.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/make-page.cmake)
  add_custom_command(
    OUTPUT ${page}
    DEPENDS ${sources} ${script}
    COMMAND ${CMAKE_COMMAND} -DWANTED=${PRIORY_HAS_PAGE} -DNODE=${PRIORY_NODE} -DNPM=${PRIORY_NPM}
            -DSOURCE=${PROJECT_SOURCE_DIR}/web -DFOLDER=${PRIORY_WEB_FOLDER} -DOUTPUT=${page} -P ${script}
    COMMENT "Making the page of priory report" VERBATIM)
  target_sources(${target} PRIVATE ${page})
endfunction()
