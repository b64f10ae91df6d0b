# plumb_unity(TARGET): compiles several of its sources at a time, where PLUMB_UNITY is on. Headers are
# read, and templates made, once for all of them: less than half the time from nothing. Which ones
# go together is unity_groups.py's to say.
function(plumb_unity target)
  if(NOT PLUMB_UNITY)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  execute_process(
    COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/cmake/unity_groups.py" 8 ${sources}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([0-9]+) (.*)$" line "${line}")
    set_source_files_properties("${CMAKE_MATCH_2}" PROPERTIES UNITY_GROUP "${target}_${CMAKE_MATCH_1}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# plumb_room(NAME SOURCES a.cc ... [DEPENDS plumb::base ...] [LIBRARIES third::party ...])
# One static library a room, `plumb::NAME`. DEPENDS are rooms and are passed on;
# LIBRARIES are third parties and stay private, because their headers stay in .cc files.
function(plumb_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  add_library(plumb_${name} STATIC ${ROOM_SOURCES})
  add_library(plumb::${name} ALIAS plumb_${name})
  target_link_libraries(plumb_${name} PUBLIC ${ROOM_DEPENDS} PRIVATE plumb_flags ${ROOM_LIBRARIES})
  target_include_directories(plumb_${name} PUBLIC "${PROJECT_SOURCE_DIR}/src")
  if(PLUMB_SANITIZE AND name IN_LIST PLUMB_UNHURRIED_ROOMS)
    target_compile_options(plumb_${name} PRIVATE -O0)
  endif()
  plumb_unity(plumb_${name})
endfunction()

# plumb_test(file_test.cc [ALONE [SERIAL]] [DEPENDS ...]): the tests of a folder are one executable,
# named after the room, ROOM_tests; those that somebody runs by name, or that need something built
# first, are one of their own (ALONE), named after the file. ctest knows them case by case, labelled
# with the room, and runs nothing beside one that is SERIAL.
function(plumb_test source)
  cmake_parse_arguments(TEST "ALONE;SERIAL" "" "DEPENDS" ${ARGN})
  get_filename_component(room "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  if(TEST_ALONE)
    string(REPLACE "/" "_" name "${source}")
    string(REPLACE ".cc" "" name "${name}")
  else()
    set(name ${room}_tests)
  endif()
  if(NOT TARGET ${name})
    add_executable(${name})
    target_link_libraries(${name} PRIVATE plumb_flags plumb_driving_flags plumb_places GTest::gtest
      GTest::gtest_main)
    if(PLUMB_UNITY)
      # From nothing to the first result: a test is compiled more often than it is debugged, and
      # what it tests is compiled as ever. A third of the compiler's time for it.
      target_compile_options(${name} PRIVATE -g0)
      if(room IN_LIST PLUMB_UNHURRIED_ROOMS)
        target_compile_options(${name} PRIVATE -O0)
      elseif(NOT PLUMB_SANITIZE)
        target_compile_options(${name} PRIVATE -O1)
      endif()
    endif()
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS ${room} RUN_SERIAL ${TEST_SERIAL})
    cmake_language(EVAL CODE "cmake_language(DEFER CALL plumb_unity ${name})")
  endif()
  target_sources(${name} PRIVATE ${source})
  target_link_libraries(${name} PRIVATE ${TEST_DEPENDS})
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
