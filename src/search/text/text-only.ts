/** Code of languages without a parser, which is searched as text and has no symbols and no edges: what "no callers" is worth. */
import escapeStringRegexp from "escape-string-regexp";
import { nth } from "../../base/need.js";
import { int32At, uint8At } from "../../base/numbers.js";
import { enclosingSymbols } from "../../graph/enclosing.js";
import { isContainer, nameBesidePath } from "../../graph/symbol.js";
import {
  codeLanguageOf,
  isByShape,
  languageOf,
  languages,
  SHAPE_EXTENSIONS,
  writtenInCode,
} from "../../languages/index.js";
import type { Language } from "../../languages/language.js";
import { IN_TEXT } from "../../postings/file-terms.js";
import { identifierTerms } from "../../postings/terms.js";
import type { Db } from "../../store/db/db.js";
import { headsNamed } from "../../store/symbol-heads.js";
import { readSources } from "../../store/texts.js";
import type { View } from "../../store/views.js";
import { isBare } from "../code/bare.js";
import { fileMask } from "../filters.js";
import { eachLivePosting } from "../live-postings.js";
import { placesOf } from "../places.js";
import type { PostingLists } from "../posting-lists.js";
import type { ViewSnapshot } from "../snapshot.js";
import { isPage, pageCode } from "./page-code.js";

/** Templates of components and pages. They may use declarations of any language. */
const TEMPLATES =
  "astro html htm hbs ejs pug liquid twig mustache erb haml slim jsp ftl j2 jinja gohtml tmpl vbhtml aspx ascx xaml axaml".split(
    " ",
  );
/** Programs that may use what code with a parser declares. */
const PROGRAMS =
  "vb fs fsx py pyi rb go rs java kt kts groovy scala swift m mm c h cc cpp cxx hpp php dart lua coffee ex exs erl clj hs ml r jl pl".split(
    " ",
  );
