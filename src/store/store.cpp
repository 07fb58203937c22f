// SPDX-License-Identifier: Apache-2.0
#include "priory/store.h"

#include "store/file.h"
#include "store/model_reader.h"
#include "store/model_writer.h"

namespace priory {
namespace {

Classifier read(std::shared_ptr<const MappedFile> file, const std::string& path, Check check) {
  const std::string_view bytes = file->bytes();
  return ModelReader(std::make_shared<const TensorReader>(bytes, path, std::move(file)), check).read();
}

// What is written is read back by the checks that a model from anywhere gets, before it replaces anything.
void write(const Classifier& model, const std::string& path) {
  ModelWriter writer(model);
  write_file(path, writer.pieces(), [](const std::string& written) {
    try {
      read(std::make_shared<const MappedFile>(written), written, Check::all);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::model) throw;
      throw Error(ErrorKind::data,
                  "what was learnt makes no model that could be read again: " + error.message(), {},
                  "nothing was written; what was there before is as it was");
    }
  });
}

}  // namespace

std::string to_bytes(const Classifier& model) {
  return ModelWriter(model).bytes();
}

namespace {

// In words of 8 bytes, as the tensors want to lie.
ModelReader reader_of(std::string_view bytes, const std::string& name, Check check) {
  const auto copy = std::make_shared<std::vector<std::uint64_t>>((bytes.size() + 7) / 8);
  if (!bytes.empty()) std::memcpy(copy->data(), bytes.data(), bytes.size());
  const std::string_view own(reinterpret_cast<const char*>(copy->data()), bytes.size());
  return {std::make_shared<const TensorReader>(own, name, copy), check};
}

}  // namespace

Classifier from_bytes(std::string_view bytes, const std::string& name, Check check) {
  return reader_of(bytes, name, check).read();
}

std::string Statistics::bytes() const {
  sums_->check_decided();
  NamedSums out = *sums_;
  out.canonicalise();
  return ModelWriter(out).bytes();
}

Statistics Statistics::from_bytes(std::string_view bytes, const std::string& name) {
  return Statistics(reader_of(bytes, name, Check::all).read_statistics());
}

// Whoever changes the file that is there now is waited for, so that the change is not written over this.
void save(const Classifier& model, const std::string& path) {
  const std::unique_ptr<FileLock> lock = FileLock::if_there(path);
  write(model, path);
}

void save(const Network& network, const std::string& path) {
  write_file(path, to_bif(network));
}

void save_text(std::string_view text, const std::string& path) {
  write_file(path, text);
}

Classifier load(const std::string& path, Check check) {
  return read(std::make_shared<const MappedFile>(path), path, check);
}

FileFacts file_facts(const std::string& path) {
  const MappedFile file(path);
  const TensorReader reader(file.bytes(), path);
  reader.check_all();
  return {reader.format(), reader.checksum(), file.bytes().size()};
}

FileFacts facts_of(std::string_view bytes, const std::string& name) {
  const TensorReader reader(bytes, name);
  return {reader.format(), reader.checksum(), bytes.size()};
}

Classifier change_file(const std::string& path, const std::function<Classifier(const Classifier&)>& change,
                       bool backup) {
  const FileLock lock(path);
  const auto old = std::make_shared<const MappedFile>(path);
  Classifier changed = change(read(old, path, Check::all));
  if (backup) write_file(path + "~", old->bytes());
  write(changed, path);
  return changed;
}

}  // namespace priory
