# What `cmake --install` puts where: the program, the library, the public headers, and the files that
# make find_package(priory) work. tests/package installs it and builds examples/consumer with it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(priory_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/priory)
get_target_property(priory_type priory_library TYPE)
set(PRIORY_IS_STATIC OFF)
if(priory_type STREQUAL STATIC_LIBRARY)
  set(PRIORY_IS_STATIC ON)
endif()

# For builds without CMake. A static library brings no list of what it needs: `pkg-config --static` has it. By names of
# libraries, not of pkg-config's files: through those --static would also ask for what libarchive.a needs.
file(RELATIVE_PATH PRIORY_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
function(priory_pkg_config PRIORY_PC_NAME PRIORY_PC_DESCRIPTION PRIORY_PC_LIBRARIES)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/priory.pc.in ${PROJECT_BINARY_DIR}/package/${PRIORY_PC_NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${PRIORY_PC_NAME}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
set(predict_libraries "-lfmt -lsimdjson -lhwy -lgmpxx -lgmp -lxxhash -lutf8proc -lpcre2-8 -lstemmer -lpthread")
priory_pkg_config(priory "generative classification: naive Bayes and its relatives, on text and tables"
  "${predict_libraries} -larchive -lz -ldl")
priory_pkg_config(priory-predict "Priory for programs that predict rows in memory" "${predict_libraries}")

install(TARGETS priory)
if(PRIORY_MADE_PAGES AND NOT PRIORY_SANITIZE)  # app/CMakeLists.txt
  install(DIRECTORY ${PRIORY_MADE_PAGES}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PRIORY_MADE_PAGES}/priory.bash RENAME priory
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${PRIORY_MADE_PAGES}/_priory DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${PRIORY_MADE_PAGES}/priory.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(TARGETS priory_library priory_predict EXPORT priory-targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/priory TYPE INCLUDE)
install(EXPORT priory-targets NAMESPACE priory:: DESTINATION ${priory_package_folder})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/priory-config.cmake.in
  ${PROJECT_BINARY_DIR}/package/priory-config.cmake INSTALL_DESTINATION ${priory_package_folder})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/priory-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/priory-config.cmake
              ${PROJECT_BINARY_DIR}/package/priory-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/plain-libraries.cmake
        DESTINATION ${priory_package_folder})
