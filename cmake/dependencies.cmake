# Everything comes from Debian's packages; docs/dependencies.md says why each is here.
find_package(CLI11 REQUIRED)

# What the library links. Who links the installed static library has to find it again, so the package's
# configuration is made from this list.
macro(priory_needs list)
  find_package(${ARGN} REQUIRED)
  string(REPLACE ";" " " priory_arguments "${ARGN}")
  string(APPEND ${list} "  find_dependency(${priory_arguments})\n")
endmacro()
find_package(Threads REQUIRED)
priory_needs(PRIORY_PREDICT_DEPENDENCIES fmt 9)
priory_needs(PRIORY_PREDICT_DEPENDENCIES nlohmann_json 3.11)
priory_needs(PRIORY_PREDICT_DEPENDENCIES simdjson)
priory_needs(PRIORY_PREDICT_DEPENDENCIES hwy)
priory_needs(PRIORY_FIND_DEPENDENCIES LibArchive)
priory_needs(PRIORY_FIND_DEPENDENCIES ZLIB)
include(plain-libraries)

# GMime's headers only: the program loads the library when the first mail is read. Its package brings pkg-config.
find_package(PkgConfig REQUIRED)
pkg_check_modules(GMIME REQUIRED gmime-3.0)
# Likewise of SQLite and of libpq: each is loaded when its first database is read.
pkg_check_modules(LIBPQ REQUIRED libpq)

# Protozero's headers only, for src/export/onnx: what is installed does not ask for them.
find_path(PRIORY_PROTOZERO_INCLUDE protozero/pbf_writer.hpp REQUIRED)
mark_as_advanced(PRIORY_PROTOZERO_INCLUDE)
