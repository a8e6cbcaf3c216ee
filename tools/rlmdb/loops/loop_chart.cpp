// SPDX-License-Identifier: MIT
#include "loops/loop_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "loops/print_loops.hpp"

namespace rlmdb::cli {
namespace {

constexpr double k_width = 720;
constexpr double k_height = 240;
constexpr double k_left = 32;
constexpr double k_bottom = 20;
constexpr double k_margin = 10;

struct Point {
  double x;
  double y;
  const LoopIteration* iteration;
};

double height_of(double score) {
  const double room = k_height - k_bottom - k_margin;
  return k_height - k_bottom - (std::clamp(score, 0.0, 100.0) / 100.0 * room);
}

std::vector<Point> points_of(const LoopDetails& details) {
  std::vector<Point> points;
  for (const LoopIteration& one : details.iterations) {
    if (one.quality_score.has_value()) {
      points.push_back({0, height_of(*one.quality_score), &one});
    }
  }
  const double step =
      points.size() > 1 ? (k_width - k_left - 2 * k_margin) / static_cast<double>(points.size() - 1) : 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].x = k_left + k_margin + step * static_cast<double>(i);
  }
  return points;
}

std::string grid() {
  std::string svg;
  for (const int score : {0, 25, 50, 75, 100}) {
    const double y = height_of(score);
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\"/><text x=\"{3}\" "
        "y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5}</text>\n",
        k_left, y, k_width, k_left - 4, y + 4, score);
  }
  return svg;
}

std::string dot(const Point& point, const LoopDetails& details) {
  const LoopIteration& one = *point.iteration;
  const bool is_best = details.loop.best.has_value() && one.iteration == details.loop.best->iteration;
  const char* const mark = one.regression_detected ? "dot bad" : is_best ? "dot best" : "dot";
  return fmt::format(
      "<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>iteration {}: "
      "{}{}{}</title></circle>\n",
      mark, point.x, point.y, is_best ? 5 : 3, one.iteration.value_or(0), score_text(one.quality_score),
      is_best ? ", the best" : "", one.regression_detected ? ", a regression" : "");
}

}  // namespace

std::string loop_chart(const LoopDetails& details) {
  const std::vector<Point> points = points_of(details);
  if (points.empty()) {
    return {};
  }
  std::string line;
  std::string dots;
  for (const Point& point : points) {
    line += fmt::format("{:.1f},{:.1f} ", point.x, point.y);
    dots += dot(point, details);
  }
  const auto ends = fmt::format(
      "<text x=\"{:.1f}\" y=\"{}\">{}</text><text x=\"{:.1f}\" y=\"{}\" "
      "text-anchor=\"end\">{}</text>\n",
      points.front().x, k_height - 4, points.front().iteration->iteration.value_or(0),
      points.back().x + k_margin, k_height - 4, points.back().iteration->iteration.value_or(0));
  return fmt::format(
      "<section id=\"quality\">\n<h2>Quality</h2>\n<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" "
      "aria-label=\"Quality score by iteration, 0 to 100\">\n{}<polyline class=\"line\" "
      "points=\"{}\"/>\n{}{}</svg>\n"
      "</section>\n",
      k_width, k_height, grid(), line, dots, ends);
}

std::string sparkline(const std::vector<double>& scores, std::size_t most, const Terminal& terminal) {
  constexpr std::size_t k_steps = 8;
  constexpr std::array<std::string_view, k_steps> k_bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  constexpr std::array<std::string_view, k_steps> k_plain{"_", ".", "-", ":", "=", "+", "*", "#"};
  const auto& signs = terminal.has_utf8 ? k_bars : k_plain;
  std::string line;
  for (std::size_t i = scores.size() - std::min(scores.size(), most); i < scores.size(); ++i) {
    const double share = std::clamp(scores[i], 0.0, 100.0) / 100.0;
    line += signs.at(std::min(static_cast<std::size_t>(share * k_steps), k_steps - 1));
  }
  return line;
}

}  // namespace rlmdb::cli