/** Extensions of users of code with a parser, and of code that was read by its shape. */
const BESIDE_PARSED = [...TEMPLATES, ...PROGRAMS];
const BESIDE_SHAPED = [...TEMPLATES, ...SHAPE_EXTENSIONS];
/** Extensions of code with a parser, which names what a schema declares. */
const PARSED = languages.flatMap(({ extensions }) => extensions);
const NO_WORD = /(?!)/u;
/** Files of settings, by which libraries find classes: a class counts there by its full name, as it stands in `META-INF/services/`. */
const REGISTERING = ["xml", "yml", "yaml", "properties", "factories", "imports", "conf", "toml", "json"];
const SERVICES = "**/META-INF/**";
const FULL_NAME = /^(?:[\p{L}_$][\p{L}\p{N}_$]*\.){2,}[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** At most this many files are read to confirm a whole-word, same-case match. */
const MOST_READ = 40;
/** Of a schema, whose names stand in much of the code. */
const MOST_READ_OF_SCHEMA = 400;
/** Lines of a file that are taken. */
const MOST_OF_FILE = 400;
/** The most lines that are sorted into code, comments and texts, and the most characters of each. */
const MOST_LINES = 100;
const MOST_LENGTH = 140;
/** A declaration may begin with attributes above the line that has its name. */
const MOST_ABOVE = 8;
/** Declarations of a name that are looked up. */
const MOST_DECLARED = 200;
/** A declaration of a type with its definition, and a statement in its body that defines it. */
const DECLARES =
  /^(?:[\w@]+\s+){0,6}(?:(?:class|interface|trait|impl|enum|object|mixin|extension|instance|protocol|record|actor|contract|role|module)\b|struct\s+\w+[^{;]*:)/;
const TAKES = /^(?:include|extend|prepend|use|with|@behaviour|defimpl|implements)\s/;

/** A line that has a name in a file without a graph. */
export interface NamingLine {
  path: string;
  line: number;
  /** Without what it is indented by; of a long one what is around the name. */
  text: string;
  /** The function or type that it stands in, by its name beside its path and without a namespace; null where none is known. */
  within: string | null;
  /** The first line of what it stands in; null where none is known. */
  since: number | null;
  /** Whether a type declares there what it is made of: `impl Shape for Circle`. */
  isHeritage: boolean;
}

export interface TextOnlyFiles {
  /** Code before tests, examples and prose, else in order. */
  paths: string[];
  /** In the order of the paths, without declarations and imports of a name, and without comments where the language is read by its shape. */
  lines: NamingLine[];
  /** Whether more than MOST_READ files may have a name, or more than MOST_OF_FILE lines of one. */
  isCapped: boolean;
}

export interface NamingQuery {
  view: View;
  names: readonly string[];
  /** The language of what has the names, as the database names it; absent: one with a parser. */
  language?: string;
  /** Of a class: its name with that of its package. */
  fullName?: string;
  isListed?: (path: string) => boolean;
}

/** The files of such languages that have one of the names as a word of its own, outside of comments where these can be told. */
export async function textOnlyFilesNaming(
  db: Db,
  snapshot: ViewSnapshot,
  lists: PostingLists,
  query: NamingQuery,
): Promise<TextOnlyFiles> {
  const { view, names, language, fullName, isListed = () => true } = query;
  const isShaped = language !== undefined && isByShape(language);
  const inCode = language === undefined ? undefined : writtenInCode(language);
  const beside = isShaped ? BESIDE_SHAPED : BESIDE_PARSED;
  const mask = fileMask(snapshot, { extensions: inCode ? [...beside, ...PARSED] : beside });
  // A default export has the name that each importer gives it.
  const wanted = names.filter((name) => name !== "default" && /^[\p{L}\p{N}_$]+[!?]?$/u.test(name));
  const isUseless = mask?.includes(1) !== true && !FULL_NAME.test(fullName ?? "");
  if (wanted.length === 0 || isUseless) return { paths: [], lines: [], isCapped: false };
  const having = await filesHaving(snapshot, lists, wanted, inCode !== undefined);
  const listed = having.filter(({ file }) => isListed(file.path));
  const files = listed.flatMap(({ index, file }) => (mask?.[index] === 1 ? [file] : []));
  const read = files.slice(0, inCode ? MOST_READ_OF_SCHEMA : MOST_READ);
  const sources = await readSources(db, snapshot.projectId, read);
  const [word, wordOfPage] = [wordOf(wanted), wordOf(wanted, "-")];
  const forms = inCode ? wanted.flatMap((name) => inCode(name) ?? []) : [];
  const wordOfCode = forms.length > 0 ? new RegExp(forms.join("|"), "u") : NO_WORD;
  // A plain word in a text is a word of a sentence.
  const withStrings = wanted.every((name) => identifierTerms(name).length > 2);
  const naming = read.flatMap(({ path, contentHash }) => {
    const source = sources.get(contentHash.toString("hex")) ?? "";
    const language = codeLanguageOf(path);
    const lines = languageOf(path)
      ? linesNaming(wordOfCode, source, source)
      : isPage(path)
        ? linesNaming(wordOfPage, source, pageCode(source))
        : linesNaming(word, source, language?.codeOf?.(source, { withStrings }) ?? source);
    if (lines.length === 0) return [];
    return [{ path, lines: withoutImports(lines, language), isCut: lines.length === MOST_OF_FILE }];
  });
  naming.push(...(await registeringIn(db, snapshot, listed, fullName)));
  const named = naming.flatMap(({ path, lines: own }) => own.map((line) => ({ path, ...line })));
  const lines = await withPlaces(db, view, named, new Set(wanted));
  const isCapped = files.length > read.length || naming.some(({ isCut }) => isCut);
  return { paths: [...new Set(lines.map(({ path }) => path))], lines, isCapped };
}

/** A file of a snapshot, and its position there. */
interface Numbered {
  index: number;
  file: ViewSnapshot["files"][number];
}

/** The files without a graph, or all, that have one of some names, code before tests, examples and prose. */
async function filesHaving(
  snapshot: ViewSnapshot,
  lists: PostingLists,
  names: readonly string[],
  withParsed: boolean,
): Promise<Numbered[]> {
  const terms = new Set(names.flatMap((name) => identifierTerms(name).slice(0, 1)));
  const ranges = snapshot.ranges.word;
  const found = new Set<number>();
  for (const list of await lists.find(snapshot, "word", [...terms]))
    eachLivePosting(ranges, list, (_, count, range) => {
      if ((count & IN_TEXT) > 0) found.add(int32At(ranges.files, range));
    });
  const places = placesOf(snapshot);
  return [...found]
    .sort((a, b) => uint8At(places, a) - uint8At(places, b) || a - b)
    .map((index) => ({ index, file: nth(snapshot.files, index) }))
    .filter(({ file: { language } }) => withParsed || language === null || isByShape(language));
}

interface Naming {
  path: string;
  lines: FoundLine[];
  isCut: boolean;
}

/** The lines of settings and lists of services that have the full name of a class, among some files that have its own. */
async function registeringIn(
  db: Db,
  snapshot: ViewSnapshot,
  files: readonly Numbered[],
  fullName = "",
): Promise<Naming[]> {
  if (!FULL_NAME.test(fullName)) return [];
  const masks = [{ extensions: REGISTERING }, { pathFilter: SERVICES }].map((filters) => fileMask(snapshot, filters));
  const registering = files.filter(({ index }) => masks.some((mask) => mask?.[index] === 1));
  const read = registering.slice(0, MOST_READ).map(({ file }) => file);
  const sources = await readSources(db, snapshot.projectId, read);
  // A class within another one stands behind `$`.
  const name = escapeStringRegexp(fullName).replaceAll("\\.", "[.$]");
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$.])${name}(?![\\p{L}\\p{N}_$])(?!\\.\\p{L})`, "u");
  return read.flatMap(({ path, contentHash }) => {
    const source = sources.get(contentHash.toString("hex")) ?? "";
    const lines = linesNaming(word, source, source);
    return lines.length === 0 ? [] : [{ path, lines, isCut: lines.length === MOST_OF_FILE }];
  });
}

/** Matches any of the names as a word of its own; `more`: other characters that words have, as `list-group` of a page is one. */
function wordOf(names: readonly string[], more = ""): RegExp {
  const either = names.map((name) => escapeStringRegexp(name)).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}_$${more}])(?:${either})(?![\\p{L}\\p{N}_$${more}])`, "u");
}

