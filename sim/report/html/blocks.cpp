#include "blocks.h"

#include "chart.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostRows = 100;

}  // namespace

Markup facts_of(const std::vector<Fact>& facts) {
  Markup list;
  for (const Fact& fact : facts) {
    list += element("div", element("dt", escaped(fact.label)) + element("dd", escaped(fact.value)));
  }
  return list.empty() ? list : element("dl", list) + Markup("\n");
}

Markup block_content(const Block& block) {
  Markup content;
  if (block.grid) content += table_of(*block.grid, block.heading, kMostRows);
  for (const std::string& paragraph : block.paragraphs) content += element("p", escaped(paragraph));
  return content + facts_of(block.facts);
}

}  // namespace ksmsim
