# llama.cpp for the worker programs of the embedded chat backend, from the source that
# script/fetch_llama.py puts into build/llama.
#
# llama.cpp's own CMake chooses one instruction set for a build, or loads one at run time as a
# module. Here libllama and what it stands on are compiled once, and the kernels once for each
# set; a worker program is linked from both, and choosing the set is choosing the program.
#
#   plumb::llama           libllama without kernels
#   plumb::llama_template  the engine for chat templates
#   plumb::llama_SET       the kernels of an instruction set in PLUMB_LLAMA_SETS
enable_language(C)
if(CCACHE AND NOT CMAKE_C_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE}")
endif()

find_package(OpenMP REQUIRED COMPONENTS C CXX)

file(STRINGS "${PROJECT_SOURCE_DIR}/script/fetch_llama.py" version REGEX "^VERSION = ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" version "${version}")
set(PLUMB_LLAMA_SOURCE "${PROJECT_SOURCE_DIR}/build/llama/${version}" CACHE PATH
  "The source of llama.cpp")
if(NOT EXISTS "${PLUMB_LLAMA_SOURCE}/include/llama.h")
  message(FATAL_ERROR "llama.cpp is not at ${PLUMB_LLAMA_SOURCE}: run script/fetch_llama.py, or "
    "build without the embedded chat backend by -DPLUMB_LLAMA=OFF")
endif()

# Where a build has NDEBUG or not, and how it optimises, is Plumb's business and not that of
# the kernels. -ffp-contract=off: nothing but the intrinsics decides what is fused.
function(plumb_llama_library name)
  target_compile_features(${name} PRIVATE c_std_11 cxx_std_17)
  target_compile_definitions(${name} PRIVATE
    _GNU_SOURCE _XOPEN_SOURCE=600 NDEBUG GGML_SCHED_MAX_COPIES=1)
  target_compile_options(${name} PRIVATE -w -O3 -g0 -ffp-contract=off)
  target_include_directories(${name} PRIVATE
    "${PLUMB_LLAMA_SOURCE}/ggml/src" "${CMAKE_BINARY_DIR}/llama")
  target_include_directories(${name} SYSTEM PUBLIC
    "${PLUMB_LLAMA_SOURCE}/include" "${PLUMB_LLAMA_SOURCE}/ggml/include")
endfunction()

# The templates take their values from llama.cpp's CMakeLists.txt, which is not run.
set(LLAMA_VERSION "${version}")
set(LLAMA_BUILD_COMMIT "llama-cpp-python-${version}")
file(STRINGS "${PLUMB_LLAMA_SOURCE}/ggml/CMakeLists.txt" parts REGEX "^set\\(GGML_VERSION_(MAJOR|MINOR|PATCH) ")
string(REGEX REPLACE "[^0-9;]" "" parts "${parts}")
string(REPLACE ";" "." GGML_VERSION "${parts}")
set(GGML_BUILD_COMMIT "${LLAMA_BUILD_COMMIT}")
configure_file("${PLUMB_LLAMA_SOURCE}/src/llama-version.h.in" "${CMAKE_BINARY_DIR}/llama/llama-version.h" @ONLY)
configure_file("${PLUMB_LLAMA_SOURCE}/ggml/src/ggml-version.h.in" "${CMAKE_BINARY_DIR}/llama/ggml-version.h" @ONLY)

set(ggml "${PLUMB_LLAMA_SOURCE}/ggml/src")
add_library(plumb_llama_base STATIC
  "${ggml}/ggml.c"
  "${ggml}/ggml.cpp"
  "${ggml}/ggml-alloc.c"
  "${ggml}/ggml-backend.cpp"
  "${ggml}/ggml-backend-meta.cpp"
  "${ggml}/ggml-opt.cpp"
  "${ggml}/ggml-threading.cpp"
  "${ggml}/ggml-quants.c"
  "${ggml}/gguf.cpp")
plumb_llama_library(plumb_llama_base)
target_compile_definitions(plumb_llama_base PRIVATE GGML_USE_OPENMP)
target_link_libraries(plumb_llama_base PUBLIC Threads::Threads m
  PRIVATE OpenMP::OpenMP_C OpenMP::OpenMP_CXX)

