/**
 * `node training/evaluate.js ARCHIVES [--repository FOLDER]… [--other ENCODER FOLDER]`: how well the model finds the function that a sentence describes,
 * on packages and repositories it never saw, against BM25 and, where given, another encoder. Prints MRR@10 as a Markdown table.
 *
 * The sentence is a declaration's doc comment, which its text is shown without; candidates are the declarations of all held-out packages
 * together, or of one repository.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createWordEmbedder, readModel } from "../dist/models/embedding/builtin.js";
import { eachWord, lowerCased } from "../dist/models/embedding/words.js";
import { declarations, languageOf } from "./declarations.js";
import { archiveOf, packages } from "./packages.js";
import { randomOf, records } from "./pairs.js";

const KINDS = new Set(["function", "class", "property"]);
const A_PACKAGE = 400;
const QUESTIONS = 600;
const TOP = 10;
const MODEL = new URL("../models/words.bin", import.meta.url);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repository: { type: "string", multiple: true, default: [] },
    other: { type: "string" },
    model: { type: "string" },
  },
});

const embedder = createWordEmbedder(await readModel(options.model ?? MODEL));
const other = options.other && (await import(resolve(options.other, "encoder.mjs"))).load(options.other);

/** A set: candidates, and questions with the candidates that answer them. */
function questionSet(name, candidates) {
  const random = randomOf(name);
  const answers = new Map();
  for (const [index, { doc }] of candidates.entries()) {
    if (doc !== "") answers.set(doc.toLowerCase(), [...(answers.get(doc.toLowerCase()) ?? []), index]);
  }
  const questions = [...answers]
    .filter(([, gold]) => gold.length <= 5)
    .map(([text, gold]) => ({ text, gold: new Set(gold), order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, QUESTIONS);
  return { name, candidates, questions };
}

function heldOutCandidates(folder) {
  return packages()
    .filter(({ heldOut }) => heldOut)
    .flatMap((one) => {
      const random = randomOf(one.name);
      const usable = records(archiveOf(folder, one)).filter(isUsable);
      return usable
        .map((record) => ({ ...record, order: random() }))
        .sort((a, b) => a.order - b.order)
        .slice(0, A_PACKAGE);
    });
}

function repositoryCandidates(folder) {
  const seen = new Set();
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/(?:^|\/)(?:node_modules|\.git)\//.test(path))
    .filter((path) => languageOf(path) && languageOf(path) !== "markdown" && !path.endsWith(".d.ts"))
    .flatMap((path) => {
      const language = languageOf(path);
      const text = readFileSync(join(folder, path), "utf8");
      if (text.length > 600_000) return [];
      return declarations(text, language).map((one) => ({ ...one, path, language, code: one.code.slice(0, 5000) }));
    })
    .filter((one) => isUsable(one) && !seen.has(one.code) && seen.add(one.code));
}

const isUsable = ({ kind, code }) => KINDS.has(kind) && code.length > 60;

/** BM25 of `questions` by `candidates` with the name counted thrice more and the path once, endings cut. */
function bm25({ candidates, questions }) {
  const postings = new Map();
  const lengths = candidates.map(({ code, parent, name, path }, index) => {
    const counts = new Map();
    const fields = [
      [`${code} ${parent}`, 1],
      [name, 3],
      [path, 1],
    ];
    for (const [text, times] of fields)
      for (const term of terms(text)) counts.set(term, (counts.get(term) ?? 0) + times);
    let length = 0;
    for (const [term, count] of counts) {
      if (!postings.has(term)) postings.set(term, []);
      postings.get(term).push([index, count]);
      length += count;
    }
    return length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return questions.map(({ text }) => {
    const scores = new Float32Array(candidates.length);
    for (const term of new Set(terms(text))) {
      const found = postings.get(term) ?? [];
      const rarity = Math.log(1 + (candidates.length - found.length + 0.5) / (found.length + 0.5));
      for (const [index, count] of found) {
        scores[index] += (rarity * 2.2 * count) / (count + 1.2 * (0.25 + (0.75 * lengths[index]) / mean));
      }
    }
    return scores;
  });
}

function terms(text) {
  const found = [];
  eachWord(text, {
    word: (bytes, start, end) =>
      found.push(lowerCased(bytes, start, end).replace(/(?<=..[^s])(?:s|es|ed|ing|er)$/, "")),
    gram: (hash) => found.push(hash),
  });
  return found;
}

/** Cosines of questions and candidates. */
async function cosines({ candidates, questions }) {
  const asked = await embedder.embed(questions.map(({ text }) => ({ kind: "query", text })));
  const chunks = candidates.map(({ code, parent, name, path }) => ({
    kind: "chunk",
    text: `${code} ${parent}`,
    symbols: [name],
    path,
  }));
  return products(asked, await embedder.embed(chunks));
}

function otherCosines({ candidates, questions }) {
  const asked = questions.map(({ text }) => other(text, "query"));
  return products(
    asked,
    candidates.map(({ code, parent, name, path }) =>
      other(`${code} ${parent}`, "code", [
        [name, 4],
        [path, 1],
      ]),
    ),
  );
}

function products(asked, chunks) {
  return asked.map((question) =>
    Float32Array.from(chunks, (chunk) => {
      let sum = 0;
      for (let at = 0; at < chunk.length; at++) sum += question[at] * chunk[at];
      return sum;
    }),
  );
}

const fused = (lexical, semantic, share) =>
  lexical.map((scores, index) => {
    const best = scores.reduce((a, b) => Math.max(a, b), 1e-6);
    return scores.map((score, at) => score / best + share * semantic[index][at]);
  });

/** The mean over questions of 1 / rank of the first right answer, 0 beyond the tenth. */
function meanReciprocalRank(questions, scores) {
  const ranks = questions.map(({ gold }, index) => {
    const row = scores[index];
    const best = Math.max(...[...gold].map((at) => row[at]));
    let rank = 1;
    for (let at = 0; at < row.length; at++) if (row[at] > best || (row[at] === best && !gold.has(at))) rank++;
    return rank <= TOP ? 1 / rank : 0;
  });
  return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
}

const sets = [];
const held = heldOutCandidates(positionals[0]);
sets.push(questionSet("held-out packages", held));
for (const language of new Set(held.map(({ language }) => language))) {
  const those = held.filter((one) => one.language === language);
  const set = questionSet(language, those);
  if (set.questions.length >= 40) sets.push({ ...set, name: `of these, ${language}` });
}
for (const folder of options.repository) sets.push(questionSet(folder.split("/").at(-1), repositoryCandidates(folder)));

const columns = [
  "set",
  "questions",
  "candidates",
  "BM25",
  "model",
  "model + BM25",
  ...(other ? ["other", "other + BM25"] : []),
];
console.log(`| ${columns.join(" | ")} |\n|${columns.map(() => "---|").join("")}`);
for (const set of sets) {
  const lexical = bm25(set);
  const own = await cosines(set);
  const score = (scores) => meanReciprocalRank(set.questions, scores).toFixed(3);
  const both = (semantic) => score(fused(lexical, semantic, 3));
  const row = [set.name, set.questions.length, set.candidates.length, score(lexical), score(own), both(own)];
  if (other) {
    const theirs = otherCosines(set);
    row.push(score(theirs), both(theirs));
  }
  console.log(`| ${row.join(" | ")} |`);
}
