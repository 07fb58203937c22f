// SPDX-License-Identifier: Apache-2.0
// priory plot MODEL [DATA]: one figure of the report by itself, as SVG for papers.
#include <filesystem>
#include <fmt/format.h>

#include "pages.h"

namespace priory::app {
namespace {

struct Plot {
  PageArguments page;
  FigureOptions figure;
  std::string path;

  int run() const {
    check_path();
    page.make([&](const Page& made, const Judged*, const Beside*) {
      const std::string svg = to_svg(made, chosen(made));
      if (path == "-") return write_output(svg);
      write_file(path, [&](std::ostream& out) { out << svg; });
      note(fmt::format("wrote {}", path));
    });
    return 0;
  }

  // Without a figure: what one looks at first of what there is.
  FigureOptions chosen(const Page& made) const {
    FigureOptions out = figure;
    if (!out.figure.empty()) return out;
    if (!figure.column.empty())
      out.figure = "column";
    else if (made.measures != nullptr)
      out.figure = "matrix";
    else
      out.figure = made.model.nomogram ? "nomogram" : "column";
    return out;
  }

  void check_path() const {
    const std::string ending = std::filesystem::path(path).extension().string();
    if (path == "-" || ending == ".svg") return;
    throw Error(ErrorKind::usage, fmt::format("{}: a figure is written as SVG", path), {},
                ending == ".png" || ending == ".pdf"
                    ? fmt::format("write a .svg, and: rsvg-convert -f {} -d 300 -p 300 FILE.svg -o {} "
                                  "(apt-get install librsvg2-bin)",
                                  ending.substr(1), path)
                    : "name a file that ends in .svg");
  }
};

}  // namespace

Verb make_plot() {
  const auto self = std::make_shared<Plot>();
  Verb verb{"plot",
            "one figure of a model, as SVG for papers",
            {"priory plot mail.priory test.csv --figure roc -o roc.svg",
             "priory plot mail.priory test.csv --column links -o links.svg"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.model(self->page.model_path);
  arguments
      .texts("DATA", "", self->page.data,
             "files of rows, whose class is known unless it is hidden; without them, the model alone")
      .reads();
  arguments.group("Output");
  arguments.text("-o,--output", "FILE", self->path, "the SVG file; - is a pipe").writes().required = true;
  arguments.word("--figure", "NAME", self->figure.figure, figure_names(),
                 "which figure; by default the matrix, without rows the nomogram");
  arguments.text("--column", "COL", self->figure.column, "the column of figure 'column'").names_column();
  arguments.text("--class", "CLASS", self->figure.of_class, "the class of the curves").names_class();
  self->page.bootstrap.resamples = "0";  // intervals stand on no figure
  self->page.declare(arguments, false);
  verb.matter = {"--figure", "--column", "--class"};
  return verb;
}

}  // namespace priory::app
