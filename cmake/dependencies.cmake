# Everything comes from Debian's packages; docs/dependencies.md says why each is here.
find_package(CLI11 REQUIRED)

# What the library links. Who links the installed static library has to find it again, so the package's
# configuration is made from this list.
macro(priory_library_needs)
  find_package(${ARGN} REQUIRED)
  string(REPLACE ";" " " priory_arguments "${ARGN}")
  string(APPEND PRIORY_FIND_DEPENDENCIES "  find_dependency(${priory_arguments})\n")
endmacro()
find_package(Threads REQUIRED)
priory_library_needs(fmt 9)
priory_library_needs(nlohmann_json 3.11)
priory_library_needs(simdjson)
priory_library_needs(LibArchive)
priory_library_needs(ZLIB)
priory_library_needs(hwy)
include(plain-libraries)

# GMime's headers only: the program loads the library when the first mail is read. Its package brings pkg-config.
find_package(PkgConfig REQUIRED)
pkg_check_modules(GMIME REQUIRED gmime-3.0)
