// ksmsim list: the plug-ins there are, from the catalogue.
#include <CLI/CLI.hpp>
#include <array>

#include "document_form.h"
#include "ksmsim/base/plugin.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter = R"(KIND is one of: hashes models scanners kernels cpus formats.

Examples:
  ksmsim list
  ksmsim list hashes
  ksmsim list models --markdown)";

struct Kind {
  const char *plural, *singular, *where;
};
constexpr std::array kKinds{Kind{"hashes", "hash", "ksm.hash"},
                            Kind{"models", "model", "vms.contents.model"},
                            Kind{"scanners", "scanner", "ksm.scanner"},
                            Kind{"kernels", "kernel", "host.kernel"},
                            Kind{"cpus", "cpu", "host.cpu"},
                            Kind{"formats", "format", "trace import"}};

const char* type_name(ParamType type) {
  switch (type) {
    case ParamType::boolean:
      return "true or false";
    case ParamType::integer:
      return "integer";
    case ParamType::real:
      return "number";
    case ParamType::text:
      return "text";
    case ParamType::size:
      return "size";
    case ParamType::duration:
      return "duration";
    case ParamType::share:
      return "share";
  }
  return "";
}

std::vector<Kind> kinds_named(const std::string& word) {
  if (word.empty()) return {kKinds.begin(), kKinds.end()};
  std::vector<std::string> known;
  for (const Kind& kind : kKinds) {
    if (word == kind.plural || word == kind.singular) return {kind};
    known.emplace_back(kind.plural);
  }
  const std::string nearest = nearest_word(word, known);
  throw UsageError("list: nothing is called '" + word + "'" +
                   (nearest.empty() ? " (see ksmsim list --help)" : " (did you mean '" + nearest + "'?)"));
}

Block params_block(const PluginInfo& plugin) {
  Block block;
  block.heading = "Parameters of " + plugin.name;
  for (const ParamSpec& param : plugin.params) {
    const std::string fallback = param.fallback.empty() ? "required" : "default " + param.fallback;
    block.facts.push_back({param.key, param.help + " (" + type_name(param.type) + ", " + fallback + ")"});
  }
  return block;
}

Document document_of(const std::vector<Kind>& kinds) {
  Document document;
  for (const Kind& kind : kinds) {
    const auto plugins = catalogue_list(kind.singular);
    if (plugins.empty()) continue;
    Block block;
    block.heading = std::string(kind.plural) + " (" + kind.where + ")";
    for (const PluginInfo* plugin : plugins) {
      block.facts.push_back({plugin->name, plugin->summary});
    }
    document.push_back(std::move(block));
    for (const PluginInfo* plugin : plugins) {
      if (!plugin->params.empty()) document.push_back(params_block(*plugin));
    }
  }
  return document;
}

Tree tree_of(const PluginInfo& plugin) {
  Tree::List params;
  for (const ParamSpec& param : plugin.params) {
    Tree fallback = param.fallback.empty() ? Tree() : Tree(param.fallback);
    params.emplace_back(Tree::Map{{"key", Tree(param.key)},
                                  {"type", Tree(std::string(type_name(param.type)))},
                                  {"default", std::move(fallback)},
                                  {"help", Tree(param.help)}});
  }
  return Tree(Tree::Map{{"kind", Tree(plugin.kind)},
                        {"name", Tree(plugin.name)},
                        {"summary", Tree(plugin.summary)},
                        {"params", Tree(std::move(params))}});
}

Tree tree_of(const std::vector<Kind>& kinds) {
  Tree::List list;
  for (const Kind& kind : kinds) {
    for (const PluginInfo* plugin : catalogue_list(kind.singular)) {
      list.push_back(tree_of(*plugin));
    }
  }
  return Tree(std::move(list));
}

class List final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("list", "List hashes, models, CPUs and the like");
    verb->add_option("KIND", kind_, "Only these")->type_name("");
    form_.declare(*verb);
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const std::vector<Kind> kinds = kinds_named(kind_);
    form_.show(document_of(kinds), tree_of(kinds), session);
    return kExitFine;
  }

 private:
  std::string kind_;
  DocumentForm form_;
};

}  // namespace

std::unique_ptr<Verb> make_list() { return std::make_unique<List>(); }

}  // namespace ksmsim
