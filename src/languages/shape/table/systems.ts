/** Languages of systems and of the family of C. */
import type { LinePattern, Shape, StatementShape, TextSyntax } from "../shape.js";

const C_TEXT: TextSyntax = { line: ["//"], block: [["/*", "*/"]], strings: "\"'" };
const INCLUDE = /#[ \t]*(?:include|import)[^\n]*|using[ \t]+namespace[^;\n]*;?|import[ \t][^;\n]*;?/y;
const C: StatementShape = { by: "statements", hasPreprocessor: true };
const CPP: StatementShape = { by: "statements", hasPreprocessor: true, hidesMembers: true };
const CLASSES: StatementShape = { by: "statements", isHeader: true };

const rust: readonly LinePattern[] = [
  {
    kind: "function",
    matches: /^(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|extern|safe)\s+)*fn\s+(?<name>\w+)/,
  },
  { kind: "struct", matches: /^(?:pub(?:\([^)]*\))?\s+)?(?:struct|union)\s+(?<name>\w+)/ },
  { kind: "enum", matches: /^(?:pub(?:\([^)]*\))?\s+)?enum\s+(?<name>\w+)/ },
  { kind: "interface", matches: /^(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+|auto\s+)*trait\s+(?<name>\w+)/ },
  {
    kind: "module",
    extends: true,
    opens: true,
    matches:
      /^(?:default\s+|unsafe\s+)*impl\b.*?\S\s+for\s+(?:&\s*)?(?:'\w+\s+)?(?:mut\s+|dyn\s+)*(?:\w+::)*(?<name>\w+)/,
  },
  {
    kind: "module",
    extends: true,
    matches: /^(?:default\s+|unsafe\s+)*impl\b(?:\s*<.*?>)?\s+(?:\w+::)*(?<name>\w+)/,
  },
  { kind: "module", matches: /^(?:pub(?:\([^)]*\))?\s+)?mod\s+(?<name>\w+)\s*(?=\{)/ },
  { kind: "type", matches: /^(?:pub(?:\([^)]*\))?\s+)?type\s+(?<name>\w+)/ },
  { kind: "constant", matches: /^(?:pub(?:\([^)]*\))?\s+)?const\s+(?<name>[A-Za-z]\w*)\s*:/ },
  { kind: "variable", matches: /^(?:pub(?:\([^)]*\))?\s+)?static\s+(?:mut\s+|ref\s+)?(?<name>\w+)\s*:/ },
  { kind: "function", matches: /^macro_rules!\s*(?<name>\w+)/ },
];

const zig: readonly LinePattern[] = [
  { kind: "function", inSource: true, matches: /^test\s+(?<name>"(?:[^"\\\n]|\\.){1,200}"|\w+)\s*(?=\{)/ },
  { kind: "function", matches: /^(?:(?:pub|export|inline|noinline|extern)\s+)*fn\s+(?<name>\w+)/ },
  { kind: "struct", matches: /^(?:pub\s+)?const\s+(?<name>\w+)\s*=\s*(?:(?:extern|packed)\s+)?(?:struct|union)\b/ },
  { kind: "enum", matches: /^(?:pub\s+)?const\s+(?<name>\w+)\s*=\s*(?:enum|error)\b/ },
  { kind: "constant", matches: /^(?:(?:pub|export)\s+)*const\s+(?<name>\w+)\s*(?::|=(?!\s*@import))/ },
  { kind: "variable", matches: /^(?:(?:pub|export|threadlocal)\s+)*var\s+(?<name>\w+)\s*[:=]/ },
];

