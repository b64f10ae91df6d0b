// The job "webhook": one message of a monitor to its address.
#pragma once

#include "base/result.h"
#include "serve/job_run.h"

namespace plumb {

// Address and secret are those that the monitor has now; where it is gone or has no address any
// more, there is nobody to tell and the job is done.
Result<void> do_webhook(JobRun& run);

}  // namespace plumb