type FoundLine = Pick<NamingLine, "line" | "text">;

/** The first lines whose code has the word, as the source has them. `code` has the lines of the source. */
function linesNaming(word: RegExp, source: string, code: string): FoundLine[] {
  const found: FoundLine[] = [];
  if (!word.test(code)) return found;
  const written = source.split("\n");
  for (const [index, line] of code.split("\n").entries()) {
    const match = word.exec(line);
    if (match !== null) found.push({ line: index + 1, text: aroundWord(written[index] ?? line, match.index) });
    if (found.length === MOST_OF_FILE) break;
  }
  return found;
}

/** A line without its indentation; of a long one what is around an offset. */
function aroundWord(line: string, offset: number): string {
  const text = line.trim();
  if (text.length <= MOST_LENGTH) return text;
  const start = Math.max(0, Math.min(offset - (line.length - line.trimStart().length) - 40, text.length - MOST_LENGTH));
  return `${start > 0 ? "…" : ""}${text.slice(start, start + MOST_LENGTH)}${start + MOST_LENGTH < text.length ? "…" : ""}`;
}

/** Of a file that uses what it imports the uses alone. */
function withoutImports(lines: FoundLine[], language: Language | null): FoundLine[] {
  if (language === null) return lines;
  const uses = lines.filter(({ text }) => !isBare(text, language));
  return uses.length > 0 ? uses : lines;
}

/** Notes the symbol around each line, and leaves out the lines that declare one of the names. */
async function withPlaces(
  db: Db,
  view: View,
  lines: readonly (FoundLine & { path: string })[],
  names: ReadonlySet<string>,
): Promise<NamingLine[]> {
  const declared = await headsNamed(db, view, [...names], { most: MOST_DECLARED });
  const declaring = new Set(
    declared.flatMap(({ path, lineStart, lineEnd }) => {
      const end = Math.min(lineEnd, lineStart + MOST_ABOVE);
      const own = lines.find((line) => line.path === path && line.line >= lineStart && line.line <= end);
      return own === undefined ? [] : [own];
    }),
  );
  const uses = lines.filter((line) => !declaring.has(line));
  const around = await enclosingSymbols(db, view, uses.slice(0, MOST_LINES));
  return uses.map((use, index): NamingLine => {
    const head = around[index] ?? null;
    return {
      ...use,
      within: head === null ? null : nameBesidePath(head.qualifiedName, head.path, head.nodeType).replace(/^.*\\/, ""),
      since: head?.lineStart ?? null,
      isHeritage: DECLARES.test(use.text) || (head !== null && isContainer(head.nodeType) && TAKES.test(use.text)),
    };
  });
}
