/**
 * Code in colours, line by line: the stream parsers of CodeMirror, of which the one for a language is loaded when a file of it is shown. A line is
 * coloured from the state in which the line before it ended, so a long file is done in slices while the page stays at hand.
 */
import { type StreamParser, StringStream } from "@codemirror/streamparser";

/** A piece of a line; `style` is a class of the stylesheet, and null for plain text. */
export interface Token {
  text: string;
  style: Style | null;
}
type Style = "keyword" | "string" | "number" | "comment" | "name" | "type";

// biome-ignore lint/suspicious/noExplicitAny: each parser has a state of its own.
type Parser = StreamParser<any>;

const INDENT = 2;

/** The ends of tags: `</li>`, and `/>` behind an attribute or a name. */
const CLOSING = /^<\/[\w.:-]*\s*>/;
const SELF_CLOSING = /^\/>/;
const BEHIND_ATTRIBUTE = /(^\s*|[\w"'`}-]\s*)$/;

/**
 * The parser of JavaScript for files with tags in their code. By itself it takes the slash of `</li>` for the beginning of a regular expression, and the
 * apostrophe of `don't` for that of a string.
 */
function withTags(parser: Parser): Parser {
  const { tokenize: ofCode } = parser.startState?.(INDENT) ?? {};
  return {
    ...parser,
    token(stream, state) {
      if (state.tokenize === ofCode) {
        const before = stream.string.slice(0, stream.pos);
        if (stream.match(CLOSING)) return "tagName";
        if (BEHIND_ATTRIBUTE.test(before) && stream.match(SELF_CLOSING)) return "tagName";
        if (/[a-z]$/i.test(before) && stream.match(/^'(?=[a-z])/)) return null;
      }
      return parser.token(stream, state);
    },
  };
}

/** How a family of languages is loaded, by the endings of its files. */
const LOADERS: readonly [endings: string, load: () => Promise<Parser>][] = [
  ["ts mts cts", async () => (await import("@codemirror/legacy-modes/mode/javascript")).typescript],
  ["tsx", async () => withTags((await import("@codemirror/legacy-modes/mode/javascript")).typescript)],
  [
    "js jsx mjs cjs vue svelte",
    async () => withTags((await import("@codemirror/legacy-modes/mode/javascript")).javascript),
  ],
  ["json jsonc ipynb", async () => (await import("@codemirror/legacy-modes/mode/javascript")).json],
  ["py pyi", async () => (await import("@codemirror/legacy-modes/mode/python")).python],
  ["go", async () => (await import("@codemirror/legacy-modes/mode/go")).go],
  ["rs", async () => (await import("@codemirror/legacy-modes/mode/rust")).rust],
  ["swift", async () => (await import("@codemirror/legacy-modes/mode/swift")).swift],
  ["rb rake gemspec", async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby],
  ["java", async () => (await import("@codemirror/legacy-modes/mode/clike")).java],
  ["kt kts", async () => (await import("@codemirror/legacy-modes/mode/clike")).kotlin],
  ["cs csx", async () => (await import("@codemirror/legacy-modes/mode/clike")).csharp],
  ["c h", async () => (await import("@codemirror/legacy-modes/mode/clike")).c],
  ["cc cpp cxx hh hpp hxx", async () => (await import("@codemirror/legacy-modes/mode/clike")).cpp],
  ["scala sc", async () => (await import("@codemirror/legacy-modes/mode/clike")).scala],
  ["dart", async () => (await import("@codemirror/legacy-modes/mode/clike")).dart],
  ["m mm", async () => (await import("@codemirror/legacy-modes/mode/clike")).objectiveC],
  // PHP has no parser of its own there; its words and strings are those of C.
  ["php", async () => (await import("@codemirror/legacy-modes/mode/clike")).java],
  ["sh bash zsh bats", async () => (await import("@codemirror/legacy-modes/mode/shell")).shell],
  ["css scss less", async () => (await import("@codemirror/legacy-modes/mode/css")).sCSS],
  ["html htm xml svg csproj props targets xaml", async () => (await import("@codemirror/legacy-modes/mode/xml")).html],
  ["yml yaml", async () => (await import("@codemirror/legacy-modes/mode/yaml")).yaml],
  ["toml", async () => (await import("@codemirror/legacy-modes/mode/toml")).toml],
  ["ini properties env cfg conf", async () => (await import("@codemirror/legacy-modes/mode/properties")).properties],
  ["sql", async () => (await import("@codemirror/legacy-modes/mode/sql")).pgSQL],
  ["lua", async () => (await import("@codemirror/legacy-modes/mode/lua")).lua],
  ["pl pm", async () => (await import("@codemirror/legacy-modes/mode/perl")).perl],
  ["r", async () => (await import("@codemirror/legacy-modes/mode/r")).r],
  ["hs", async () => (await import("@codemirror/legacy-modes/mode/haskell")).haskell],
  ["ex exs erl", async () => (await import("@codemirror/legacy-modes/mode/erlang")).erlang],
  ["clj cljs cljc edn", async () => (await import("@codemirror/legacy-modes/mode/clojure")).clojure],
  ["ml mli", async () => (await import("@codemirror/legacy-modes/mode/mllike")).oCaml],
  ["fs fsi fsx", async () => (await import("@codemirror/legacy-modes/mode/mllike")).fSharp],
  ["ps1 psm1", async () => (await import("@codemirror/legacy-modes/mode/powershell")).powerShell],
  ["groovy gradle", async () => (await import("@codemirror/legacy-modes/mode/groovy")).groovy],
  ["proto", async () => (await import("@codemirror/legacy-modes/mode/protobuf")).protobuf],
  ["dockerfile", async () => (await import("@codemirror/legacy-modes/mode/dockerfile")).dockerFile],
  ["cmake", async () => (await import("@codemirror/legacy-modes/mode/cmake")).cmake],
  ["diff patch", async () => (await import("@codemirror/legacy-modes/mode/diff")).diff],
];
const BY_ENDING = new Map(LOADERS.flatMap(([endings, load]) => endings.split(" ").map((one) => [one, load] as const)));

type Load = () => Promise<Parser>;
/** The parsers that were loaded. */
const loaded = new Map<Load, Parser>();

function loaderOf(path: string): Load | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return BY_ENDING.get(name.slice(name.lastIndexOf(".") + 1));
}

/** Loads the parser of a file by its path; null where its language has none, and where it cannot be loaded: code is readable without colours. */
export async function parserFor(path: string): Promise<Parser | null> {
  const load = loaderOf(path);
  if (!load) return null;
  const parser = await load().catch(() => null);
  if (parser) loaded.set(load, parser);
  return parser;
}

/** The parser of a file, where it is there already. */
export function parserAtHand(path: string): Parser | null {
  const load = loaderOf(path);
  return (load && loaded.get(load)) ?? null;
}

/** Longer lines stay plain. */
const LONGEST_LINE = 2000;
/** A slice of work, in milliseconds. */
const SLICE_MS = 6;

export interface Highlighter {
  /** The tokens of a line, from 0; null while it has none yet. */
  line(index: number): readonly Token[] | null;
  /** Works until the line is done or the slice is over; says whether it is done. */
  workTo(line: number): boolean;
}

/** Colours lines with a parser, from the first down. */
export function createHighlighter(parser: Parser, lines: readonly string[]): Highlighter {
  const state = parser.startState ? parser.startState(INDENT) : {};
  const done: (readonly Token[])[] = [];
  return {
    line: (index) => done[index] ?? null,
    workTo(line) {
      const until = performance.now() + SLICE_MS;
      const wanted = Math.min(line + 1, lines.length);
      while (done.length < wanted) {
        done.push(tokensOf(parser, lines[done.length] ?? "", state));
        if (done.length % 16 === 0 && performance.now() > until) break;
      }
      return done.length >= wanted;
    },
  };
}

function tokensOf(parser: Parser, line: string, state: unknown): Token[] {
  if (line === "") {
    parser.blankLine?.(state, INDENT);
    return [];
  }
  if (line.length > LONGEST_LINE) return [{ text: line, style: null }];
  const stream = new StringStream(line, INDENT, INDENT);
  const tokens: Token[] = [];
  while (!stream.eol()) {
    let name: string | null = null;
    try {
      name = parser.token(stream, state);
    } catch {
      // A parser that stumbles over a strange line leaves the rest of it plain.
      stream.skipToEnd();
    }
    if (stream.pos <= stream.start) stream.pos = stream.start + 1;
    const text = line.slice(stream.start, stream.pos);
    const style = styleOf(name);
    const last = tokens.at(-1);
    if (last && last.style === style) last.text += text;
    else tokens.push({ text, style });
    stream.start = stream.pos;
  }
  return tokens;
}

const STYLES: readonly [RegExp, Style][] = [
  [/^comment/, "comment"],
  [/^(string|regexp|attributeValue)/, "string"],
  [/^(number|atom|bool|null|literal)/, "number"],
  [/^(typeName|type|className|tagName|tag|builtin|variableName\.standard)/, "type"],
  [/^(def|variableName\.definition|definition|attributeName|header|propertyName\.definition)/, "name"],
  [/^(keyword|modifier|controlKeyword|operatorKeyword|meta|processingInstruction|self)/, "keyword"],
];
const known = new Map<string, Style | null>();

/** The class of a token by the names that its parser gave, of which the first counts. */
function styleOf(names: string | null): Style | null {
  if (names === null) return null;
  const before = known.get(names);
  if (before !== undefined) return before;
  const style = STYLES.find(([pattern]) => pattern.test(names))?.[1] ?? null;
  known.set(names, style);
  return style;
}
