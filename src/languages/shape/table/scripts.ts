/** Dynamic languages and shells. */
import type { LinePattern, Shape } from "../shape.js";

const HASH = ["#"];

const ruby: readonly LinePattern[] = [
  { kind: "module", matches: /^module\s+(?:(?<owner>\w+(?:::\w+)*)::)?(?<name>[A-Z]\w*)/ },
  { kind: "class", extends: true, matches: /^class\s+(?:(?<owner>\w+(?:::\w+)*)::)?(?<name>[A-Z]\w*)/ },
  {
    kind: "function",
    matches:
      /^(?:(?:private|protected|public|private_class_method|module_function|memoize)\s+)?def\s+(?:(?:self|[A-Za-z_]\w*)\.)?(?<name>[A-Za-z_]\w*[?!=]?|\[\]=?|[-+*/%<>=!~^&|]{1,3}@?)/,
  },
  { kind: "property", isLine: true, matches: /^(?:attr_reader|attr_writer|attr_accessor)\s+:(?<name>\w+)/ },
  { kind: "constant", matches: /^(?<name>[A-Z][A-Z0-9_]*)\s*=(?![=~])/ },
  { kind: "class", matches: /^(?<name>[A-Z]\w*)\s*=\s*(?:Struct|Class|Data|Module)\.(?:new|define)\b/ },
  {
    kind: "function",
    inSource: true,
    matches: /^(?:task|scope|namespace|factory|has_many|has_one|belongs_to)[\s(]+:(?<name>\w+)/,
  },
];

const php: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^(?:<\?php\s+)?namespace\s+(?<name>[\w\\]+)\s*;/ },
  { kind: "namespace", matches: /^namespace\s+(?<name>[\w\\]+)/ },
  { kind: "class", matches: /^(?:(?:abstract|final|readonly)\s+)*class\s+(?<name>\w+)/ },
  { kind: "interface", matches: /^interface\s+(?<name>\w+)/ },
  { kind: "class", matches: /^trait\s+(?<name>\w+)/ },
  { kind: "enum", matches: /^enum\s+(?<name>\w+)/ },
  {
    kind: "function",
    matches: /^(?:(?:public|protected|private|static|abstract|final)\s+)*function\s+&?\s*(?<name>\w+)/,
  },
  { kind: "constant", matches: /^(?:(?:public|protected|private|final)\s+)*const\s+(?:\w+\s+)?(?<name>\w+)\s*=/ },
  {
    kind: "property",
    matches: /^(?:(?:public|protected|private|static|readonly|var)\s+){1,4}(?:[?\w\\|]+\s+)?\$(?<name>\w+)/,
  },
  { kind: "constant", isLine: true, inSource: true, matches: /^define\(\s*['"](?<name>\w+)['"]/ },
];

const lua: readonly LinePattern[] = [
  { kind: "function", matches: /^(?:local\s+)?function\s+(?:(?<owner>\w+(?:\.\w+)*)[.:])?(?<name>\w+)/ },
  { kind: "function", matches: /^(?:local\s+)?(?:(?<owner>\w+(?:\.\w+)*)\.)?(?<name>\w+)\s*=\s*function\b/ },
  { kind: "constant", matches: /^local\s+(?<name>[A-Z][A-Z0-9_]+)\s*(?:<const>\s*)?=/ },
];

const elixir: readonly LinePattern[] = [
  { kind: "module", matches: /^defmodule\s+(?<name>[\w.]+)/ },
  { kind: "interface", matches: /^defprotocol\s+(?<name>[\w.]+)/ },
  { kind: "module", matches: /^defimpl\s+(?<name>[\w.]+)/ },
  { kind: "function", matches: /^(?:def|defmacro|defguard|defdelegate|defn)\s+(?<name>[a-z_]\w*[?!]?)/ },
  { kind: "function", isPrivate: true, matches: /^(?:defp|defmacrop|defguardp|defnp)\s+(?<name>[a-z_]\w*[?!]?)/ },
  { kind: "type", matches: /^@(?:type|opaque)\s+(?<name>\w+)/ },
  { kind: "function", matches: /^@(?:callback|macrocallback)\s+(?<name>\w+[?!]?)/ },
];

const shell: readonly LinePattern[] = [
  { kind: "function", matches: /^(?:function\s+)?(?<name>[\w:.-]+)\s*\(\s*\)/ },
  { kind: "function", matches: /^function\s+(?<name>[\w:.-]+)/ },
  {
    kind: "constant",
    isLine: true,
    matches: /^(?:(?:export|readonly|declare|typeset)\s+(?:-\w+\s+)*)?(?<name>[A-Z][A-Z0-9_]{2,})=/,
  },
];

const perl: readonly LinePattern[] = [
  { kind: "namespace", leads: true, matches: /^package\s+(?<name>[\w:]+)\s*(?:v?[\d.]+\s*)?;/ },
  { kind: "class", matches: /^(?:package|class|role)\s+(?<name>[\w:]+)/ },
  { kind: "function", matches: /^(?:(?:my|our|async)\s+)?(?:sub|method|fun)\s+(?<name>[\w:']+)/ },
  { kind: "constant", matches: /^use\s+constant\s+(?<name>[A-Z]\w*)\b/ },
  { kind: "property", matches: /^has\s+(?<name>\w+)\s*=>/ },
];

const r: readonly LinePattern[] = [
  { kind: "function", matches: /^(?<name>[\w.]+|`[^`]+`)\s*(?:<-|=)\s*function\b/ },
  {
    kind: "class",
    inSource: true,
    matches: /^(?<name>[\w.]+)\s*(?:<-|=)\s*(?:R6::)?(?:R6Class|setRefClass|setClass)\b/,
  },
  { kind: "method", inSource: true, matches: /^set(?:Generic|Method|Validity)\(\s*["'](?<name>[^"']+)["']/ },
  { kind: "constant", matches: /^(?<name>[A-Z][A-Z0-9_.]+)\s*<-/ },
];

export const scripts: readonly Shape[] = [
  {
    name: "ruby",
    callsWithoutBrackets: true,
    extensions: [".rb", ".rake", ".gemspec", ".ru"],
    fileNames: ["rakefile", "gemfile", "guardfile", "vagrantfile", "fastfile", "podfile"],
    text: {
      line: HASH,
      pods: [
        ["=begin", "=end"],
        ["__END__", "\0"],
      ],
      strings: "\"'",
      heredocs: true,
    },
    declares: { by: "lines", ends: "indent", patterns: ruby, access: /^(public|protected|private)\s*$/ },
    separator: "::",
    linkage: /require(?:_relative)?[ \t(][^\n]*/y,
  },
  {
    name: "php",
    extensions: [".php", ".phtml"],
    text: { line: ["//", "# "], block: [["/*", "*/"]], strings: "\"'", heredocs: true },
    declares: { by: "lines", ends: "braces", patterns: php },
    separator: "::",
    spaceSeparator: "\\",
    linkage: /<\?php|(?:use|namespace|require|require_once|include|include_once|declare)\b[^;]*;/y,
  },
  {
    name: "lua",
    extensions: [".lua", ".luau"],
    text: {
      block: [
        ["--[[", "]]"],
        ["--[=[", "]=]"],
      ],
      line: ["--"],
      strings: "\"'",
      long: [["[[", "]]"]],
    },
    declares: { by: "lines", ends: "indent", patterns: lua },
    linkage: /(?:local[ \t]+\w+[ \t]*=[ \t]*)?require\b[^\n]*/y,
  },
  {
    name: "elixir",
    callsWithoutBrackets: true,
    extensions: [".ex", ".exs"],
    text: {
      line: HASH,
      long: [
        ['"""', '"""'],
        ["'''", "'''"],
      ],
      docs: ["@moduledoc", "@doc", "@typedoc"].flatMap((attribute) =>
        ["", "~S", "~s"].map((sigil) => [`${attribute} ${sigil}"""`, '"""'] as const),
      ),
      strings: '"',
    },
    declares: { by: "lines", ends: "indent", patterns: elixir },
    linkage: /(?:alias|import|require|use)[ \t][^\n]*/y,
  },
  {
    name: "shell",
    callsWithoutBrackets: true,
    extensions: [".sh", ".bash", ".zsh", ".ksh", ".bats", ".fish"],
    text: { line: HASH, strings: "\"'", heredocs: true },
    declares: { by: "lines", ends: "braces", patterns: shell },
    linkage: /(?:source|\.)[ \t][^\n]*|set[ \t][^\n]*/y,
  },
  {
    name: "perl",
    callsWithoutBrackets: true,
    extensions: [".pl", ".pm", ".t"],
    text: {
      line: HASH,
      pods: [
        ["=pod", "=cut"],
        ["=head", "=cut"],
        ["=over", "=cut"],
        ["=item", "=cut"],
        ["=begin", "=cut"],
        ["=encoding", "=cut"],
        ["__END__", "\0"],
        ["__DATA__", "\0"],
      ],
      strings: "\"'",
      heredocs: true,
    },
    declares: { by: "lines", ends: "braces", patterns: perl },
    separator: "::",
    linkage: /(?:use|no|require)[ \t][^;]*;/y,
  },
  {
    name: "r",
    extensions: [".r"],
    text: { line: HASH, strings: "\"'" },
    declares: { by: "lines", ends: "braces", patterns: r },
    linkage: /(?:library|require|source)\([^\n]*/y,
  },
  {
    name: "julia",
    extensions: [".jl"],
    text: { line: HASH, block: [["#=", "=#"]], long: [['"""', '"""']], strings: '"' },
    declares: {
      by: "lines",
      ends: "indent",
      patterns: [
        { kind: "module", matches: /^(?:bare)?module\s+(?<name>\w+)/ },
        { kind: "struct", matches: /^(?:mutable\s+)?struct\s+(?<name>\w+)/ },
        { kind: "type", matches: /^(?:abstract|primitive)\s+type\s+(?<name>\w+)/ },
        { kind: "function", matches: /^(?:@\w+\s+)?(?:function|macro)\s+(?:[\w.]+\.)?(?<name>[\w!]+)/ },
        { kind: "function", matches: /^(?:[\w.]+\.)?(?<name>[a-z_][\w!]*)\([^()=]*\)\s*=(?!=)/ },
        { kind: "constant", matches: /^const\s+(?<name>\w+)/ },
      ],
    },
    linkage: /(?:using|import|include)\b[^\n]*/y,
  },
  {
    name: "powershell",
    extensions: [".ps1", ".psm1"],
    text: { line: HASH, block: [["<#", "#>"]], strings: "\"'" },
    declares: {
      by: "lines",
      ends: "braces",
      patterns: [
        { kind: "function", matches: /^(?:function|filter)\s+(?:\w+:)?(?<name>[\w-]+)/i },
        { kind: "class", matches: /^class\s+(?<name>\w+)/i },
        { kind: "enum", matches: /^enum\s+(?<name>\w+)/i },
      ],
    },
  },
];
