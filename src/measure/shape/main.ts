/**
 * `npm run bench:shape -- DIR …`: compares the symbols of languages without a grammar with those of Universal Ctags, on clones. docs/shape.md has the
 * figures.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { codeLanguageOf } from "../../languages/index.js";
import { createParser } from "../../languages/parse.js";
import { table } from "../bench/table.js";

/** The kinds of ctags that are compared: what people look for by name. */
const KINDS: ReadonlySet<string> = new Set(
  "function method singletonMethod prototype class struct interface trait enum module union typedef implementation".split(
    " ",
  ),
);
/** Of ours, those that ctags gives as one of these. */
const OWN = /^(?:function|method|constructor|class|struct|interface|enum|module|type)$/;
const MOST_OUTPUT = 200_000_000;

interface Tag {
  path: string;
  name: string;
  line: number;
  kind: string;
  end?: number;
  signature?: string;
}

/** A declaration by its place, and the line that it ends on. */
type Ends = Map<string, number | undefined>;

const keyOf = (path: string, line: number, name: string) => `${path}:${line} ${name}`;

function filesOf(root: string): string[] {
  const listed = execFileSync("git", ["-C", root, "ls-files"], { encoding: "utf8", maxBuffer: MOST_OUTPUT });
  return listed.split("\n").filter((path) => codeLanguageOf(path)?.shape !== undefined);
}

function byCtags(root: string, files: readonly string[]): Ends {
  const kinds = ["--kinds-C=+p", "--kinds-C++=+p"];
  const given = ["--output-format=json", "--fields=+neKS", "--extras=-{anonymous}", ...kinds, "-f", "-", "-L", "-"];
  const printed = execFileSync("ctags", given, {
    cwd: root,
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: MOST_OUTPUT,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ends: Ends = new Map();
  for (const line of printed.split("\n")) {
    if (!line.startsWith("{")) continue;
    const { path, name, line: offset, kind, end, signature } = JSON.parse(line) as Tag;
    const bare = name.split("::").at(-1) ?? name;
    const isMeant = KINDS.has(kind) || (kind === "macro" && signature !== undefined);
    // A declaration by a macro has the macro's name: `TEST(Cart, adds)`.
    if (isMeant && !/^(?:__anon|TEST|BENCHMARK)/.test(bare))
      ends.set(keyOf(path, offset, bare.replace(/\s/g, "")), end);
  }
  return ends;
}

function byShape(root: string, files: readonly string[]): { ends: Ends; ms: number; bytes: number } {
  const parser = createParser();
  const ends: Ends = new Map();
  let ms = 0;
  let bytes = 0;
  for (const path of files) {
    const language = codeLanguageOf(path);
    if (language === null) continue;
    const text = readFileSync(join(root, path), "utf8");
    const began = performance.now();
    const { symbols } = parser.parse(language, text);
    ms += performance.now() - began;
    bytes += text.length;
    for (const { kind, name, nameLine, endLine } of symbols)
      if (OWN.test(kind) && !name.includes(".")) ends.set(keyOf(path, nameLine, name.replace(/\s/g, "")), endLine);
  }
  return { ends, ms, bytes };
}

const share = (part: number, whole: number) => (whole === 0 ? "" : (part / whole).toFixed(3).replace(/^0/, ""));

const folders = process.argv.slice(2);
if (folders.length === 0)
  console.log("npm run bench:shape -- DIR …   clones of repositories; needs ctags (Universal Ctags)");
else {
  const rows = folders.map((root) => {
    const files = filesOf(root);
    const theirs = byCtags(root, files);
    const { ends: ours, ms, bytes } = byShape(root, files);
    const both = [...ours.keys()].filter((key) => theirs.has(key));
    const timed = both.filter((key) => theirs.get(key) !== undefined);
    const same = timed.filter((key) => theirs.get(key) === ours.get(key));
    return [
      basename(root),
      String(files.length),
      String(theirs.size),
      share(both.length, theirs.size),
      share(both.length, ours.size),
      share(same.length, timed.length),
      (ms / (bytes / 1e6)).toFixed(0),
    ];
  });
  const head = ["repository", "files", "by ctags", "also ours", "of ours, also by ctags", "same end", "ms per MB"];
  console.log(table(head, rows, new Set([1, 2, 3, 4, 5, 6])));
}
