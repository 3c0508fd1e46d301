/** Schemas, languages of builds and of infrastructure, of hardware, and further languages that whole teams seldom write. */
import { byClient } from "../in-code.js";
import type { LinePattern, Shape, TextSyntax } from "../shape.js";

const C_TEXT: TextSyntax = { line: ["//"], block: [["/*", "*/"]], strings: '"' };
const TRIPLE: TextSyntax["long"] = [
  ['"""', '"""'],
  ["'''", "'''"],
];
const HASHES: TextSyntax = { line: ["#"], strings: "\"'" };
const DASHES: TextSyntax = { line: ["--"], strings: '"' };
const CURLY_DASHES: TextSyntax = { ...DASHES, block: [["{-", "-}"]], nests: true };

const prisma: readonly LinePattern[] = [
  { kind: "struct", matches: /^(?:model|view|type)\s+(?<name>\w+)/ },
  { kind: "enum", matches: /^enum\s+(?<name>\w+)/ },
  { kind: "field", isLine: true, matches: /^(?!\w+\s+\w+\s*\{)(?<name>[A-Za-z_]\w*)\s+[A-Z]\w*(?:\[\]|\?)?(?=\s|$)/ },
];

const starlark: readonly LinePattern[] = [
  { kind: "function", matches: /^def\s+(?<name>\w+)/ },
  { kind: "constant", isLine: true, matches: /^(?<name>_?[A-Z][A-Z0-9_]*)\s*=(?!=)/ },
  { kind: "module", isLine: true, inSource: true, matches: /^name\s*=\s*(?<name>"[^"\n]{1,200}")/ },
];

const typespec: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^namespace\s+(?<name>[\w.]+)\s*;/ },
  { kind: "namespace", matches: /^namespace\s+(?<name>[\w.]+)/ },
  { kind: "struct", matches: /^(?:model|union)\s+(?<name>\w+)/ },
  { kind: "interface", matches: /^interface\s+(?<name>\w+)/ },
  { kind: "enum", matches: /^enum\s+(?<name>\w+)/ },
  { kind: "function", matches: /^op\s+(?<name>\w+)/ },
  { kind: "type", matches: /^(?:alias|scalar)\s+(?<name>\w+)/ },
];

const smithy: readonly LinePattern[] = [
  { kind: "interface", matches: /^(?:service|resource)\s+(?<name>\w+)/ },
  { kind: "function", matches: /^operation\s+(?<name>\w+)/ },
  { kind: "struct", matches: /^(?:structure|union)\s+(?<name>\w+)/ },
  { kind: "enum", matches: /^(?:intEnum|enum)\s+(?<name>\w+)/ },
  {
    kind: "type",
    matches: /^(?:list|set|map|string|integer|long|blob|boolean|document|timestamp)\s+(?<name>[A-Z]\w*)/,
  },
];

const flatbuffers: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^namespace\s+(?<name>[\w.]+)\s*;/ },
  { kind: "struct", matches: /^(?:table|struct|union)\s+(?<name>\w+)/ },
  { kind: "enum", matches: /^enum\s+(?<name>\w+)/ },
  { kind: "interface", matches: /^rpc_service\s+(?<name>\w+)/ },
];

const capnp: readonly LinePattern[] = [
  { kind: "struct", matches: /^struct\s+(?<name>\w+)/ },
  { kind: "interface", matches: /^interface\s+(?<name>\w+)/ },
  { kind: "enum", matches: /^enum\s+(?<name>\w+)/ },
  { kind: "constant", matches: /^const\s+(?<name>\w+)/ },
  { kind: "function", isLine: true, matches: /^(?<name>[a-z]\w*)\s+@\d+\s*\(/ },
  { kind: "field", isLine: true, matches: /^(?<name>[a-z]\w*)\s+@\d+/ },
];

const bicep: readonly LinePattern[] = [
  { kind: "struct", matches: /^resource\s+(?<name>\w+)/ },
  { kind: "module", matches: /^module\s+(?<name>\w+)/ },
  { kind: "function", matches: /^func\s+(?<name>\w+)/ },
  { kind: "type", matches: /^type\s+(?<name>\w+)/ },
  { kind: "variable", isLine: true, matches: /^(?:param|var|output)\s+(?<name>\w+)/ },
];

const rego: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^package\s+(?<name>[\w.]+)/ },
  {
    kind: "function",
    repeatsName: true,
    matches:
      /^(?!import\b|package\b|default\b|else\b|not\b|some\b|every\b)(?<name>[a-z_]\w*)(?:\([^)]*\)|\[[^\]]*\])?\s*(?::?=(?!=)|\{|\bif\b|\bcontains\b)/,
  },
];

