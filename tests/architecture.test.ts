/** The table of rooms in docs/architecture.md is the rule: imports point down it, types included. The linter refuses circles of files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import Parser from "tree-sitter";
import TypeScript from "tree-sitter-typescript";
import { describe, expect, test } from "vitest";
import { languages } from "../src/languages/index.js";

const PROJECT = join(import.meta.dirname, "..");
const SRC = join(PROJECT, "src");

const FUNCTIONS = [
  "function_declaration",
  "generator_function_declaration",
  "function_expression",
  "arrow_function",
  "method_definition",
];

/** Functions over 100 lines, each with the reason why it is not parted. */
const LONG_FUNCTIONS: Record<string, string> = {
  "cli/program.ts createProgram": "a list: one command after the other, as --help shows them",
  "indexing/build.ts build": "the page of a build, from the scan to the publish",
  "indexing/parse-pool.ts createParsePool": "threads from their start to their end, under one pool after the other",
  "measure/bench/clients.ts benchClients": "a script: what is measured, in its order",
  "measure/bench/workspace.ts createWorkspace": "the life of a child process, from its start to its last word",
  "resolution/create-program.ts createProgram": "ties the parts of the resolver together",
};
/** Non-null assertions of src/: the compiler cannot see why the value is there. Fewer are welcome, more are not. */
const MOST_ASSERTIONS = 57;

const page = readFileSync(join(PROJECT, "docs/architecture.md"), "utf8");
const floors = floorsOf(page);
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
const imports = files.flatMap((from) => importsOf(from).map((to) => ({ from, to })));

