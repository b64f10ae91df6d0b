#include "report/session_writers.h"

#include <gtest/gtest.h>

#include "support/example_reports.h"

namespace plumb {
namespace {

using testing::example_session;

const LineChart& alignment_chart(const ChartSheet& sheet) {
  return std::get<LineChart>(sheet.charts.front().body);
}

TEST(SessionSheet, DrawsTheRangeOfEachPointOfTheAlignmentAsABand) {
  const ChartSheet sheet = session_sheet(example_session("sleep"));
  const std::vector<LinePoint>& points = alignment_chart(sheet).series.front().points;
  ASSERT_EQ(points.size(), 3U);
  EXPECT_FALSE(points[0].interval);
  ASSERT_TRUE(points[2].interval);
  EXPECT_EQ(points[2].interval->low, 0.625);
  EXPECT_EQ(points[2].interval->high, 0.875);
  EXPECT_NE(sheet.charts.front().description.find("when one action is left out"),
            std::string::npos);
}

TEST(SessionSheet, HasNoBandsWhereTheyWouldHideEachOther) {
  SessionReport report = example_session("sleep");
  report.sessions.assign(4, report.sessions.front());
  for (const LineSeries& series : alignment_chart(session_sheet(report)).series) {
    EXPECT_FALSE(series.points.back().interval);
  }
}

TEST(SessionTables, HaveTheRangeOfTheAlignment) {
  const SessionReport report = example_session("sleep");
  const std::string csv = session_csv(report);
  EXPECT_NE(csv.find("alignment_curve_actions,alignment_low,alignment_high,"), std::string::npos);
  EXPECT_NE(csv.find("\nsleep,dialogue,1,true,1,0.5000,,,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\nsleep,dialogue,3,true,0,0.7500,0.6250,0.8750,"), std::string::npos) << csv;
  EXPECT_NE(session_markdown(report).find("| 0.6250 to 0.8750 |"), std::string::npos);
  EXPECT_NE(session_html(report).find("0.6250 to 0.8750"), std::string::npos);
}

TEST(SessionTables, TellABlankPlanFromASessionWithoutAction) {
  SessionReport report = example_session("sleep");
  report.sessions[1].alignment->blank_plan = false;
  EXPECT_NE(session_text(report).find("no action"), std::string::npos);
  EXPECT_EQ(session_text(report).find("blank plan"), std::string::npos);
  report.sessions[1].alignment->blank_plan = true;
  EXPECT_EQ(session_text(report).find("no action"), std::string::npos);
  EXPECT_NE(session_text(report).find("blank plan"), std::string::npos);
}

}  // namespace
}  // namespace plumb
