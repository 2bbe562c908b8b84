// The graph as DOT, for Graphviz, and as GraphML, for yEd, Gephi, NetworkX and others.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "format.h"
#include "ksmsim/report/columns.h"
#include "ksmsim/report/graph_report.h"
#include "lines.h"
#include "tree_json.h"

namespace ksmsim {
namespace {

/// What is not UTF-8 becomes U+FFFD.
std::string valid_utf8(const std::string& text) { return Json::parse(json_text(Json(text))).get<std::string>(); }

std::string dot_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : printable(valid_utf8(text))) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string xml_text(const std::string& text) {
  std::string out;
  for (const char c : printable(valid_utf8(text))) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::uint64_t widest(const SharingGraph& graph) {
  std::uint64_t most = 1;
  for (const SharingEdge& edge : graph.edges) most = std::max(most, edge.contents());
  return most;
}

/// "image 7409, zeros 1"
std::string parts_text(const SharingEdge& edge) {
  std::string text;
  for (std::size_t i = 0; i < edge.both.size(); ++i) {
    if (edge.both[i] != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kSharedWhats[i], edge.both[i]);
  }
  return text;
}

void write_data(std::ostream& out, const char* key, std::uint64_t value) {
  out << "      <data key=\"" << key << "\">" << value << "</data>\n";
}

constexpr const char* kGraphmlHead = R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="name" for="node" attr.name="name" attr.type="string"/>
  <key id="kind" for="node" attr.name="kind" attr.type="string"/>
  <key id="merged" for="node" attr.name="merged_pages" attr.type="long"/>
  <key id="contents" for="node" attr.name="contents" attr.type="long"/>
  <key id="relation" for="edge" attr.name="relation" attr.type="string"/>
  <key id="weight" for="edge" attr.name="weight" attr.type="long"/>
)";

void write_node(std::ostream& out, const std::string& id, const std::string& name, const char* kind) {
  out << "    <node id=\"" << id << "\">\n      <data key=\"name\">" << xml_text(name)
      << "</data>\n      <data key=\"kind\">" << kind << "</data>\n";
}

void write_edge(std::ostream& out, const std::string& from, const std::string& to, const char* relation,
                std::uint64_t weight) {
  out << "    <edge source=\"" << from << "\" target=\"" << to << "\">\n      <data key=\"relation\">" << relation
      << "</data>\n";
  write_data(out, "weight", weight);
}

std::string id_of(std::size_t vm) { return "vm" + std::to_string(vm); }

}  // namespace

void write_dot(const SharingGraph& graph, std::ostream& out) {
  out << "graph sharing {\n  node [shape=ellipse];\n  host [shape=box];\n";
  for (std::size_t i = 0; i < graph.vms.size(); ++i) {
    out << "  " << id_of(i) << " [label=" << dot_text(graph.vms[i].name) << "];\n";
  }
  for (std::size_t i = 0; i < graph.vms.size(); ++i) {
    out << "  host -- " << id_of(i) << " [weight=0, style=dashed, color=gray, label=\"merged "
        << pages_text(graph.vms[i].merged) << "\", pages=" << graph.vms[i].merged << "];\n";
  }
  const auto most = static_cast<double>(widest(graph));
  for (const SharingEdge& edge : graph.edges) {
    const double width = 0.5 + 5.5 * static_cast<double>(edge.contents()) / most;
    out << "  " << id_of(edge.a) << " -- " << id_of(edge.b)
        << fmt::format(" [contents={}, penwidth={}, label=\"{}\", tooltip=\"{}\"{}];\n", edge.contents(),
                       fixed_text(width, 2), pages_text(edge.contents()), parts_text(edge),
                       edge.telling() == 0 ? ", style=dotted" : "");
  }
  out << "}\n";
}

void write_graphml(const SharingGraph& graph, std::ostream& out) {
  out << kGraphmlHead;
  for (const std::string_view what : kSharedWhats) {
    out << "  <key id=\"" << what << "\" for=\"edge\" attr.name=\"" << what << "\" attr.type=\"long\"/>\n";
  }
  out << "  <graph id=\"sharing\" edgedefault=\"undirected\">\n";
  write_node(out, "host", "host", "host");
  out << "    </node>\n";
  for (std::size_t i = 0; i < graph.vms.size(); ++i) {
    write_node(out, id_of(i), graph.vms[i].name, "vm");
    write_data(out, "merged", graph.vms[i].merged);
    write_data(out, "contents", graph.vms[i].contents);
    out << "    </node>\n";
  }
  for (std::size_t i = 0; i < graph.vms.size(); ++i) {
    write_edge(out, "host", id_of(i), "merged", graph.vms[i].merged);
    out << "    </edge>\n";
  }
  for (const SharingEdge& edge : graph.edges) {
    write_edge(out, id_of(edge.a), id_of(edge.b), "shares", edge.contents());
    for (std::size_t i = 0; i < edge.both.size(); ++i) {
      if (edge.both[i] != 0) write_data(out, kSharedWhats[i].data(), edge.both[i]);
    }
    out << "    </edge>\n";
  }
  out << "  </graph>\n</graphml>\n";
}

}  // namespace ksmsim