describe("the rooms of src/", () => {
  test("are those of the table", () => {
    const rooms = readdirSync(SRC);
    expect(rooms.toSorted()).toEqual(floors.flat().toSorted());
    expect(rooms.length).toBeLessThanOrEqual(28);
  });

  test("of the write line import nothing of the read line: both meet in what lies below them", () => {
    const [writing, reading] = [/^(?:watching|indexing|scip)\//, /^(?:format|search|graph)\//];
    expect(imports.filter(({ from, to }) => writing.test(from) && reading.test(to))).toEqual([]);
  });

  test("import from rooms below them, and from those to their right", () => {
    const order = floors.flat();
    const up = imports.filter(({ from, to }) => order.indexOf(roomOf(from)) > order.indexOf(roomOf(to)));
    expect(up).toEqual([]);
  });
});

test("no language imports another one, but for those whose programs are of TypeScript, and what Java and Kotlin share", () => {
  // JavaScript is TypeScript with less. Components are programs and markup.
  const mayImport = (one: string, other: string) =>
    (other === "jvm" && /^(?:java|kotlin)$/.test(one)) ||
    (other === "typescript" && /^(?:javascript|markup|vue|svelte)$/.test(one)) ||
    (other === "csharp" && one === "razor") ||
    (other === "markup" && /^(?:vue|svelte)$/.test(one));
  const languageOf = (path: string) => /^languages\/(\w+)\//.exec(path)?.[1];
  const across = imports.filter(({ from, to }) => {
    const [one, other] = [languageOf(from), languageOf(to)];
    return one && other && one !== other && !mayImport(one, other);
  });
  expect(across).toEqual([]);
});

/**
 * Places that may name languages: the folders of the languages, the two lists of them, benchmarks that compare edges with the languages' own compilers,
 * and profiles, which speak as other services specified it.
 */
const OF_LANGUAGES =
  /^(?:languages\/\w+\/|resolution\/(?!edges\/)\w+\/|languages\/index\.ts|resolution\/families\.ts|measure\/|tools\/profiles\/)/;

test("only a language's own folders and the lists of languages name it", () => {
  const names = new Set(languages.map(({ family }) => family));
  const others = files.filter((path) => !OF_LANGUAGES.test(path));
  const naming = others.flatMap((path) => {
    const code = readFileSync(join(SRC, path), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    return [...code.matchAll(/"([^"\n]*)"/g)]
      .filter(([, text]) => names.has(text!))
      .map(([text]) => `${path}: ${text}`);
  });
  expect(naming).toEqual([]);
  const importing = imports.filter(({ from, to }) => !OF_LANGUAGES.test(from) && OF_LANGUAGES.test(to));
  const folders = importing.filter(({ to }) => /^(?:languages|resolution)\/\w+\//.test(to));
  expect(folders).toEqual([]);
});

/** Words with which no sentence of ours begins; a question may. */
const RELATIVE = "(?:What|Whatever|Who|Whose|Whoever|Nor)\\b";
/** A sentence of a comment that begins so. */
const FIRST_WORD = new RegExp(`(?:^|[.:!?] )${RELATIVE}(?![^.:!?]*\\?)`);
/** Files with comments. */
const MARKS = /(?:\.(?:tsx?|js|sql|css|ya?ml|sh|py)|^\.ci\/run|^Dockerfile)$/;
/** Files that are samples, or that others wrote. */
const OTHERS = /(?:^|\/)(?:node_modules|corpus|samples|fixtures)\//;
/** Migrations that installations have run: these are never edited. */
const isPublished = (path: string): boolean => /^migrations\/00(?:[01]\d|2[0-5])_/.test(path);

describe("no sentence begins with a relative word", () => {
  const PAGES = ["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"];
  const pages = [...PAGES, ...filesBelow("docs").filter((path) => path.endsWith(".md"))];
  const sources = [...files.map((path) => `src/${path}`), ...sourcesOf("web")];
  const foundIn = (paths: readonly string[], pattern: RegExp) =>
    paths.flatMap((path) =>
      [...readFileSync(join(PROJECT, path), "utf8").matchAll(pattern)].map(([found]) => `${path}: ${found.trim()}`),
    );

  test("in comments: of code, of SQL, of scripts and of what is deployed", () => {
    const folders = [".ci", "bin", "helm", "migrations", "scripts", "src", "tests", "training", "web"];
    const paths = [...folders.flatMap(filesBelow), ...readdirSync(PROJECT).filter((name) => MARKS.test(name))];
    const held = paths.filter((path) => MARKS.test(path) && !OTHERS.test(path) && !isPublished(path));
    expect(held.length).toBeGreaterThan(2000);
    expect(held.flatMap((path) => commentsOf(path).filter((text) => FIRST_WORD.test(text)))).toEqual([]);
  });

  test("in what users and models read: descriptions, messages, words of answers", () => {
    expect(foundIn(sources, new RegExp(`["'\`]${RELATIVE} [^"'\`?]*["'\`]`, "g"))).toEqual([]);
  });

  test("in the names of tests", () => {
    const begun = "(?:(?:test|it|describe\\w*|\\])\\)?\\(|(?:\\{ )?name:)";
    const named = new RegExp(`^\\s*${begun}\\s*["'\`]${RELATIVE}.*`, "gim");
    expect(foundIn(sourcesOf("tests"), named)).toEqual([]);
  });

  test("in pages, headings among them", () => {
    expect(foundIn(pages, new RegExp(`^#+ ${RELATIVE}.*`, "gm"))).toEqual([]);
    expect(foundIn(pages, new RegExp(`(?:^|[.:] |^[-*] )${RELATIVE} [a-z][^?\\n]*[.|]`, "gm"))).toEqual([]);
  });
});

test("every file that the page names is there", () => {
  const named = [...page.matchAll(/`((?:[\w-]+\/)+[\w-]+\.ts)`/g)].map(([, path]) => path!);
  const missing = named.filter((path) => !existsSync(join(SRC, path)) && !existsSync(join(PROJECT, path)));
  expect(named.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test("the README is read in two minutes: at most 120 lines and 8 KB", () => {
  const readme = readFileSync(join(PROJECT, "README.md"), "utf8");
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8192);
});

test("every tool has a test of its own name", () => {
  const tools = readdirSync(join(SRC, "tools"), { withFileTypes: true }).filter((entry) => entry.isFile());
  const defining = tools.filter(({ name }) => readFileSync(join(SRC, "tools", name), "utf8").includes("defineTool("));
  // Those of one specification are tested together.
  const tests = defining.map(({ name }) => name.replace(/^codrag-\w+/, "codrag").replace(/\.ts$/, ".test.ts"));
  expect(tests.length).toBeGreaterThan(35);
  expect(tests.filter((name) => !existsSync(join(PROJECT, "tests/tools", name)))).toEqual([]);
});

describe("the sources", () => {
  const trees = files.map((path) => ({ path, tree: treeOf(join("src", path)) }));
  const pages = sourcesOf("web").map((path) => ({ path, tree: treeOf(path) }));

  test("have no function over 100 lines but those that read best whole", () => {
    const long = [...trees, ...pages].flatMap(({ path, tree }) =>
      tree.rootNode
        .descendantsOfType(FUNCTIONS)
        .filter(({ startPosition, endPosition }) => endPosition.row - startPosition.row + 1 > 100)
        .map((node) => `${path} ${nameOf(node)}`),
    );
    expect(long.toSorted()).toEqual(Object.keys(LONG_FUNCTIONS).toSorted());
  });

  test("have at most 500 lines but for lists", () => {
    const long = [...trees, ...pages].filter(({ tree }) => tree.rootNode.endPosition.row > 500).map(({ path }) => path);
    expect(long).toEqual(["config/keys.ts"]);
  });

  test("describe every function that they export", () => {
    const bare = trees.flatMap(({ path, tree }) =>
      tree.rootNode
        .descendantsOfType("export_statement")
        .filter((statement) => isFunction(statement) && !statement.previousSibling?.text.startsWith("/**"))
        .map(({ startPosition }) => `${path}:${startPosition.row + 1}`),
    );
    expect(bare).toEqual([]);
  });

  test("assert at most so often that a value is there", () => {
    const counts = trees.map(({ tree }) => tree.rootNode.descendantsOfType("non_null_expression").length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_ASSERTIONS);
  });
});

/** The files of a folder of the project, at any depth. */
function filesBelow(folder: string): string[] {
  const paths = readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" });
  return paths.map((path) => join(folder, path));
}

/** The TypeScript files of a folder of the project. */
function sourcesOf(folder: string): string[] {
  return filesBelow(folder).filter((path) => /\.tsx?$/.test(path) && !OTHERS.test(path));
}

/** The comments of a file line by line, those of SQL in a source among them; a line that goes on begins where it does. */
function commentsOf(path: string): string[] {
  const code = /^\s*(?:\/\*\*?|\*|--) (.*)|(?:\/\/|\{?\/\*\*?) (.*)/gm;
  const pattern = /\.(?:tsx?|js|css|sql)$/.test(path) ? code : /(?:^|\s)# (.*)/gm;
  return [...readFileSync(join(PROJECT, path), "utf8").matchAll(pattern)].map(
    ([, first, other]) => `${path}: ${first ?? other}`,
  );
}

/** The syntax tree of a source of the project. */
function treeOf(path: string): Parser.Tree {
  const parser = new Parser();
  parser.setLanguage((path.endsWith(".tsx") ? TypeScript.tsx : TypeScript.typescript) as Parser.Language);
  const text = readFileSync(join(PROJECT, path), "utf8");
  // tree-sitter takes no string of more than 32 KB.
  return parser.parse((index: number) => text.slice(index, index + 16_384));
}

/** Whether an export declares a function, or a constant that is one. */
function isFunction(statement: Parser.SyntaxNode): boolean {
  const declared = statement.childForFieldName("declaration");
  const value = declared?.descendantsOfType("variable_declarator")[0]?.childForFieldName("value");
  return FUNCTIONS.includes((declared?.type === "lexical_declaration" ? value : declared)?.type ?? "");
}

function nameOf(node: Parser.SyntaxNode): string {
  return (node.childForFieldName("name") ?? node.parent?.childForFieldName("name"))?.text ?? "";
}

/** The floors of the first table after the heading "The rooms", from the top down: the names in the second cell of each row. */
function floorsOf(page: string): string[][] {
  const [, section = ""] = page.split("\n## The rooms\n");
  const rows = [...section.matchAll(/^\|[^|]+\|([^|]+)\|/gm)].map(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)]);
  const floors = rows.map((names) => names.map(([, name]) => name!.replace(/\/$/, "")));
  const first = floors.findIndex((names) => names.length > 0);
  const end = floors.findIndex((names, row) => row > first && names.length === 0);
  return floors.slice(first, end);
}

/** The files of src/ that one of them imports; all paths are relative to src/. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(SRC, path), "utf8");
  const specifiers = [...text.matchAll(/(?:\bfrom |^import |\bimport\()"(\.[^"]+)"/gm)].map(([, name]) => name!);
  const targets = specifiers.map((name) => relative(SRC, resolve(SRC, dirname(path), name)).replace(/\.js$/, ".ts"));
  return targets.filter((target) => existsSync(join(SRC, target)));
}

function roomOf(path: string): string {
  return path.split("/")[0]!;
}
