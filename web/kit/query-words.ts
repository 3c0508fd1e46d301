/** Filters that stand as words in the search field: `lang:ts path:src/ -path:tests kind:class case:yes re:yes ref:main project:shop`. */

export const FILTERS = ["lang", "path", "-path", "kind", "case", "re", "word", "ref", "project"] as const;
export type FilterName = (typeof FILTERS)[number];

export interface Filter {
  name: FilterName;
  value: string;
  /** As it stands in the field. */
  word: string;
}

export interface QueryWords {
  /** The text to look for, without the filters. */
  text: string;
  filters: readonly Filter[];
}

const WORD = /(?<=^|\s)(-?[a-z]+):(?:"([^"]*)"|(\S+))(?=\s|$)/gi;
const OTHER_NAMES: Record<string, FilterName> = {
  language: "lang",
  l: "lang",
  file: "path",
  f: "path",
  "-file": "-path",
  "-f": "-path",
  regex: "re",
  branch: "ref",
  commit: "ref",
  type: "kind",
};

/** Parts what is in the field. A word with another name before its colon, such as `std:vector`, is text. */
export function parseQuery(query: string): QueryWords {
  const filters: Filter[] = [];
  const text = query.replace(WORD, (word: string, given: string, quoted?: string, plain?: string) => {
    const lower = given.toLowerCase();
    const name = FILTERS.find((one) => one === lower) ?? OTHER_NAMES[lower];
    if (!name) return word;
    filters.push({ name, value: quoted ?? plain ?? "", word });
    return " ";
  });
  return { text: text.replace(/\s+/g, " ").trim(), filters };
}

/** The field without a filter. */
export const without = (query: string, { word }: Filter): string => query.replace(word, "").replace(/\s+/g, " ").trim();

/** The field with one more filter; one of its name gives way. */
export function withFilter(query: string, name: FilterName, value: string): string {
  const before = parseQuery(query).filters.find((filter) => filter.name === name);
  const rest = before ? without(query, before) : query.trim();
  const word = /\s/.test(value) ? `${name}:"${value}"` : `${name}:${value}`;
  return before?.value === value ? rest : `${rest} ${word}`.trim();
}

/** Names of languages as people write them, where they are not the index's own. */
const LANGUAGES: Record<string, string> = {
  ts: "typescript",
  tsx: "typescript",
  js: "javascript",
  jsx: "javascript",
  py: "python",
  cs: "csharp",
  "c#": "csharp",
  golang: "go",
  kt: "kotlin",
  rb: "ruby",
  rs: "rust",
  "c++": "cpp",
  md: "markdown",
  sh: "shell",
};

export const languageOf = (value: string): string => LANGUAGES[value.toLowerCase()] ?? value.toLowerCase();

const isYes = (value: string | undefined): boolean => value !== undefined && /^(yes|y|true|on|1)$/i.test(value);

/** The filters as tools take them. */
export interface Narrowed {
  language: string | undefined;
  pathFilter: string | undefined;
  kind: string | undefined;
  isCase: boolean;
  isRegex: boolean;
  isWord: boolean;
  ref: string | undefined;
  project: string | undefined;
}

export function narrowed(filters: readonly Filter[]): Narrowed {
  const last = (name: FilterName) => filters.findLast((filter) => filter.name === name)?.value;
  const paths = filters.flatMap(({ name, value }) =>
    name === "path" ? [value] : name === "-path" ? [`!${value}`] : [],
  );
  const language = last("lang");
  return {
    language: language === undefined ? undefined : languageOf(language),
    pathFilter: paths.length === 0 ? undefined : paths.join(","),
    kind: last("kind"),
    isCase: isYes(last("case")),
    isRegex: isYes(last("re")),
    isWord: isYes(last("word")),
    ref: last("ref"),
    project: last("project"),
  };
}
