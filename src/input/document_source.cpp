// SPDX-License-Identifier: Apache-2.0
// A batch of files is a range of a run: the source only counts, the decoder opens and reads. Its rows are
// handed on as soon as they hold batch_bytes, so that a decoder needs the memory of these and of one file.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "priory/error.h"

#include "input/documents.h"
#include "input/row_source.h"

namespace priory {
namespace {

constexpr std::size_t kFilesABatch = 32;
constexpr std::size_t kFirstRead = 1 << 14;

struct FileBatch : Batch {
  const DocumentRun* run = nullptr;
  std::size_t begin = 0, end = 0;
};

// All of a stream, and kPadding bytes more.
std::string read_document(Bytes& bytes) {
  std::string out(kFirstRead, '\0');
  for (std::size_t size = 0;; out.resize(2 * out.size())) {
    size += read_fully(bytes, out.data() + size, out.size() - size);
    if (size == out.size() && size <= kLargestRecord) continue;
    if (size > kLargestRecord)
      throw Error(
          ErrorKind::data, fmt::format("the file is longer than {} bytes", kLargestRecord), {},
          "a file is one text: split it, or give the texts as lines of a file (‹input-format› lines)");
    out.resize(size + kPadding);
    out.resize(size);  // the padding stays readable: a string does not give memory back
    return out;
  }
}

class DocumentDecoder : public Decoder<Records> {
 public:
  DocumentDecoder(const Documents& documents, const ReadOptions& options, bool again,
                  std::unique_ptr<Decoder<Records>> stream)
      : documents_(documents), enough_(options.batch_bytes), again_(again), stream_(std::move(stream)) {}

  void decode(const Batch& batch, const std::function<void(const Records&)>& take) override {
    const auto* files = dynamic_cast<const FileBatch*>(&batch);
    if (files == nullptr) return stream_->decode(batch, take);
    rows_.clear();
    std::size_t size = 0;
    for (std::size_t k = files->begin; k < files->end; ++k) {
      if (size >= enough_) take(rows_), rows_.clear(), size = 0;
      size += add(*files->run, files->run->files[k]);
    }
    take(rows_);
  }

 private:
  // Returns how many bytes the file has.
  std::size_t add(const DocumentRun& run, const std::string& file) {
    rows_.file = file;
    try {
      const std::string_view bytes = rows_.keep(read_document(*documents_.open(file, again_)));
      const std::size_t mark = bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
      run.head.records->parse(bytes.substr(mark), 1, rows_);
      rows_.files.resize(rows_.n_rows, file);
      return bytes.size();
    } catch (const Error& error) {
      refuse(file, error);
      return 0;
    }
  }

  void refuse(const std::string& file, const Error& error) {
    BadRow bad;
    bad.place.file = file;
    bad.reason = error.message();
    bad.kind = error.kind();
    bad.remedy =
        error.remedy().empty() ? "leave such files out and count them (‹on-bad-row› skip)" : error.remedy();
    // The place has the name already.
    if (const std::size_t at = bad.reason.find(" " + file); at != std::string::npos)
      bad.reason.erase(at, file.size() + 1);
    rows_.add_bad(std::move(bad));
  }

  const Documents& documents_;
  std::size_t enough_;
  bool again_;
  std::unique_ptr<Decoder<Records>> stream_;  // of mboxes
  Records rows_;
};

class DocumentSource : public Source<Records> {
 public:
  DocumentSource(const Documents& documents, const ReadOptions& options, bool again, const OriginRange* piece)
      : documents_(documents), options_(options), again_(again) {
    if (piece != nullptr) piece_ = *piece;
  }

  std::unique_ptr<Batch> next() override {
    for (; run_ < documents_.runs.size(); next_run()) {
      auto batch = documents_.runs[run_].origin.empty() ? next_files() : next_of_stream();
      if (batch) return batch;
    }
    return nullptr;
  }

  std::unique_ptr<Decoder<Records>> decoder() const override {
    static const std::vector<std::unique_ptr<Origin>> kNone;
    const auto any = row_source(kNone, documents_.runs[0].head, stream_options());
    return std::make_unique<DocumentDecoder>(documents_, options_, again_, any->decoder());
  }

  // Nobody has looked at the files yet: they are counted. Of an mbox alone, bytes.
  Progress progress() const override {
    if (documents_.runs.size() == 1 && stream_) return stream_->progress();
    std::uint64_t n_files = 0;
    for (const DocumentRun& run : documents_.runs) n_files += run.size();
    const std::uint64_t end = std::min(n_files, piece_.end), begin = std::min(piece_.begin, end);
    return {Progress::Unit::files, std::clamp(passed_ + at_, begin, end) - begin, end - begin};
  }

 private:
  void next_run() {
    passed_ += documents_.runs[run_].size();
    ++run_, at_ = 0, stream_.reset();
  }

  std::unique_ptr<Batch> next_files() {
    const DocumentRun& run = documents_.runs[run_];
    const std::size_t end =
        std::min<std::uint64_t>(run.files.size(), piece_.end - std::min(piece_.end, passed_));
    at_ = std::max<std::size_t>(at_, piece_.begin - std::min(piece_.begin, passed_));
    if (at_ >= end) return nullptr;
    auto batch = std::make_unique<FileBatch>();
    batch->run = &run;
    batch->begin = at_;
    batch->end = at_ = std::min(end, at_ + kFilesABatch);
    return batch;
  }

  std::unique_ptr<Batch> next_of_stream() {
    if (passed_ < piece_.begin || passed_ >= piece_.end) return nullptr;
    const DocumentRun& run = documents_.runs[run_];
    if (!stream_) stream_ = row_source(run.origin, run.head, stream_options());
    return stream_->next();
  }

  RowSourceOptions stream_options() const {
    RowSourceOptions out;
    out.read = options_;
    out.format = Format::mbox;
    out.again = again_;
    return out;
  }

  const Documents& documents_;
  ReadOptions options_;
  bool again_;
  OriginRange piece_;
  std::uint64_t passed_ = 0;  // files of the runs before
  std::size_t run_ = 0, at_ = 0;
  std::unique_ptr<Source<Records>> stream_;
};

}  // namespace

std::unique_ptr<Source<Records>> document_source(const Documents& documents, const ReadOptions& options,
                                                 bool again, const OriginRange* piece) {
  return std::make_unique<DocumentSource>(documents, options, again, piece);
}

}  // namespace priory
