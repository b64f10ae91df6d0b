// A server's workers alone, with an encoder that takes its time: what job_workers_test kills.
#include <unistd.h>

#include "serve/job_workers.h"
#include "service_under_test.h"

int main(int count, char** arguments) {
  using namespace plumb;
  if (count != 2) return 2;
  const auto address = parse_store_address(arguments[1]);
  if (!address) return 2;
  ServiceUnderTest service(*address);
  service.encoder().slow_down(std::chrono::milliseconds(20));
  JobWorkersOptions options;
  options.lease = std::chrono::seconds(2);
  JobWorkers workers(service.services(), options);
  if (!workers.start()) return 1;
  for (;;) ::pause();
}