file(GLOB core CONFIGURE_DEPENDS "${PLUMB_LLAMA_SOURCE}/src/*.cpp")
file(GLOB models CONFIGURE_DEPENDS "${PLUMB_LLAMA_SOURCE}/src/models/*.cpp")
add_library(plumb_llama STATIC ${core} ${models})
add_library(plumb::llama ALIAS plumb_llama)
plumb_llama_library(plumb_llama)
target_include_directories(plumb_llama PRIVATE "${PLUMB_LLAMA_SOURCE}/src")
target_link_libraries(plumb_llama PUBLIC plumb_llama_base)
# Every architecture is one small source that reads the same headers: read them once for many.
# And no model is large because its graph was built by slow code.
set_target_properties(plumb_llama PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
set_source_files_properties(${core} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_compile_options(plumb_llama PRIVATE -O2)

# The engine that runs chat templates; it is not part of libllama.
set(common "${PLUMB_LLAMA_SOURCE}/common")
add_library(plumb_llama_template STATIC
  "${common}/json.cpp"
  "${common}/unicode.cpp"
  "${common}/jinja/lexer.cpp"
  "${common}/jinja/parser.cpp"
  "${common}/jinja/runtime.cpp"
  "${common}/jinja/string.cpp"
  "${common}/jinja/value.cpp")
add_library(plumb::llama_template ALIAS plumb_llama_template)
plumb_llama_library(plumb_llama_template)
target_include_directories(plumb_llama_template SYSTEM PUBLIC "${common}")
target_link_libraries(plumb_llama_template PUBLIC plumb_llama_base PRIVATE nlohmann_json::nlohmann_json)

# Kernels that choose their arithmetic by the number of rows stay out (tinyBLAS by
# GGML_LLAMAFILE, repacked weights by GGML_USE_CPU_REPACK): a reply must not depend on who is
# decoded beside it. OpenMP is there for its barriers, which sleep after a while; ggml's own spin
# for ever, and where other programs want the CPUs too a token then takes seconds.
function(plumb_llama_kernels set)
  set(cpu "${ggml}/ggml-cpu")
  add_library(plumb_llama_${set} STATIC
    "${ggml}/ggml-backend-dl.cpp"
    "${ggml}/ggml-backend-reg.cpp"
    "${cpu}/ggml-cpu.c"
    "${cpu}/ggml-cpu.cpp"
    "${cpu}/quants.c"
    "${cpu}/traits.cpp"
    "${cpu}/amx/amx.cpp"
    "${cpu}/amx/mmq.cpp"
    "${cpu}/tiled/tiled.cpp"
    "${cpu}/tiled/tiled-kernel.cpp"
    "${cpu}/binary-ops.cpp"
    "${cpu}/unary-ops.cpp"
    "${cpu}/vec.cpp"
    "${cpu}/ops.cpp"
    "${cpu}/arch/x86/quants.c"
    "${PROJECT_SOURCE_DIR}/apps/plumb-llama/column_products.cc")
  add_library(plumb::llama_${set} ALIAS plumb_llama_${set})
  plumb_llama_library(plumb_llama_${set})
  target_include_directories(plumb_llama_${set} PRIVATE "${cpu}")
  target_compile_definitions(plumb_llama_${set} PRIVATE GGML_USE_CPU GGML_USE_OPENMP)
  target_compile_options(plumb_llama_${set} PRIVATE ${ARGN})
  target_link_libraries(plumb_llama_${set} PUBLIC plumb_llama_base ${CMAKE_DL_LIBS}
    PRIVATE OpenMP::OpenMP_C OpenMP::OpenMP_CXX)
endfunction()

# Plumb's own products stand in front of the tiled ones; see column_products.cc.
set_source_files_properties("${ggml}/ggml-cpu/tiled/tiled.cpp" PROPERTIES COMPILE_DEFINITIONS
  "ggml_tiled_wdata_size=ggml_stock_tiled_wdata_size;\
ggml_compute_forward_mul_mat_tiled=ggml_stock_mul_mat_tiled;\
ggml_compute_forward_mul_mat_id_tiled=ggml_stock_mul_mat_id_tiled")

set(PLUMB_LLAMA_SETS portable avx2 avx512)
plumb_llama_kernels(portable)
plumb_llama_kernels(avx2 -msse4.2 -mavx -mf16c -mfma -mavx2)
plumb_llama_kernels(avx512 -msse4.2 -mavx -mf16c -mfma -mavx2
  -mavx512f -mavx512cd -mavx512vl -mavx512dq -mavx512bw -mavx512vnni)

# A GPU is llama.cpp's own affair: its CMake builds the library again, with the backend that was
# asked for, and one more worker is linked from that. Not tried on the reference machine, which
# has none; nor does the promise hold there that a reply depends on nothing but its request.
if(PLUMB_LLAMA_GPU)
  set(CMAKE_CXX_STANDARD 17)
  set(BUILD_SHARED_LIBS OFF)
  set(GGML_CCACHE OFF CACHE BOOL "" FORCE)  # PlumbOptions.cmake has set it up
  set(GGML_${PLUMB_LLAMA_GPU} ON CACHE BOOL "" FORCE)
  include("${PLUMB_LLAMA_SOURCE}/cmake/common.cmake")
  add_subdirectory("${PLUMB_LLAMA_SOURCE}/ggml" "${CMAKE_BINARY_DIR}/llama-gpu/ggml" EXCLUDE_FROM_ALL SYSTEM)
  add_subdirectory("${PLUMB_LLAMA_SOURCE}/src" "${CMAKE_BINARY_DIR}/llama-gpu/src" EXCLUDE_FROM_ALL SYSTEM)
  set(CMAKE_CXX_STANDARD 23)
endif()