const cue: readonly LinePattern[] = [
  { kind: "struct", matches: /^#(?<name>\w+)\s*:/ },
  { kind: "constant", matches: /^(?<name>[A-Za-z_]\w*)\s*:\s*(?:#\w+\s*&\s*)?\{/ },
];

const jsonnet: readonly LinePattern[] = [
  { kind: "function", matches: /^(?:local\s+)?(?<name>\w+)\s*\([^)]*\)\s*(?:=(?!=)|:{1,3})/ },
  { kind: "function", matches: /^(?:local\s+)?(?<name>\w+)\s*(?:=|:{1,3})\s*function\b/ },
  { kind: "constant", matches: /^(?:local\s+)?(?<name>\w+)\s*(?:=|\+?:{1,3})\s*\{/ },
];

const nix: readonly LinePattern[] = [
  { kind: "function", matches: /^(?<name>[A-Za-z_][\w'-]*)\s*=\s*(?:\{[^}=]*\}|[A-Za-z_]\w*)\s*(?:@\s*\w+\s*)?:(?!:)/ },
  { kind: "constant", matches: /^(?<name>[A-Za-z_][\w.'-]*)\s*=\s*(?:rec\s*|with\s+[\w.]+;\s*)?\{/ },
];

const dockerfile: readonly LinePattern[] = [
  { kind: "module", matches: /^FROM\s+.{1,200}?\s+AS\s+(?<name>[\w.-]+)/i },
  { kind: "variable", isLine: true, matches: /^ARG\s+(?<name>\w+)/i },
];

const just: readonly LinePattern[] = [
  { kind: "variable", isLine: true, matches: /^(?:export\s+)?(?<name>[A-Za-z_][\w-]*)\s*:=/ },
  {
    kind: "function",
    matches: /^@?(?!set\b|import\b|mod\b|alias\b)(?<name>[A-Za-z_][\w-]*)(?:\s+[^:#]{1,200})?\s*:(?!=)/,
  },
];

const elm: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^(?:port\s+|effect\s+)?module\s+(?<name>[\w.]+)/ },
  { kind: "type", matches: /^type\s+(?:alias\s+)?(?<name>[A-Z]\w*)/ },
  { kind: "function", matches: /^port\s+(?<name>[a-z]\w*)\s*:/ },
  { kind: "function", repeatsName: true, matches: /^(?<name>[a-z]\w*)\s*:(?!:)/ },
];

const purescript: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^module\s+(?<name>[\w.]+)/ },
  { kind: "struct", matches: /^(?:data|newtype)\s+(?<name>[A-Z][\w']*)/ },
  { kind: "interface", matches: /^class\s+(?:[^=]{0,200}<=\s*)?(?<name>[A-Z][\w']*)/ },
  { kind: "type", matches: /^type\s+(?<name>[A-Z][\w']*)/ },
  { kind: "function", repeatsName: true, matches: /^(?:foreign\s+import\s+)?(?<name>[a-z_][\w']*)\s*::/ },
];

const rescript: readonly LinePattern[] = [
  { kind: "module", matches: /^module\s+(?:type\s+|rec\s+)?(?<name>[A-Z]\w*)/ },
  { kind: "type", matches: /^(?:type|and|exception)\s+(?:rec\s+)?(?<name>[A-Za-z]\w*)(?=\s*(?:[=<(]|$))/ },
  { kind: "function", matches: /^(?:let|and|external)\s+(?:rec\s+)?(?<name>[a-z_]\w*)\s*[=:]/ },
];

const gleam: readonly LinePattern[] = [
  { kind: "function", matches: /^(?:pub\s+)?fn\s+(?<name>\w+)/ },
  { kind: "type", matches: /^(?:pub\s+)?(?:opaque\s+)?type\s+(?<name>[A-Z]\w*)/ },
  { kind: "constant", matches: /^(?:pub\s+)?const\s+(?<name>\w+)/ },
];

const mojo: readonly LinePattern[] = [
  { kind: "struct", matches: /^struct\s+(?<name>\w+)/ },
  { kind: "interface", matches: /^trait\s+(?<name>\w+)/ },
  { kind: "class", matches: /^class\s+(?<name>\w+)/ },
  { kind: "function", matches: /^(?:async\s+)?(?:fn|def)\s+(?<name>\w+)/ },
  { kind: "constant", isLine: true, matches: /^(?:alias|comptime)\s+(?<name>\w+)/ },
];

const coffee: readonly LinePattern[] = [
  { kind: "class", matches: /^(?:module\.exports\s*=\s*|export\s+(?:default\s+)?)?class\s+(?<name>\w+)/ },
  { kind: "function", matches: /^(?:[\w$.]+\.|@)?(?<name>[A-Za-z_$][\w$]*)\s*[:=]\s*(?:\([^)]*\)\s*)?[-=]>/ },
];

const raku: readonly LinePattern[] = [
  { kind: "class", matches: /^(?:unit\s+)?(?:my\s+|our\s+)?(?:class|grammar|package)\s+(?<name>[\w:-]+)/ },
  { kind: "interface", matches: /^(?:unit\s+)?(?:my\s+|our\s+)?role\s+(?<name>[\w:-]+)/ },
  { kind: "module", matches: /^unit\s+module\s+(?<name>[\w:-]+)/ },
  { kind: "method", matches: /^(?:multi\s+|proto\s+|private\s+)?(?:method|submethod)\s+(?<name>!?[\w-]+)/ },
  { kind: "function", matches: /^(?:our\s+|my\s+)?(?:multi\s+|proto\s+)?(?:sub|token|rule|regex)\s+(?<name>[\w-]+)/ },
];

const ada: readonly LinePattern[] = [
  { kind: "module", matches: /^(?:private\s+)?package\s+(?:body\s+)?(?<name>[\w.]+)/i },
  { kind: "class", matches: /^(?:task|protected)\s+(?:type\s+|body\s+)?(?<name>\w+)/i },
  {
    kind: "function",
    inSource: true,
    matches: /^(?:(?:not\s+)?overriding\s+)?(?:procedure|function)\s+(?<name>"[^"\s]{1,4}"|\w+)/i,
  },
  { kind: "type", matches: /^(?:sub)?type\s+(?<name>\w+)/i },
];

const verilog: readonly LinePattern[] = [
  { kind: "module", matches: /^(?:module|package|program)\s+(?:automatic\s+|static\s+)?(?<name>\w+)/ },
  { kind: "interface", matches: /^interface\s+(?:class\s+)?(?<name>\w+)/ },
  { kind: "class", matches: /^(?:virtual\s+)?class\s+(?<name>\w+)/ },
  {
    kind: "function",
    matches:
      /^(?:(?:virtual|static|protected|local|pure|extern|automatic)\s+)*(?:function|task)\s+[^(;]{0,150}?(?:(?<owner>\w+)::)?(?<name>\w+)\s*(?=[(;])/,
  },
  { kind: "type", isLine: true, matches: /^typedef\s+[^;]{1,200}?(?<name>\w+)\s*;/ },
];

const vhdl: readonly LinePattern[] = [
  { kind: "interface", matches: /^entity\s+(?<name>\w+)\s+is\b/i },
  { kind: "class", matches: /^architecture\s+(?<name>\w+)\s+of\b/i },
  { kind: "module", matches: /^package\s+(?:body\s+)?(?<name>\w+)\s+is\b/i },
  { kind: "function", matches: /^(?:pure\s+|impure\s+)?(?:function|procedure)\s+(?<name>\w+)/i },
  { kind: "struct", matches: /^component\s+(?<name>\w+)/i },
  { kind: "type", matches: /^(?:sub)?type\s+(?<name>\w+)\s+is\b/i },
];

const cobol: readonly LinePattern[] = [
  { kind: "module", isLine: true, matches: /^(?:\d{6}\s+)?(?:PROGRAM-ID|CLASS-ID)\.\s+(?<name>[\w-]+)/i },
  { kind: "function", matches: /^(?:\d{6}\s+)?(?<name>[A-Z0-9][A-Z0-9-]*)\s+SECTION\s*\./i },
];

const assembly: readonly LinePattern[] = [
  { kind: "function", matches: /^(?!\d)(?<name>[A-Za-z_$][\w$.@]*):(?!=)/ },
  { kind: "function", matches: /^(?:\.macro\s+(?<name>\w+)|%macro\s+\w+)/i },
];

const braces = (patterns: readonly LinePattern[]) => ({ by: "lines" as const, ends: "braces" as const, patterns });
const indent = (patterns: readonly LinePattern[]) => ({ by: "lines" as const, ends: "indent" as const, patterns });

export const rare: readonly Shape[] = [
  {
    name: "prisma",
    extensions: [".prisma"],
    text: { line: ["//"], strings: '"' },
    declares: braces(prisma),
    inCode: byClient,
  },
  { name: "typespec", extensions: [".tsp"], text: { ...C_TEXT, long: TRIPLE }, declares: braces(typespec) },
  {
    name: "smithy",
    extensions: [".smithy"],
    text: { line: ["//"], strings: '"', long: TRIPLE },
    declares: braces(smithy),
  },
  { name: "flatbuffers", extensions: [".fbs"], text: C_TEXT, declares: braces(flatbuffers) },
  { name: "capnproto", extensions: [".capnp"], text: HASHES, declares: braces(capnp) },
  { name: "bicep", extensions: [".bicep"], text: { ...C_TEXT, strings: "'", long: TRIPLE }, declares: braces(bicep) },
  {
    name: "starlark",
    extensions: [".bzl", ".star", ".bazel"],
    fileNames: ["build", "workspace", "tiltfile"],
    text: { ...HASHES, long: TRIPLE },
    declares: indent(starlark),
    linkage: /load\([^)]*\)/y,
  },
  {
    name: "rego",
    extensions: [".rego"],
    text: { line: ["#"], strings: '"' },
    declares: braces(rego),
    linkage: /import\b[^\n]*/y,
  },
  { name: "cue", extensions: [".cue"], text: { line: ["//"], strings: '"', long: TRIPLE }, declares: braces(cue) },
  {
    name: "jsonnet",
    extensions: [".jsonnet", ".libsonnet"],
    text: { line: ["//", "#"], block: [["/*", "*/"]], strings: "\"'", long: [["|||", "|||"]] },
    declares: braces(jsonnet),
  },
  {
    name: "nix",
    callsWithoutBrackets: true,
    extensions: [".nix"],
    text: { line: ["#"], block: [["/*", "*/"]], strings: '"', long: [["''", "''"]] },
    declares: indent(nix),
  },
  {
    name: "dockerfile",
    extensions: [".dockerfile"],
    fileNames: ["dockerfile", "containerfile"],
    text: { line: ["#"], heredocs: true },
    declares: indent(dockerfile),
  },
  { name: "just", extensions: [".just"], fileNames: ["justfile"], text: HASHES, declares: indent(just) },
  {
    name: "elm",
    callsWithoutBrackets: true,
    extensions: [".elm"],
    text: CURLY_DASHES,
    declares: indent(elm),
    linkage: /import\b[^\n]*/y,
  },
  {
    name: "purescript",
    callsWithoutBrackets: true,
    extensions: [".purs"],
    text: CURLY_DASHES,
    declares: indent(purescript),
    linkage: /import\b[^\n]*/y,
  },
  {
    name: "rescript",
    extensions: [".res", ".resi"],
    text: { ...C_TEXT, long: [["`", "`"]] },
    declares: braces(rescript),
    linkage: /open\b[^\n]*/y,
  },
  {
    name: "gleam",
    extensions: [".gleam"],
    text: { line: ["//"], strings: '"' },
    declares: braces(gleam),
    publicWord: /^pub\b/,
    linkage: /import\b[^\n]*/y,
  },
  {
    name: "mojo",
    extensions: [".mojo"],
    text: { ...HASHES, long: TRIPLE },
    declares: indent(mojo),
    linkage: /(?:import|from)\b[^\n]*/y,
  },
  {
    name: "coffeescript",
    callsWithoutBrackets: true,
    extensions: [".coffee"],
    text: { ...HASHES, block: [["###", "###"]] },
    declares: indent(coffee),
  },
  {
    name: "raku",
    extensions: [".raku", ".rakumod", ".rakutest", ".pm6", ".p6"],
    text: HASHES,
    declares: braces(raku),
    linkage: /use\b[^;\n]*;?/y,
  },
  { name: "ada", extensions: [".adb", ".ads"], text: DASHES, declares: indent(ada), linkage: /(?:with|use)\b[^;]*;/y },
  {
    name: "systemverilog",
    extensions: [".sv", ".svh"],
    text: C_TEXT,
    declares: indent(verilog),
    linkage: /`include\b[^\n]*|import\b[^;\n]*;/y,
  },
  {
    name: "vhdl",
    extensions: [".vhd", ".vhdl"],
    text: DASHES,
    declares: indent(vhdl),
    linkage: /(?:library|use)\b[^;\n]*;/y,
  },
  {
    name: "cobol",
    extensions: [".cbl", ".cob", ".cobol"],
    text: { line: ["*>"], strings: "\"'" },
    declares: indent(cobol),
  },
  {
    name: "assembly",
    extensions: [".s", ".asm", ".nasm"],
    text: { line: ["//", ";"], block: [["/*", "*/"]], strings: '"' },
    declares: indent(assembly),
  },
];
