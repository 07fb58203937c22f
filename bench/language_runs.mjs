// A converted model over the rows of languages.py: prints CPU seconds.
//     node language_runs.mjs JavaScript|DuckDB|onnxruntime MODEL FOLDER
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";

const [name, model, folder] = process.argv.slice(2);
const require = createRequire(process.cwd() + "/");
const lines = readFileSync(folder + "/rows.csv", "utf8").trim().split("\n").slice(1).map((line) => line.split(","));
const names = ["colour", "shape", "a", "b", "c"];
const cells = names.map((_, k) => lines.map((line) => k < 2 ? line[k + 1] : Number(line[k + 1])));

async function measured(work) {
  const begin = process.cpuUsage();
  await work();
  const used = process.cpuUsage(begin);
  console.log((used.user + used.system) / 1e6);
}

if (name === "JavaScript") {
  const {predict} = await import(model);
  const rows = lines.map((_, row) => Object.fromEntries(names.map((each, k) => [each, cells[k][row]])));
  await measured(() => rows.reduce((sum, row) => sum + predict(row).probability[0], 0));
} else if (name === "DuckDB") {
  const {DuckDBInstance} = require("@duckdb/node-api");
  const base = await (await DuckDBInstance.create(":memory:", {threads: "1"})).connect();
  await base.run(`CREATE TABLE rows AS SELECT colour, shape, a::DOUBLE a, b::DOUBLE b, c::DOUBLE c FROM read_csv('${folder}/rows.csv')`);
  const query = readFileSync(model, "utf8").trim().replace(/;$/, "");
  await measured(() => base.runAndReadAll(`SELECT sum(probability), count(predicted) FROM (${query})`));
} else {
  const ort = require("onnxruntime-node");
  const feeds = Object.fromEntries(names.map((each, k) => [each, new ort.Tensor(k < 2 ? "string" : "float64",
    k < 2 ? cells[k] : Float64Array.from(cells[k]), [lines.length, 1])]));
  const session = await ort.InferenceSession.create(model, {intraOpNumThreads: 1, interOpNumThreads: 1});
  await measured(() => session.run(feeds));
}
