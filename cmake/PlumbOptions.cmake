# What a build may switch, and the flags that every target of Plumb shares.
option(PLUMB_TESTS "Build the tests" ON)
set(PLUMB_TEST_ROOMS
  base record stats text model ingest encode measure judge chat experiment store report serve e2e
  CACHE STRING "The rooms whose tests are built")
option(PLUMB_BENCH "Build the Google Benchmark cases" OFF)
option(PLUMB_FUZZ "Build the fuzz targets with libFuzzer (needs clang)" OFF)
option(PLUMB_LLAMA "Build the worker programs of the embedded chat backend from llama.cpp" ON)
set(PLUMB_LLAMA_GPU "" CACHE STRING
  "A GPU backend of llama.cpp for one more worker program, e.g. CUDA, HIP, VULKAN or SYCL")
option(PLUMB_PYTHON "Make the target plumb_python: the module of the package plumb_drift" OFF)
option(PLUMB_UNITY "Compile several sources at a time: quick from nothing, slow after a small change" OFF)
set(PLUMB_SANITIZE "" CACHE STRING "Sanitizers for every target, e.g. address,undefined")

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
endif()

# -ffp-contract=off: a compiler that fuses a*b+c in one build and not in the
# other changes bits. Where Plumb wants an FMA it says so by intrinsic.
add_library(plumb_flags INTERFACE)
target_compile_options(plumb_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Wcast-qual -Woverloaded-virtual -Werror
  -ffp-contract=off -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # The stable_sort of libstdc++ 12 calls what the same library deprecates; g++ keeps the warning.
  target_compile_options(plumb_flags INTERFACE -Wno-deprecated-declarations)
endif()
if(PLUMB_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # It takes a source that is included for a header, whose unnamed namespaces would be a fault.
  target_compile_options(plumb_flags INTERFACE -Wno-subobject-linkage)
endif()
target_include_directories(plumb_flags INTERFACE "${PROJECT_SOURCE_DIR}/src")
target_compile_definitions(plumb_flags INTERFACE PLUMB_VERSION="${PROJECT_VERSION}")

if(PLUMB_SANITIZE)
  add_compile_options(-fsanitize=${PLUMB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # GCC sees values that are not there in what a sanitizer adds.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=${PLUMB_SANITIZE})
endif()
# Code that only drives what is checked need not be quick under a sanitizer: a third of the time
# that a compiler takes for it is saved.
add_library(plumb_driving_flags INTERFACE)
if(PLUMB_SANITIZE)
  target_compile_options(plumb_driving_flags INTERFACE -O0)
endif()
# Nor need rooms that hand on what others compute, which take clang half the time; nor their tests in
# any build that is meant to be quick from nothing, a quarter of GCC's.
set(PLUMB_UNHURRIED_ROOMS judge chat experiment store report serve)
if(PLUMB_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
  target_compile_options(plumb_driving_flags INTERFACE -fno-sanitize=fuzzer-no-link)
endif()