const objectiveC: readonly LinePattern[] = [
  { kind: "class", close: /^@end\b/, matches: /^@interface\s+(?<name>\w+)/ },
  { kind: "module", extends: true, close: /^@end\b/, matches: /^@implementation\s+(?<name>\w+)/ },
  { kind: "interface", close: /^@end\b/, matches: /^@protocol\s+(?<name>\w+)\s*(?:<[^>]*>)?\s*$/ },
  { kind: "method", matches: /^[-+]\s*\([^)]*\)\s*(?<name>\w+:?)/ },
  { kind: "property", isLine: true, matches: /^@property\b.*?(?<name>\w+)\s*;/ },
  { kind: "enum", matches: /^typedef\s+NS_(?:ENUM|OPTIONS|CLOSED_ENUM)\s*\(\s*\w+\s*,\s*(?<name>\w+)/ },
  { kind: "constant", isLine: true, matches: /^#define\s+(?<name>\w+)/ },
  {
    kind: "function",
    matches: /^(?!return\b|else\b|typedef\b|@|#)(?:[\w*]+\s+){1,6}\**(?<name>[A-Za-z_]\w*)\s*\([^;]*$/,
  },
];

export const systems: readonly Shape[] = [
  {
    name: "rust",
    extensions: [".rs"],
    text: { line: ["//"], block: [["/*", "*/"]], nests: true, strings: '"', raw: "rust" },
    declares: { by: "lines", ends: "braces", patterns: rust },
    separator: "::",
    testMark: /^#\[(?:cfg\((?:all\()?test\b|(?:\w+::)*(?:test|rstest|test_case|bench|wasm_bindgen_test)\b)/,
    publicWord: /^pub\b(?!\()|^macro_rules/,
    linkage: /(?:pub(?:\([^)\n]*\))?[ \t]+)?(?:use|extern[ \t]+crate|mod)[ \t][^;]*;/y,
  },
  { name: "c", extensions: [".c"], text: C_TEXT, declares: C, linkage: INCLUDE },
  {
    name: "c",
    form: "header",
    extensions: [".h"],
    text: { ...C_TEXT, raw: "cpp" },
    declares: { ...CPP, isHeader: true },
    separator: "::",
    linkage: INCLUDE,
  },
  {
    name: "cpp",
    extensions: [".cc", ".cpp", ".cxx", ".c++", ".ino", ".cu", ".cppm", ".ixx"],
    text: { ...C_TEXT, raw: "cpp" },
    declares: CPP,
    separator: "::",
    linkage: INCLUDE,
  },
  {
    name: "cpp",
    form: "header",
    extensions: [".hpp", ".hh", ".hxx", ".h++", ".inl", ".ipp", ".tpp", ".cuh"],
    text: { ...C_TEXT, raw: "cpp" },
    declares: { ...CPP, isHeader: true },
    separator: "::",
    linkage: INCLUDE,
  },
  {
    name: "objective-c",
    extensions: [".m", ".mm"],
    text: C_TEXT,
    declares: { by: "lines", ends: "braces", patterns: objectiveC },
    linkage: /#[ \t]*(?:import|include)[^\n]*|@import[^;\n]*;/y,
  },
  {
    name: "dart",
    extensions: [".dart"],
    text: {
      ...C_TEXT,
      long: [
        ['"""', '"""'],
        ["'''", "'''"],
      ],
    },
    declares: CLASSES,
    linkage: /(?:import|export|part|library)[ \t][^;]*;/y,
  },
  {
    name: "groovy",
    extensions: [".groovy", ".gradle"],
    text: {
      ...C_TEXT,
      long: [
        ['"""', '"""'],
        ["'''", "'''"],
      ],
    },
    declares: CLASSES,
    linkage: INCLUDE,
  },
  {
    name: "d",
    extensions: [".d"],
    text: {
      ...C_TEXT,
      block: [
        ["/*", "*/"],
        ["/+", "+/"],
      ],
    },
    declares: CLASSES,
    linkage: INCLUDE,
  },
  { name: "vala", extensions: [".vala", ".vapi"], text: C_TEXT, declares: CLASSES, linkage: INCLUDE },
  {
    name: "solidity",
    extensions: [".sol"],
    text: C_TEXT,
    declares: {
      by: "lines",
      ends: "braces",
      patterns: [
        { kind: "class", matches: /^(?:abstract\s+)?(?:contract|library)\s+(?<name>\w+)/ },
        { kind: "interface", matches: /^interface\s+(?<name>\w+)/ },
        { kind: "function", matches: /^(?:function|modifier)\s+(?<name>\w+)/ },
        { kind: "constructor", matches: /^(?<name>constructor)\s*\(/ },
        { kind: "struct", matches: /^struct\s+(?<name>\w+)/ },
        { kind: "enum", matches: /^enum\s+(?<name>\w+)/ },
        { kind: "event", matches: /^(?:event|error)\s+(?<name>\w+)/ },
      ],
    },
    linkage: INCLUDE,
  },
  { name: "shader", extensions: [".glsl", ".hlsl", ".vert", ".frag", ".metal", ".wgsl"], text: C_TEXT, declares: C },
  {
    name: "zig",
    extensions: [".zig"],
    text: { line: ["//", "\\\\"], strings: "\"'" },
    declares: { by: "lines", ends: "braces", patterns: zig },
    testMark: /^test\b/,
    publicWord: /^(?:pub|export)\b/,
    linkage: /(?:pub[ \t]+)?const[ \t]+\w+[ \t]*=[ \t]*@import[^;\n]*;/y,
  },
];
