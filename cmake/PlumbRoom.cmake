# plumb_room(NAME SOURCES a.cc ... [DEPENDS plumb::base ...] [LIBRARIES third::party ...])
# One static library a room, `plumb::NAME`. DEPENDS are rooms and are passed on;
# LIBRARIES are third parties and stay private, because their headers stay in .cc files.
function(plumb_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  add_library(plumb_${name} STATIC ${ROOM_SOURCES})
  add_library(plumb::${name} ALIAS plumb_${name})
  target_link_libraries(plumb_${name} PUBLIC ${ROOM_DEPENDS} PRIVATE plumb_flags ${ROOM_LIBRARIES})
  target_include_directories(plumb_${name} PUBLIC "${PROJECT_SOURCE_DIR}/src")
endfunction()

# plumb_test(file_test.cc [DEPENDS ...]): one executable a test file, found by ctest case by case
# and labelled with the room, the name of the folder that it is in.
function(plumb_test source)
  cmake_parse_arguments(TEST "" "" "DEPENDS" ${ARGN})
  string(REPLACE "/" "_" name "${source}")
  string(REPLACE ".cc" "" name "${name}")
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE plumb_flags plumb_driving_flags ${TEST_DEPENDS} GTest::gtest GTest::gtest_main)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(${name} PRIVATE
    PLUMB_SOURCE_DIR="${PROJECT_SOURCE_DIR}" PLUMB_BINARY_DIR="${CMAKE_BINARY_DIR}")
  get_filename_component(room "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES LABELS ${room})
endfunction()

# plumb_fuzz(file.cc DEPENDS ...): a libFuzzer target, fuzz_NAME. As a test it reads the files of
# fuzz/corpus/NAME and nothing else.
function(plumb_fuzz source)
  cmake_parse_arguments(FUZZ "" "" "DEPENDS" ${ARGN})
  string(REPLACE ".cc" "" name "${source}")
  add_executable(fuzz_${name} ${source})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz_${name} PRIVATE plumb_flags ${FUZZ_DEPENDS})
  add_test(NAME fuzz_replay_${name}
    COMMAND fuzz_${name} -runs=0 "${PROJECT_SOURCE_DIR}/fuzz/corpus/${name}")
endfunction()
