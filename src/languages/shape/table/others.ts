/** Functional languages, schemas and configurations, and languages that the general shape is good enough for. */
import { fieldsOfFile } from "../../graphql.js";
import { asWritten } from "../in-code.js";
import type { LinePattern, Shape, TextSyntax } from "../shape.js";

const C_TEXT: TextSyntax = { line: ["//"], block: [["/*", "*/"]], strings: "\"'" };
const TRIPLE: TextSyntax["long"] = [['"""', '"""']];
const IMPORT = /(?:import|from|use|using|open|include|require|package)\b[^\n]*/y;

/** Words that most languages declare by. */
const WORDS =
  "(?:(?:public|private|protected|internal|static|final|abstract|sealed|open|override|export|async|inline|virtual|mutating|local|pub|partial|data|case|implicit|lazy|suspend|operator|infix|tailrec|inner|annotation|fileprivate|companion|extern|pure|final|virtual|shared|unsafe|abstract)\\s+)*";
const general: readonly LinePattern[] = [
  {
    kind: "class",
    matches: new RegExp(`^${WORDS}(?:class|object|actor|contract|package|record)\\s+(?<name>[A-Za-z_]\\w*)`),
  },
  {
    kind: "interface",
    matches: new RegExp(`^${WORDS}(?:interface|trait|protocol|typeclass|role)\\s+(?<name>[A-Za-z_]\\w*)`),
  },
  { kind: "struct", matches: new RegExp(`^${WORDS}(?:struct|structure|union)\\s+(?<name>[A-Za-z_]\\w*)`) },
  { kind: "enum", matches: new RegExp(`^${WORDS}enum\\s+(?:class\\s+)?(?<name>[A-Za-z_]\\w*)`) },
  { kind: "module", matches: new RegExp(`^${WORDS}(?:module|namespace|extension)\\s+(?<name>[A-Za-z_][\\w.]*)`) },
  { kind: "type", matches: new RegExp(`^${WORDS}(?:type|typealias|typedef)\\s+(?<name>[A-Za-z_]\\w*)`) },
  {
    kind: "function",
    matches: new RegExp(
      `^${WORDS}(?:func|fun|fn|function|def|sub|proc|procedure|method|subroutine|macro|template|iterator|task)\\s+(?:\\([^)]*\\)\\s*)?(?:<[^>]*>\\s*)?(?:(?<owner>[A-Z]\\w*)\\.)?(?<name>[A-Za-z_]\\w*[?!]?)`,
    ),
  },
  { kind: "constant", matches: new RegExp(`^${WORDS}(?:const|val)\\s+(?<name>[A-Za-z_]\\w*)\\s*[:=]`) },
];

const scala: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^package\s+(?!object)(?<name>[\w.]+)\s*;?\s*$/ },
  { kind: "interface", matches: new RegExp(`^${WORDS}trait\\s+(?<name>\\w+)`) },
  { kind: "enum", matches: new RegExp(`^${WORDS}enum\\s+(?<name>\\w+)`) },
  { kind: "module", matches: new RegExp(`^${WORDS}(?:package\\s+)?object\\s+(?<name>\\w+)`) },
  { kind: "class", matches: new RegExp(`^${WORDS}class\\s+(?<name>\\w+)`) },
  { kind: "function", matches: new RegExp(`^${WORDS}def\\s+(?<name>\\w+|[^\\s\\w(:\\[=]+)`) },
  { kind: "type", matches: new RegExp(`^${WORDS}type\\s+(?<name>\\w+)`) },
  { kind: "constant", matches: new RegExp(`^${WORDS}(?:val|given)\\s+(?<name>\\w+)\\s*[:=(]`) },
  { kind: "variable", matches: new RegExp(`^${WORDS}var\\s+(?<name>\\w+)\\s*[:=]`) },
];

