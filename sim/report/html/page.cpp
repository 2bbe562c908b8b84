// The report as a whole: its parts and their order.
#include <ostream>

#include "../comparison.h"
#include "../format.h"
#include "../point_summary.h"
#include "../setup.h"
#include "assets.h"
#include "blocks.h"
#include "charts.h"
#include "ksmsim/report/html_report.h"
#include "lead.h"
#include "points.h"
#include "sources.h"

namespace ksmsim {
namespace {

Markup charts_of(const std::vector<Chart>& charts) {
  Markup all;
  for (const Chart& chart : charts) all += figure_of(chart);
  return all;
}

/// A part of the page; nothing if there is nothing in it.
Markup section(const std::string& id, const Markup& heading, const Markup& content) {
  if (content.empty()) return {};
  return element("section", {{"aria-labelledby", id}}, element("h2", {{"id", id}}, heading) + content) + Markup("\n");
}

Markup header_of(const RunResult& result, const HtmlOptions& options) {
  const Block setup = setup_block(result.scenario);
  Markup header = element("h1", escaped(result.scenario.name));
  if (!result.scenario.description.empty()) {
    header += element("p", {{"class", "description"}}, escaped(result.scenario.description));
  }
  for (const std::string& sentence : lead_of(result)) header += element("p", {{"class", "lead"}}, escaped(sentence));
  header += facts_of(setup.facts);
  if (!options.command.empty()) {
    header += element("p", {{"class", "note"}}, "Made again by " + element("code", escaped(options.command)));
  }
  return element("header", header) + Markup("\n");
}

Block checksums_of(const RunResult& result) {
  if (result.points.size() == 1) return checksum_block(result.points.front(), result.scenario.reference);
  Block block = checksum_comparison(result);
  for (std::string& line : percent_below(result).paragraphs) block.paragraphs.push_back(std::move(line));
  return block;
}

Markup checksum_section(const RunResult& result) {
  Block block = checksums_of(result);
  std::erase_if(block.facts, [](const Fact& fact) { return fact.label == "source"; });  // sources_section() has them
  return section("checksums", "Checksums" + kind_tags(checksum_kinds(result)),
                 block_content(block) + charts_of(checksum_bars(result)) + charts_of(checksum_histogram(result)));
}

Document memory_of(const RunResult& result) {
  Document document;
  if (result.points.size() > 1) {
    add_memory_comparison(result, document);
    return document;
  }
  const PointResult& point = result.points.front();
  document.push_back(memory_block(point, "Memory after " + duration_text(point.simulated.seconds())));
  document.back().facts.push_back(ksmd_cpu(point));
  return document;
}

Markup memory_section(const RunResult& result) {
  const Document blocks = memory_of(result);
  Markup content = block_content(blocks.front());
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    content += element("h3", escaped(blocks[i].heading)) + block_content(blocks[i]);
  }
  return section("memory", escaped(blocks.front().heading) + kind_tags({"simulated"}),
                 content + charts_of(timelines(result)));
}

Markup sharing_section(const RunResult& result) {
  Markup content = charts_of(vm_bars(result)) + charts_of(sharing_matrix(result));
  const Grid kinds = kinds_of_sharing(most_saving(result));
  if (!kinds.rows.empty()) {
    content += element("h3", escaped("What is shared" + of_point(result, most_saving(result)))) +
               table_of(kinds, "What is shared", kinds.rows.size());
  }
  return section("sharing-vms", "VMs", content);
}

Markup refused_section(const RunResult& result) {
  if (result.points.size() != 1) return {};
  const Block block = refused_block(result.points.front());
  return section("refused", escaped(block.heading), block_content(block));
}

Markup footer_of(const Provenance& provenance) {
  const std::string text = "ksmsim " + provenance.version + ", " + provenance.date + ", on " + provenance.machine +
                           ", " + provenance.kernel + ".";
  return element("footer", element("p", escaped(text)));
}

Markup body_of(const RunResult& result, const HtmlOptions& options) {
  Markup body = header_of(result, options);
  if (result.points.empty()) return body + sources_section(result);
  body += checksum_section(result);
  body += section("trade", "Savings and their price",
                  charts_of(savings_against_cpu(result)) + charts_of(heat_maps(result)));
  body += memory_section(result);
  body += sharing_section(result);
  body += refused_section(result);
  return body + sources_section(result);
}

void write_pieces(const char* tag, std::span<const std::string_view> pieces, std::ostream& out) {
  if (pieces.empty()) return;
  out << '<' << tag << '>';
  for (const std::string_view piece : pieces) out << piece;
  out << "</" << tag << ">\n";
}

}  // namespace

void write_html(const RunResult& result, const Provenance& provenance, const HtmlOptions& options, std::ostream& out) {
  const HtmlAssets assets = html_assets();
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      << "<meta http-equiv=\"Content-Security-Policy\" content=\"" << assets.policy << "\">\n"
      << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      << "<meta name=\"color-scheme\" content=\"light dark\">\n"
      << element("title", escaped(result.scenario.name + " - ksmsim")).text() << '\n';
  write_pieces("style", assets.style, out);
  out << "</head>\n<body>\n<main>\n" << body_of(result, options).text() << "</main>\n";
  if (options.provenance) out << footer_of(provenance).text() << '\n';
  write_pieces("script", assets.script, out);
  out << "</body>\n</html>\n";
}

}  // namespace ksmsim
