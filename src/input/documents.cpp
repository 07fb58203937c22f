// SPDX-License-Identifier: Apache-2.0
#include "input/documents.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "priory/error.h"

#include "input/detect.h"
#include "input/folders.h"

namespace priory {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLookedAt = 4;  // files of a class
constexpr std::size_t kLook = 1 << 12;

std::string head_of(Bytes& bytes) {
  std::string out(kLook, '\0');
  out.resize(read_fully(bytes, out.data(), out.size()));
  return out;
}

class DocumentsOpener {
 public:
  DocumentsOpener(const std::vector<std::string>& paths, const ReadOptions& options)
      : paths_(paths), options_(options) {}

  Documents open() {
    for (const std::string& path : paths_) {
      if (is_directory(path)) {
        add_folders(path);
      } else {
        const Format format = format_of_file(path);
        items_.push_back({path, {}, format});
      }
    }
    look_into_folders();
    documents_.format = items_[0].format;
    for (Item& item : items_) add_runs(item);
    documents_.columns = documents_.runs[0].head.columns;
    return std::move(documents_);
  }

 private:
  struct Item {
    std::string path;  // of a file; empty: a directory
    Folder folder;
    Format format;
  };

  void add_folders(const std::string& path) {
    if (options_.format != Format::detect && !is_document(options_.format))
      throw Error(ErrorKind::usage, path + " is a directory: its files are texts or mails", {},
                  "leave --input-format out, or say text, mail or mbox; tables are named file by file");
    for (Folder& folder : list_folders(path, paths_.size() == 1)) {
      if (folder.files.empty()) documents_.notes.push_back(folder.path + " holds no files");
      items_.push_back({"", std::move(folder), Format::detect});
    }
  }

  // A file beside directories, or with an ending of mail.
  Format format_of_file(const std::string& path) {
    const auto bytes = origin_of(path)->open(true);  // is it there?
    if (options_.format != Format::detect) return options_.format;
    Format named = format_of_name(path);
    if (named == Format::detect) named = format_of_bytes(head_of(*bytes));
    if (is_document(named)) return named;
    if (format_of_name(path) == Format::detect) return Format::text;
    throw Error(ErrorKind::usage, fmt::format("{} is a table, and {} is not", path, other_than(path)), {},
                "files read as one table need one format");
  }

  std::shared_ptr<Origin> origin_of(const std::string& path) {
    std::error_code error;
    const auto type = path == "-" ? fs::file_type::fifo : fs::status(path, error).type();
    if (type == fs::file_type::regular || type == fs::file_type::not_found) return file_origin(path);
    auto& pipe = documents_.pipes[path];
    if (!pipe) pipe = file_origin(path);
    return pipe;
  }

  std::string other_than(const std::string& path) const {
    return *std::find_if(paths_.begin(), paths_.end(), [&](const std::string& each) { return each != path; });
  }

  // One format for all directories, so that classes do not differ by how they were read.
  void look_into_folders() {
    const auto is_folder = [](const Item& item) { return item.path.empty(); };
    if (std::none_of(items_.begin(), items_.end(), is_folder)) return;
    const Format format = options_.format != Format::detect ? options_.format : decide_by_looking();
    for (Item& item : items_) {
      if (is_folder(item)) item.format = format;
    }
  }

  Format decide_by_looking() {
    std::size_t n_mails = 0, n_files = 0, n_maildirs = 0, n_folders = 0;
    for (const Item& item : items_) {
      if (!item.path.empty()) continue;
      ++n_folders, n_maildirs += item.folder.maildir;
      for (std::size_t k = 0; k < std::min(kLookedAt, item.folder.files.size()); ++k)
        ++n_files, n_mails += is_mail(item.folder.files[k]);
    }
    if (n_files == 0)
      throw Error(ErrorKind::data, "there are no files in " + paths_[0], {}, "hidden files are left out");
    if (n_maildirs == n_folders) return Format::mail;
    if (2 * n_mails < n_files) return Format::text;
    documents_.notes.push_back(fmt::format(
        "read as mail: {} of {} files looked at have the headers of one; --input-format text would "
        "read them as they are",
        n_mails, n_files));
    return Format::mail;
  }

  static bool is_mail(const std::string& path) {
    const Format named = format_of_name(path);
    if (is_document(named)) return true;
    if (named != Format::detect)
      throw Error(ErrorKind::usage, fmt::format("{} is a table in a directory", path), {},
                  "name the files of a table one by one; --input-format text reads each file as a text");
    try {
      return looks_like_mail(head_of(*file_origin(path)->open(false)));
    } catch (const Error&) {
      return false;  // it is told when the file is read
    }
  }

  void add_runs(Item& item) {
    if (!item.path.empty()) return add_file(item.path, "", item.format);
    for (const std::string& file : item.folder.files) {
      const bool mbox = item.format == Format::mbox ||
                        (item.format == Format::mail && format_of_name(file) == Format::mbox);
      add_file(file, item.folder.label, mbox ? Format::mbox : item.format);
    }
  }

  void add_file(const std::string& path, const std::string& label, Format format) {
    const bool mbox = format == Format::mbox;
    if (mbox || documents_.runs.empty() || !documents_.runs.back().origin.empty() || label_ != label ||
        format_ != format) {
      DocumentRun run;
      const Opening opening{"", true, path, options_, nullptr, label};
      run.head = *read_head(format, opening);
      documents_.runs.push_back(std::move(run));
      label_ = label, format_ = format;
      if (mbox) return documents_.runs.back().origin.push_back(labelled(origin_of(path), label));
    }
    documents_.runs.back().files.push_back(path);
  }

  const std::vector<std::string>& paths_;
  const ReadOptions& options_;
  std::vector<Item> items_;
  std::string label_;
  Format format_ = Format::detect;
  Documents documents_;
};

}  // namespace

std::unique_ptr<Bytes> Documents::open(const std::string& file, bool again) const {
  const auto pipe = pipes.find(file);
  return pipe == pipes.end() ? file_origin(file)->open(again) : pipe->second->open(again);
}

bool are_documents(const std::vector<std::string>& paths, const ReadOptions& options) {
  if (options.format != Format::detect && is_document(options.format)) return true;
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    return is_directory(path) || (options.format == Format::detect && is_document(format_of_name(path)));
  });
}

Documents open_documents(const std::vector<std::string>& paths, const ReadOptions& options) {
  return DocumentsOpener(paths, options).open();
}

}  // namespace priory
