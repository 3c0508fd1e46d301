/**
 * Archives → what the model learns from: pairs of a text in words and the code it describes, as rows of the table and counts.
 *
 * A pair is a doc comment and its declaration (without the comment), a name in words and the body without the name, or a sentence of a README and
 * the example below it. Words are split by the encoder's own code, so that training and encoding cannot differ.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Vocabulary } from "../dist/models/embedding/vocabulary.js";
import { eachWord, hashOf, lowerCased } from "../dist/models/embedding/words.js";
import { readPackage } from "./archive.js";
import { declarations, languageOf } from "./declarations.js";
import { archiveOf } from "./packages.js";

const WORDS = 24_500;
export const HASHED_ROWS = 4096;
const MIN_PACKAGES = 2;
/** The most pairs of a package, so that giants do not decide what a word means. */
const MAX_DOCUMENTED = 12_000;
const MAX_SIGNATURES = 2500;
const MAX_NAMED = 6000;
/** A sentence said more often is boilerplate. */
const MAX_SAME_SENTENCE = 12;
const MAX_CODE = 5000;
const FIELDS = ["query", "code", "name", "path"];
const KINDS = ["function", "class", "signature", "property", "example", "named"];

/** Declarations of one package, each once: sources before what was compiled from them, type declarations last. */
export function records(file) {
  const { files } = readPackage(file, (path) => languageOf(path) && !/[.-]min\.|\bbundles?\b|\/umd\//.test(path));
  const rank = (path) => (/\.d\.[mc]?ts$/.test(path) ? 2 : /^(?:src|source)\/|\.tsx?$/.test(path) ? 0 : 1);
  files.sort((a, b) => rank(a.path) - rank(b.path) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  const seen = new Set();
  const found = [];
  for (const { path, text } of files) {
    if (text.length > 130 * (text.split("\n").length + 1) && !path.endsWith(".md")) continue;
    for (const one of declarations(text, languageOf(path))) {
      const key = `${one.name} ${one.doc || one.parent}`;
      if (seen.has(key) || one.code.length < 20) continue;
      seen.add(key);
      found.push({ ...one, path, language: languageOf(path), code: one.code.slice(0, MAX_CODE) });
    }
  }
  return found;
}

/** Writes the pairs of `wanted` packages to `folder`, for train.py. */
export function writePairs(wanted, archives, folder) {
  const table = new PairTable();
  for (const [number, one] of wanted.entries()) {
    for (const part of parts(one, records(archiveOf(archives, one)))) addPairs(table, one.name, part);
    if (number % 50 === 49) console.log(`${table.pairs} pairs of ${number + 1} packages`);
  }
  mkdirSync(folder, { recursive: true });
  table.write(folder, wanted.length);
}

/** The parts that count as packages of their own: all of a package, or each of the folders that are read of it. */
const parts = ({ folders }, found) => {
  if (!folders) return [found];
  const folderOf = ({ path }) => folders.find((folder) => path.startsWith(folder));
  return folders.map((folder) => found.filter((one) => folderOf(one) === folder));
};

function addPairs(table, seed, found) {
  table.package++;
  const random = randomOf(seed);
  const isSignature = ({ kind }) => kind === "signature";
  const said = found.filter(({ doc }) => doc !== "");
  const documented = [
    ...sample(
      said.filter((one) => !isSignature(one)),
      MAX_DOCUMENTED,
      random,
    ),
    ...sample(said.filter(isSignature), MAX_SIGNATURES, random),
  ];
  const named = found.filter(
    ({ doc, kind, name, code }) => doc === "" && kind === "function" && code.length > 120 && isPhrase(name),
  );
  const limit = Math.min(MAX_NAMED, Math.max(300, documented.length));
  for (const { doc, kind, name, parent, path, code } of documented) {
    const hidesName = kind !== "signature" && kind !== "example" && random() < 0.25;
    table.add(kind, doc, `${hidesName ? without(code, name) : code} ${parent}`, `${name} ${parent}`, path);
  }
  for (const { name, parent, path, code } of sample(named, limit, random)) {
    table.add("named", name, `${without(code, name)} ${parent}`, parent, path);
  }
}

const isPhrase = (name) => /[a-z][A-Z]|[a-zA-Z]_[a-zA-Z]/.test(name);
const without = (code, name) =>
  code.replaceAll(new RegExp(`(?<![\\w$])${name.replace(/\W/g, "\\$&")}(?![\\w$])`, "g"), " ");

/** `count` of `items`, in their order. */
function sample(items, count, random) {
  if (items.length <= count) return items;
  const chosen = new Set();
  while (chosen.size < count) chosen.add(Math.floor(random() * items.length));
  return items.filter((_, index) => chosen.has(index));
}

/** Numbers from 0 to 1, the same for the same name (mulberry32). */
export function randomOf(name) {
  let state = hashOf(name);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Pairs as counts of distinct words; words become rows of the model once it is known which words are frequent. */
class PairTable {
  package = 0;
  pairs = 0;
  words = []; // strings, or numbers for hashed n-grams
  packagesWith = [];
  totals = [];
  idOf = new Map();
  lastPackage = [];
  inPackage = [];
  fields = Object.fromEntries(
    FIELDS.map((field) => [
      field,
      { ids: new Growing(Int32Array), counts: new Growing(Uint8Array), ends: new Growing(Int32Array) },
    ]),
  );
  kinds = new Growing(Int8Array);
  sentences = new Growing(Uint32Array);

  add(kind, query, code, name, path) {
    const counted = {
      query: this.count(query),
      code: this.count(code),
      name: this.count(name),
      path: this.count(path),
    };
    if (counted.query.size < 2 || counted.code.size < 3) return;
    for (const field of FIELDS) {
      const { ids, counts, ends } = this.fields[field];
      for (const [id, count] of counted[field]) {
        ids.push(id);
        counts.push(Math.min(count, 255));
        if (field === "query" || field === "code") this.see(id, count);
      }
      ends.push(ids.length);
    }
    this.kinds.push(KINDS.indexOf(kind));
    this.sentences.push(hashOf(query.toLowerCase()));
    this.pairs++;
  }

  count(text) {
    const counted = new Map();
    const add = (key) => {
      let id = this.idOf.get(key);
      if (id === undefined) {
        id = this.words.length;
        this.idOf.set(key, id);
        this.words.push(key);
        this.totals.push(0);
        this.packagesWith.push(0);
        this.lastPackage.push(-1);
        this.inPackage.push(0);
      }
      counted.set(id, (counted.get(id) ?? 0) + 1);
    };
    eachWord(text, { word: (bytes, start, end) => add(lowerCased(bytes, start, end)), gram: add });
    return counted;
  }

  /** Counts a word once more, and no more than 2,000 times in a package. */
  see(id, count) {
    if (this.lastPackage[id] !== this.package) {
      this.lastPackage[id] = this.package;
      this.inPackage[id] = 0;
      this.packagesWith[id]++;
    }
    const counted = Math.min(count, 2000 - this.inPackage[id]);
    this.inPackage[id] += counted;
    this.totals[id] += counted;
  }

  vocabulary() {
    const isWord = (key) => typeof key === "string" && (/^[a-z]+$/.test(key) || key.length <= 2);
    const score = (id) => this.packagesWith[id] * Math.sqrt(this.totals[id]);
    const known = [...this.words.keys()].filter(
      (id) => this.packagesWith[id] >= MIN_PACKAGES && isWord(this.words[id]),
    );
    const chosen = known.sort((a, b) => score(b) - score(a)).slice(0, WORDS);
    const all = this.totals.reduce((sum, total, id) => sum + (typeof this.words[id] === "string" ? total : 0), 0);
    const covered = chosen.reduce((sum, id) => sum + this.totals[id], 0);
    console.log(`${chosen.length} words of ${known.length} cover ${((100 * covered) / all).toFixed(2)}% of the text`);
    return chosen.sort((a, b) => this.totals[b] - this.totals[a]).map((id) => this.words[id]);
  }

  write(folder, packages) {
    const words = this.vocabulary();
    const vocabulary = new Vocabulary(words, HASHED_ROWS);
    const rowsOf = this.words.map((key) =>
      typeof key === "string" ? vocabulary.rowsOfWord(key) : vocabulary.rowsOfGram(key),
    );
    const kept = this.kept();
    const save = (name, array) => writeFileSync(join(folder, name), array);
    for (const field of FIELDS) {
      const { ids, counts, ends } = this.fields[field];
      const out = { rows: new Growing(Int32Array), counts: new Growing(Uint8Array), ends: new Growing(Int32Array) };
      for (const pair of kept) {
        for (let at = pair === 0 ? 0 : ends.at(pair - 1); at < ends.at(pair); at++) {
          for (const row of rowsOf[ids.at(at)]) {
            out.rows.push(row);
            out.counts.push(counts.at(at));
          }
        }
        out.ends.push(out.rows.length);
      }
      for (const [part, values] of Object.entries(out)) save(`${field}.${part}`, values.done());
    }
    save("sentences", kept.map((pair) => this.sentences.at(pair), Uint32Array).done());
    save("words.json", JSON.stringify(words));
    const byKind = Object.fromEntries(
      KINDS.map((kind, index) => [kind, kept.count((pair) => this.kinds.at(pair) === index)]),
    );
    console.log(`${kept.length} pairs of ${packages} packages: ${JSON.stringify(byKind)}`);
  }

  /** Pairs to keep: each once, none whose sentence is boilerplate. */
  kept() {
    const said = new Map();
    for (let pair = 0; pair < this.pairs; pair++) {
      const sentence = this.sentences.at(pair);
      said.set(sentence, (said.get(sentence) ?? 0) + 1);
    }
    const seen = new Set();
    const kept = new Growing(Int32Array);
    const ends = this.fields.code.ends;
    for (let pair = 0; pair < this.pairs; pair++) {
      const sentence = this.sentences.at(pair);
      const size = ends.at(pair) - (pair === 0 ? 0 : ends.at(pair - 1));
      const key = sentence * 4096 + (size % 4096);
      if (said.get(sentence) > MAX_SAME_SENTENCE || seen.has(key)) continue;
      seen.add(key);
      kept.push(pair);
    }
    return kept;
  }
}

/** A typed array that grows. */
class Growing {
  length = 0;

  constructor(type) {
    this.type = type;
    this.values = new type(1024);
  }

  push(value) {
    if (this.length === this.values.length) {
      const larger = new this.type(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  at(index) {
    return this.values[index];
  }

  *[Symbol.iterator]() {
    for (let index = 0; index < this.length; index++) yield this.values[index];
  }

  map(change, type) {
    const changed = new Growing(type);
    for (const value of this) changed.push(change(value));
    return changed;
  }

  count(test) {
    let count = 0;
    for (const value of this) if (test(value)) count++;
    return count;
  }

  done() {
    return this.values.subarray(0, this.length);
  }
}
