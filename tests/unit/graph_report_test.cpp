// Who shares with whom, as people and other programs read it.
#include "ksmsim/report/graph_report.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.h"
#include "document_text.h"
#include "ksmsim/report/report.h"
#include "longest_line.h"
#include "run_command.h"

using namespace ksmsim;
using What = SharedContents::What;

namespace {

PointResult point_of(const std::vector<std::string>& names) {
  PointResult point;
  SharedContents zeros{What::zeros, 1, {}}, image{What::image, 25'600, {}};
  for (std::uint32_t vm = 0; vm < names.size(); ++vm) {
    point.vms.push_back({names[vm], 30'000, 0, 0, 0});
    zeros.holders.push_back({vm, 100});
    if (vm != 0) image.holders.push_back({vm, 25'600});
  }
  point.sharing = {image, zeros, {What::image, 10, {{0, 40}}}};
  return point;
}

std::string text_of(const PointResult& point, const PlacementOptions& options = {}) {
  return text_of(graph_document(sharing_graph(point), study_placement(point, options)));
}

std::string file_of(const PointResult& point, void (*write)(const SharingGraph&, std::ostream&)) {
  std::ostringstream out;
  write(sharing_graph(point), out);
  return out.str();
}

std::vector<std::string> many_names(std::size_t n, const std::string& prefix) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < n; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

const std::vector<std::string> kHostile{"a\"b\\", "<c>&amp;\n]]>", "host", "\xff\xfe", "d\x01"};

}  // namespace

TEST_CASE("the text has what is shared, who has it in common, and a split") {
  const std::string text = text_of(point_of({"odd", "a", "b", "c"}));
  CHECK_THAT(text, contains_text("What 4 VMs share (simulated)"));
  CHECK_THAT(text, contains_text("of an image                   3  76800     25600         200 MiB"));
  CHECK_THAT(text, contains_text("of an image, within one VM    1     40        10         120 KiB"));
  CHECK_THAT(text, contains_text("2 separate groups of VMs"));
  CHECK_THAT(text, contains_text("group 1  a b c"));
  CHECK_THAT(text, contains_text("exact: no split needs less"));
  CHECK_THAT(text, contains_text("host 0"));
}

TEST_CASE("the text fits 80 columns, however many VMs there are and whatever they are called") {
  for (const std::size_t vms : {2u, 8u, 9u, 40u}) {
    CAPTURE(vms);
    CHECK(longest_line(text_of(point_of(many_names(vms, "a-rather-long-name-of-a-virtual-machine-")))) <= 80);
  }
  CHECK_THAT(text_of(point_of(many_names(40, "vm"))), contains_text("there may be a better one"));
}

TEST_CASE("what cannot be is said plainly") {
  PlacementOptions small;
  small.capacity = mib(1);
  const std::string text = text_of(point_of({"odd", "a", "b", "c"}), small);
  CHECK_THAT(text, contains_text("no split fits: all were ruled out"));
  CHECK_THAT(text, contains_text("does not fit"));
  CHECK_THAT(text, contains_text("none fits"));
  CHECK_THAT(text_of(PointResult{}), contains_text("Nothing: KSM has merged no page."));
}

TEST_CASE("JSON has the whole graph and the placement") {
  const PointResult point = point_of({"odd", "a", "b", "c"});
  const auto json =
      nlohmann::ordered_json::parse(tree_to_json(graph_tree(sharing_graph(point), study_placement(point, {}))));
  CHECK(json["edges"].size() == 6);
  CHECK(json["edges"][3].dump() == R"({"a":"a","b":"b","contents":25601,"zeros":1,"image":25600})");
  CHECK(json["components"].dump() == R"([["odd"],["a","b","c"]])");
  CHECK(json["best_pairs"].size() == 2);
  CHECK(json["placement"]["method"] == "exact");
  CHECK(json["placement"]["best"].size() == 2);
}

TEST_CASE("in DOT names are quoted, so that no character of them acts") {
  const std::string dot = file_of(point_of(kHostile), write_dot);
  CHECK_THAT(dot, contains_text(R"(vm0 [label="a\"b\\"];)"));
  CHECK_THAT(dot, contains_text("vm1 [label=\"<c>&amp; ]]>\"];"));
  CHECK_THAT(dot, contains_text("vm3 [label=\"\xef\xbf\xbd\xef\xbf\xbd\"];"));
  CHECK_THAT(dot, contains_text("vm0 -- vm1 [contents=1, "));
  CHECK_THAT(dot, contains_text("style=dotted"));
  CHECK_THAT(dot, contains_text("vm1 -- vm2 [contents=25601, penwidth=6.00, label=\"100 MiB\", "));
}

TEST_CASE("GraphML is XML whose names are the VMs', whatever they are") {
  const CommandResult read = run_command({"python3", "-c", R"(
import sys, xml.etree.ElementTree as tree
x = '{http://graphml.graphdrawing.org/xmlns}'
graph = tree.parse(sys.stdin.buffer).getroot().find(x + 'graph')
for node in graph.iter(x + 'node'):
    print(node.get('id'), ascii([d.text for d in node.iter(x + 'data') if d.get('key') == 'name'][0]))
print(len(list(graph.iter(x + 'edge'))))
)"},
                                         {.input = file_of(point_of(kHostile), write_graphml)});
  CHECK(read.err == "");
  CHECK(read.out ==
        "host 'host'\nvm0 'a\"b\\\\'\nvm1 '<c>&amp; ]]>'\nvm2 'host'\nvm3 '\\ufffd\\ufffd'\nvm4 'd '\n15\n");
}
