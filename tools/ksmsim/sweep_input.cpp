#include "sweep_input.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ksmsim/base/shell_word.h"

namespace ksmsim {
namespace {

constexpr std::size_t kManyPoints = 10000;

std::string read_input(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (in && in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
  if (!in || text.fail()) throw UsageError("cannot read " + file);
  return text.str();
}

/// As a list in flow YAML; the values keep their quotes.
std::string list_text(const std::string& values) { return "[" + values + "]"; }

/// A text in flow YAML.
std::string quoted_text(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text;
}

}  // namespace

void SweepInput::declare_file(CLI::App& verb) {
  verb.add_option("SCENARIO", file_, "The YAML file, or a plan")->type_name("");
}

void SweepInput::declare(CLI::App& verb) {
  declare_file(verb);
  const auto one_each = [&](const char* names, std::vector<std::string>& values, const char* help, const char* type) {
    verb.add_option(names, values, help)->type_name(type)->allow_extra_args(false);
  };
  one_each("-s,--set", settings_, "In place of what the file says", "KEY=VALUE");
  one_each("-p,--param", axes_, "An axis, beside or in place of the file's", "KEY=V,V,...");
  one_each("--zip", zips_, "Axes that go in step", "KEY,KEY,...");
  one_each("--where", conditions_, "Only points that meet it", "CONDITION");
  verb.add_option("--repeat", repeat_, "Each point so often, with seeds of their own")->type_name("N");
  verb.add_flag("--yes", yes_, "Also with more than 10,000 points");
}

bool SweepInput::sets_anything(const Session& session) const {
  return !settings_.empty() || !axes_.empty() || !zips_.empty() || !conditions_.empty() || !repeat_.empty() ||
         session.seed;
}

Overrides SweepInput::overrides(const Session& session) const {
  Overrides overrides = overrides_of(settings_, session);
  for (const std::string& axis : axes_) {
    const std::size_t equals = axis.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw UsageError("-p " + axis + ": expected key=value,value, such as -p ksm.pages_to_scan=100..1600:log2");
    }
    const std::string key = "sweep.axes." + axis.substr(0, equals);
    const bool twice =
        std::any_of(overrides.begin(), overrides.end(), [&](const auto& other) { return other.first == key; });
    if (twice) throw UsageError("-p " + axis + ": there is another -p for " + axis.substr(0, equals));
    overrides.emplace_back(key, list_text(axis.substr(equals + 1)));
  }
  std::vector<std::string> zips, conditions;
  for (const std::string& keys : zips_) zips.push_back(list_text(keys));
  for (const std::string& condition : conditions_) conditions.push_back(quoted_text(condition));
  if (!zips.empty()) overrides.emplace_back("sweep.zip", list_text(joined(zips)));
  if (!conditions.empty()) overrides.emplace_back("sweep.where", list_text(joined(conditions)));
  if (!repeat_.empty()) overrides.emplace_back("sweep.repeat", repeat_);
  return overrides;
}

SweepPlan SweepInput::plan(const Session& session) const {
  if (file_.empty()) throw UsageError("SCENARIO is required");
  std::string text = read_input(file_);
  if (SweepPlan::is_plan(text)) {
    if (sets_anything(session))
      throw UsageError(file_ + " is a plan, which is fixed: -s, -p and the like are for scenarios");
    return SweepPlan::parse(text, file_);
  }
  SweepPoints points(std::move(text), file_, overrides(session));
  if (points.size() > kManyPoints && !yes_) {
    throw UsageError(file_ + ": " + std::to_string(points.size()) + " points; give --yes if that is meant");
  }
  return SweepPlan(std::move(points));
}

std::string SweepInput::command(const Session& session) const {
  std::string text = " " + shell_word(file_name(file_));
  const auto add = [&](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) text.append(" ").append(option).append(" ").append(shell_word(value));
  };
  add("-s", settings_);
  add("-p", axes_);
  add("--zip", zips_);
  add("--where", conditions_);
  if (!repeat_.empty()) add("--repeat", {repeat_});
  add("--plugin", session.plugins);
  if (session.seed) add("--seed", {*session.seed});
  return text;
}

std::string SweepInput::stem() const { return std::filesystem::path(file_).stem().string(); }

}  // namespace ksmsim
