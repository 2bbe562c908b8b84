# Installs the build in `build` under `scratch`, then configures, builds and runs the consumer against it.
file(REMOVE_RECURSE ${scratch})
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
run(${CMAKE_COMMAND} --install ${build} --prefix ${scratch}/prefix)
run(${scratch}/prefix/bin/ksmsim --help)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${scratch}/consumer
  -D CMAKE_PREFIX_PATH=${scratch}/prefix -D CMAKE_CXX_COMPILER=${compiler})
run(${CMAKE_COMMAND} --build ${scratch}/consumer)
run(${scratch}/consumer/consumer)
