// The catalogue's texts, a family each. metric_catalogue.h is what others call.
#pragma once

#include <span>

#include "judge/metric_catalogue.h"

namespace plumb {

std::span<const MetricEntry> execution_entries();
std::span<const MetricEntry> additional_entries();
std::span<const MetricEntry> intent_entries();
std::span<const MetricEntry> session_entries();

}  // namespace plumb