const haskell: readonly LinePattern[] = [
  {
    kind: "struct",
    matches: /^(?:data|newtype)\s+(?:instance\s+|family\s+)?(?:[^=]{0,200}=>\s*)?(?<name>[A-Z][\w']*)/,
  },
  { kind: "interface", matches: /^class\s+(?:[^=]{0,200}=>\s*)?(?<name>[A-Z][\w']*)/ },
  { kind: "type", matches: /^type\s+(?:family\s+)?(?<name>[A-Z][\w']*)/ },
  { kind: "class", matches: /^instance\s+(?<name>(?:[^=]{0,200}=>\s*)?[A-Z][^{=]{0,100}?)\s+where\b/ },
  { kind: "function", repeatsName: true, matches: /^(?<name>[a-z_][\w']*)\s*::/ },
  { kind: "function", repeatsName: true, matches: /^(?<name>[a-z_][\w']*)\s*$/, next: /^::/ },
];

const sql: readonly LinePattern[] = [
  {
    kind: "struct",
    matches:
      /^create\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged|external|foreign|materialized|recursive)\s+)*(?:table|view)\s+(?:if\s+not\s+exists\s+)?(?:["`[]?(?<space>\w+)["`\]]?\.)?["`[]?(?<name>\w+)/i,
    inSource: true,
  },
  {
    kind: "function",
    matches:
      /^create\s+(?:or\s+(?:replace|alter)\s+)?(?:function|procedure|proc|aggregate|trigger)\s+(?:["`[]?(?<space>\w+)["`\]]?\.)?["`[]?(?<name>\w+)/i,
    inSource: true,
  },
  {
    kind: "type",
    matches:
      /^create\s+(?:type|domain|schema|sequence)\s+(?:if\s+not\s+exists\s+)?(?:["`[]?(?<space>\w+)["`\]]?\.)?["`[]?(?<name>\w+)/i,
    inSource: true,
  },
];

const hcl: readonly LinePattern[] = [
  { kind: "struct", inSource: true, matches: /^(?:resource|data|ephemeral)\s+(?<name>"[\w-]+"\s+"[\w-]+")/ },
  { kind: "module", inSource: true, matches: /^module\s+(?<name>"[\w-]+")/ },
  { kind: "variable", inSource: true, matches: /^(?:variable|output)\s+(?<name>"[\w-]+")/ },
  {
    kind: "struct",
    inSource: true,
    matches: /^(?:provider|check|import|moved|backend|source|build|job|group)\s+(?<name>"[\w-]+")/,
  },
];

const proto: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^package\s+(?<name>[\w.]+)\s*;/ },
  { kind: "struct", matches: /^message\s+(?<name>\w+)/ },
  { kind: "enum", matches: /^enum\s+(?<name>\w+)/ },
  { kind: "interface", matches: /^service\s+(?<name>\w+)/ },
  { kind: "function", matches: /^rpc\s+(?<name>\w+)/ },
  {
    kind: "field",
    isLine: true,
    matches: /^(?:(?:optional|required|repeated)\s+)?(?:map<[^>]*>|[\w.]+)\s+(?<name>\w+)\s*=\s*\d+/,
  },
];

const graphql: readonly LinePattern[] = [
  { kind: "interface", matches: /^interface\s+(?<name>\w+)/ },
  { kind: "struct", matches: /^(?:extend\s+)?(?:type|input)\s+(?<name>\w+)/ },
  { kind: "enum", matches: /^enum\s+(?<name>\w+)/ },
  { kind: "type", matches: /^(?:union|scalar|directive)\s+@?(?<name>\w+)/ },
  { kind: "function", matches: /^(?:query|mutation|subscription|fragment)\s+(?<name>\w+)/ },
  { kind: "field", isLine: true, matches: /^(?<name>[a-z_]\w*)\s*(?:\([^)]*\))?\s*:\s*[[\w]/ },
];

const clojure: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^\(ns\s+(?:\^\S+\s+)?(?<name>[\w.-]+)/ },
  {
    kind: "function",
    matches:
      /^\((?:defn-?|defmacro|defmulti|defmethod|deftest|defun|cl-defun|define-minor-mode|s\/defn)\s+(?:\^\S+\s+)?(?<name>[^\s()[\]{}"]+)/,
  },
  { kind: "function", matches: /^\(define\s+\((?<name>[^\s()]+)/ },
  { kind: "interface", matches: /^\((?:defprotocol|definterface)\s+(?<name>[^\s()]+)/ },
  {
    kind: "struct",
    matches: /^\((?:defrecord|deftype|defstruct|define-record-type|defclass|struct)\s+(?<name>[^\s()]+)/,
  },
  {
    kind: "constant",
    matches:
      /^\((?:def|defvar|defconst|defcustom|defparameter|defconstant|define)\s+(?:\^\S+\s+)?(?<name>[^\s()[\]{}"]+)/,
  },
];

const ml: readonly LinePattern[] = [
  { kind: "module", matches: /^(?:module|namespace)\s+(?:rec\s+|type\s+|private\s+|internal\s+)?(?<name>[A-Z][\w.]*)/ },
  {
    kind: "type",
    matches:
      /^(?:type|and|exception)\s+(?:private\s+|internal\s+|nonrec\s+)?(?:\([^)]*\)\s*|'\w+\s+)?(?<name>[A-Za-z_]\w*)(?=\s*(?:[=(<:]|of\b|$))/,
  },
  {
    kind: "function",
    matches:
      /^(?:let|and|val|external)\s+(?:rec\s+|inline\s+|private\s+|mutable\s+|internal\s+)*(?<name>[a-z_][\w']*)(?=\s)/,
  },
  {
    kind: "method",
    matches:
      /^(?:(?:static|abstract|override|default)\s+)*member\s+(?:(?:inline|private|internal|val)\s+)*(?:\w+\.)?(?<name>\w+)/,
  },
];

const erlang: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^-module\((?<name>\w+)\)/ },
  { kind: "struct", matches: /^-record\((?<name>\w+)/ },
  { kind: "type", matches: /^-(?:type|opaque)\s+(?<name>\w+)/ },
  { kind: "constant", matches: /^-define\((?<name>\w+)/ },
  { kind: "function", repeatsName: true, matches: /^-spec\s+(?<name>[a-z]\w*)/ },
];

const make: readonly LinePattern[] = [
  { kind: "function", matches: /^(?<name>[A-Za-z_][\w./-]*)\s*:(?![=:])/ },
  { kind: "function", matches: /^define\s+(?<name>\w+)/ },
];

const cmake: readonly LinePattern[] = [
  { kind: "function", matches: /^(?:function|macro)\s*\(\s*(?<name>\w+)/i },
  { kind: "module", isLine: true, matches: /^add_(?:library|executable|custom_target)\s*\(\s*(?<name>[\w.-]+)/i },
];

const braces = (patterns: readonly LinePattern[]) => ({ by: "lines" as const, ends: "braces" as const, patterns });
const indent = (patterns: readonly LinePattern[]) => ({ by: "lines" as const, ends: "indent" as const, patterns });
const text = (line: string, more: TextSyntax = {}): TextSyntax => ({ line: [line], strings: '"', ...more });

export const others: readonly Shape[] = [
  {
    name: "scala",
    extensions: [".scala", ".sc", ".sbt"],
    text: { ...C_TEXT, nests: true, long: TRIPLE, strings: '"' },
    declares: indent(scala),
    linkage: IMPORT,
  },
  {
    name: "haskell",
    callsWithoutBrackets: true,
    extensions: [".hs", ".lhs"],
    text: { line: ["--"], block: [["{-", "-}"]], nests: true, strings: '"' },
    declares: indent(haskell),
    linkage: IMPORT,
  },
  {
    name: "sql",
    extensions: [".sql", ".psql", ".ddl"],
    inCode: asWritten,
    text: { line: ["--"], block: [["/*", "*/"]], strings: "'", long: [["$$", "$$"]] },
    declares: indent(sql),
  },
  {
    name: "terraform",
    extensions: [".tf", ".hcl", ".tofu"],
    text: { line: ["#", "//"], block: [["/*", "*/"]], strings: '"', heredocs: true },
    declares: braces(hcl),
  },
  {
    name: "protobuf",
    extensions: [".proto"],
    inCode: asWritten,
    text: C_TEXT,
    declares: braces(proto),
    linkage: /(?:import|syntax|option)\b[^;\n]*;/y,
  },
  {
    name: "graphql",
    extensions: [".graphql", ".gql", ".graphqls"],
    text: { line: ["#"], long: TRIPLE, strings: '"' },
    declares: braces(graphql),
    routes: {
      declared: () => ({ routes: [], mounts: [] }),
      asked: (text) => ({ requests: fieldsOfFile(text), kept: [] }),
    },
  },
  { name: "clojure", extensions: [".clj", ".cljs", ".cljc"], text: text(";"), declares: indent(clojure) },
  {
    name: "lisp",
    extensions: [".el", ".lisp", ".lsp", ".scm", ".rkt", ".ss"],
    text: text(";", { block: [["#|", "|#"]] }),
    declares: indent(clojure),
  },
  {
    name: "fsharp",
    callsWithoutBrackets: true,
    extensions: [".fs", ".fsx", ".fsi"],
    text: { line: ["//"], block: [["(*", "*)"]], long: TRIPLE, strings: '"' },
    declares: indent(ml),
    linkage: IMPORT,
  },
  {
    name: "ocaml",
    callsWithoutBrackets: true,
    extensions: [".ml", ".mli"],
    text: { block: [["(*", "*)"]], nests: true, strings: '"' },
    declares: indent(ml),
    linkage: IMPORT,
  },
  { name: "erlang", extensions: [".erl", ".hrl"], text: text("%"), declares: indent(erlang) },
  {
    name: "thrift",
    extensions: [".thrift"],
    text: { ...C_TEXT, line: ["//", "#"] },
    declares: braces([...proto, ...general]),
  },
  {
    name: "makefile",
    extensions: [".mk", ".mak"],
    fileNames: ["makefile", "gnumakefile"],
    text: { line: ["#"] },
    declares: indent(make),
  },
  { name: "cmake", extensions: [".cmake"], fileNames: ["cmakelists.txt"], text: text("#"), declares: indent(cmake) },
  {
    name: "cython",
    extensions: [".pyx", ".pxd"],
    text: {
      line: ["#"],
      long: [
        ['"""', '"""'],
        ["'''", "'''"],
      ],
      strings: "\"'",
    },
    declares: { ...indent(general), nestsFunctions: true },
    linkage: IMPORT,
  },
  {
    name: "nim",
    extensions: [".nim"],
    text: text("#", { long: TRIPLE, block: [["#[", "]#"]] }),
    declares: indent(general),
    linkage: IMPORT,
  },
  { name: "crystal", extensions: [".cr"], text: text("#"), declares: indent(general), linkage: IMPORT },
  {
    name: "gdscript",
    extensions: [".gd"],
    text: text("#", { long: TRIPLE }),
    declares: indent(general),
    linkage: IMPORT,
  },
  { name: "haxe", extensions: [".hx"], text: C_TEXT, declares: braces(general), linkage: IMPORT },
  {
    name: "odin",
    extensions: [".odin"],
    text: C_TEXT,
    declares: braces([
      { kind: "function", matches: /^(?<name>\w+)\s*::\s*(?:#\w+\s+)?proc\b/ },
      { kind: "struct", matches: /^(?<name>\w+)\s*::\s*(?:struct|enum|union)\b/ },
    ]),
    linkage: IMPORT,
  },
  { name: "v", extensions: [".v", ".vsh"], text: C_TEXT, declares: braces(general), linkage: IMPORT },
  { name: "move", extensions: [".move", ".cairo"], text: C_TEXT, declares: braces(general), linkage: IMPORT },
  {
    name: "fortran",
    extensions: [".f90", ".f95", ".f03", ".f08"],
    text: { line: ["!"], strings: "\"'" },
    declares: indent(general.map((each) => ({ ...each, matches: new RegExp(each.matches.source, "i") }))),
  },
  {
    name: "pascal",
    extensions: [".pas", ".pp", ".dpr"],
    text: {
      line: ["//"],
      block: [
        ["{", "}"],
        ["(*", "*)"],
      ],
      strings: "'",
    },
    declares: indent([
      {
        kind: "function",
        matches: /^(?:class\s+)?(?:function|procedure|constructor|destructor)\s+(?:(?<owner>\w+)\.)?(?<name>\w+)/i,
      },
      { kind: "class", matches: /^(?<name>\w+)\s*=\s*(?:class|record|interface|object)\b/i },
    ]),
  },
  {
    name: "visual-basic",
    extensions: [".vb", ".bas", ".vbs"],
    text: { line: ["'"], strings: '"' },
    declares: indent(general.map((each) => ({ ...each, matches: new RegExp(each.matches.source, "i") }))),
  },
  { name: "tcl", extensions: [".tcl"], text: text("#"), declares: braces(general) },
];
