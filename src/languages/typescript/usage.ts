/** How declarations of TypeScript and JavaScript are used where no reference shows it. */
import { folderOf, joinPath } from "../../model/paths.js";
import {
  type DeclaredUse,
  isLoadedByPlace,
  isMember,
  isPrivate,
  manifestAbove,
  type PassedOn,
  type Published,
  type TextSpan,
  throughBases,
  type UsageConventions,
} from "../usage.js";

/** Exports that frameworks look for by name in files at certain places. */
const LOOKED_FOR =
  /^(default|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|loader|action|meta|links|headers|handle|handler|config|metadata|viewport|middleware|register|setup|teardown|up|down|plugin|plugins|getStaticProps|getStaticPaths|getServerSideProps|generate\w+|load|actions|prerender|ssr|csr|revalidate|dynamic\w*|runtime|fetchCache|preferredRegion|maxDuration|ErrorBoundary|shouldRevalidate|clientLoader|clientAction|main|activate|deactivate)$/;
/** Members that the language itself, or a library that takes any object, calls. */
const CALLED =
  /^(constructor|toString|toJSON|valueOf|then|catch|finally|next|return|throw|inspect|render|dispose|destroy|get|set|has|deleteProperty|apply|construct|ng[A-Z]\w+|on[A-Z]\w+|(dis)?connectedCallback|adoptedCallback|attributeChangedCallback|observedAttributes|component\w+|shouldComponentUpdate|getDerived\w+|getSnapshot\w+|before[A-Z]\w*|after[A-Z]\w*|handle[A-Z]\w*|visit[A-Z]\w*|_\w+|\[.*)$/;

/** `key: () => 1` and `key() {}` in an object; a key in quotes may be any text, such as "tools/list". */
const OF_LITERAL =
  /^(?:(?:[\w$]+|"[^"\n]*"|'[^'\n]*')\s*:|(?:(?:async|get|set)\s+|\*\s*)*(?!function\b)(?:[\w$]+|"[^"\n]*"|'[^'\n]*')\s*(?:<[^>]*>)?\()/;

/** A key of an object that a file exports: `module.exports = { darkMode: ["class"] }`. No `const` stands before it. */
const KEY = /^(?:[\w$]+|"[^"\n]*"|'[^'\n]*')\s*:/;
const BEFORE_KEY = /[{,]\s*(?:\/\/[^\n]*\s*|\/\*[\s\S]{0,200}?\*\/\s*)*$/;
const isKey = ({ kind, head, above }: DeclaredUse): boolean =>
  ["constant", "variable"].includes(kind) && KEY.test(head) && BEFORE_KEY.test(above);

function sight(declared: DeclaredUse, text: string) {
  if (isMember(declared)) return declared.name.startsWith("#") ? "file" : "project";
  if (declared.owner && declared.owner.kind !== "namespace" && declared.owner.kind !== "module") return "file";
  if (declared.isExported || declared.owner) return "project";
  // The names of a script are those of everybody.
  return /^\s*(?:import|export)\b|\brequire\s*\(|\bmodule\.exports\b|\bexports\.\w/m.test(text) ? "file" : "project";
}

function outsideUse(declared: DeclaredUse): string | null {
  const { name, owner, path } = declared;
  if (/\bdeclare\b/.test(declared.head.slice(0, 60)) || /\bdeclare\s+$/.test(declared.above))
    return "it declares what is elsewhere";
  if (owner && (owner.kind === "namespace" || owner.kind === "module")) return "it may add to another module";
  if (!owner && declared.isExported && LOOKED_FOR.test(name) && isLoadedByPlace(path))
    return "a framework may look for an export of this name";
  const isRunByKey = ["function", "component"].includes(declared.kind) && OF_LITERAL.test(declared.head);
  if (!isMember(declared) && (isRunByKey || isKey(declared)))
    return "it is a member of a literal, which may be read as data";
  if (isMember(declared)) {
    if (name.startsWith("[")) return "the language calls a member of this name";
    if (declared.owner?.kind === "interface" || declared.owner?.kind === "type") return "types fit by their members";
    if (!isPrivate(declared) && CALLED.test(name)) return "a library may call a member of this name";
    if (/^\s*(?:(?:public|protected|static|async|override)\s+)*(?:get|set|accessor)\s/.test(declared.head))
      return "it is an accessor, which may be read as data";
  }
  return throughBases(declared, false);
}

/** Statements that import: up to the module's name. */
const IMPORTS =
  /(?:^|[;\n])[ \t]*import\b(?!\s*\()[^;"'`]*["'][^"'\n]*["']|\b(?:const|let|var)\s*[\w${},:\s]*=\s*(?:await\s+)?(?:require|import)\s*\([^)\n]*\)/g;
const TYPES = /\b(?:import|export)\s+type\b[^;"'`]*["'][^"'\n]*["']/g;
const LISTS = /\bexport\s+(?:type\s+)?\{[^}]*\}(?!\s*from\b)|\b(?:module\.)?exports\s*=\s*\{[\s\w$,]*\}/g;
const EXPORTED_ASSIGN = /\bexports\.[\w$]+\s*=\s*[\w$]+\s*(?=[;\n])/g;
const PASSES = /\bexport\s+(?:type\s+)?(\*(?:\s*as\s+[\w$]+)?|\{[^}]*\})\s*from\s*["'][^"'\n]+["']/g;

const spansOf = (text: string, pattern: RegExp): TextSpan[] =>
  [...text.matchAll(pattern)].map(({ index, 0: matched }) => ({ start: index, end: index + matched.length }));

/** The imports of names that a list of exports has; null for those that a default import or one of all names stands for. */
function listedImports(text: string, listed: ReadonlySet<string>, lineAt: (position: number) => number): PassedOn[] {
  return spansOf(text, IMPORTS).flatMap(({ start, end }): PassedOn[] => {
    const own = text.slice(start, end).replace(/^[\s;]+/, "");
    const lineEnd = lineAt(end);
    const lines = { lineStart: lineEnd - own.split("\n").length + 1, lineEnd };
    const [, inside = ""] = /\{([^}]*)\}/.exec(own) ?? [];
    const outside = own.replace(/\{[^}]*\}|["'].*/g, "").match(/[\w$]+/g) ?? [];
    if (outside.some((name) => listed.has(name))) return [{ ...lines, names: null }];
    const names = inside.split(",").flatMap((each) => {
      const [imported = "", local = imported] = each
        .trim()
        .replace(/^type\s+/, "")
        .split(/\s+as\s+|\s*:\s*/);
      return listed.has(local) ? [imported] : [];
    });
    return names.length === 0 ? [] : [{ ...lines, names }];
  });
}

function passesOn(text: string): PassedOn[] {
  const lineAt = (position: number) => text.slice(0, position).split("\n").length;
  const passed = [...text.matchAll(PASSES)].map((match): PassedOn => {
    const [whole, what = ""] = match;
    const names = what.startsWith("*")
      ? null
      : what
          .slice(1, -1)
          .split(",")
          .map(
            (each) =>
              each
                .trim()
                .replace(/^type\s+/, "")
                .split(/\s+/)[0] ?? "",
          );
    return { lineStart: lineAt(match.index), lineEnd: lineAt(match.index + whole.length), names };
  });
  // `import { a } from "./a"; export { a }` passes on what it lists; CommonJS may pass on all that is imported.
  if (/\bmodule\.exports\b|\bexports\.\w/.test(text))
    passed.push({ lineStart: 1, lineEnd: lineAt(text.length), names: null });
  else {
    const listed = new Set(
      spansOf(text, LISTS).flatMap(({ start, end }) => text.slice(start, end).match(/[\w$]+/g) ?? []),
    );
    for (const word of ["export", "type", "as"]) listed.delete(word);
    if (listed.size > 0) passed.push(...listedImports(text, listed, lineAt));
  }
  return passed;
}

/** The names of `export { a, b as c } from "./parts"`, and those under which they are passed on, each on its own line. */
function renamed(text: string) {
  return spansOf(text, PASSES).flatMap(({ start, end }) => {
    const list = /\{([^}]*)\}/.exec(text.slice(start, end));
    if (!list) return [];
    const from = start + list.index;
    return [...(list[1] ?? "").matchAll(/(?:\btype\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?/g)].map((match) => {
      const [, name = "", alias = name] = match;
      return { line: text.slice(0, from + 1 + match.index).split("\n").length, name, alias };
    });
  });
}

/** `import * as prices from "./prices"`. */
const WHOLE_IMPORT = /\bimport\s+(?:type\s+)?\*\s*as\s+([\w$]+)\s+from\b/g;
/** Comments and strings, where a name is none of the code. */
const NO_CODE = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/** The lines that import all of a module under a name which stands somewhere as a value, and not before a dot or a bracket. */
function wholeValues(text: string): number[] {
  const lines = new Map<string, number>();
  for (const { index, 0: matched, 1: name = "" } of text.matchAll(WHOLE_IMPORT))
    lines.set(name, text.slice(0, index + matched.length).split("\n").length);
  if (lines.size === 0) return [];
  const code = text.replaceAll(NO_CODE, " ").replaceAll(WHOLE_IMPORT, " ");
  const isPart = (start: number, end: number) =>
    /(?<!\.\.)\.\s?$/.test(code.slice(Math.max(0, start - 4), start)) ||
    /^\s*(?:\?\.|\.|\(|\[\s*\])/.test(code.slice(end, end + 20));
  const values = [...code.matchAll(/[\w$]+/g)].filter(
    ({ index, 0: word }) => lines.has(word) && !isPart(index, index + word.length),
  );
  return [...new Set(values.flatMap(({ 0: word }) => lines.get(word) ?? []))];
}

/** `import.meta.glob("./*.vue")` of Vite, `require.context("./parts")` of webpack. */
const PATTERNS = /\bimport\.meta\.glob|\brequire\.context\b/;

const DEFAULT_LINE = /^export[ \t]+default[ \t]+[\w$]+[ \t]*;?[ \t]*$/gm;

function defaultLines(text: string): number[] {
  return spansOf(text, DEFAULT_LINE).map(({ start }) => text.slice(0, start).split("\n").length);
}

function defaultExport(text: string): string | null {
  return (
    /\bexport\s+default\s+(?:(?:async|abstract)\s+)*(?:(?:function\s*\*?|class)\s+)?([\w$]+)/.exec(text)?.[1] ??
    /\bmodule\.exports\s*=\s*(?:new\s+|async\s+)?(?:(?:function\s*\*?|class)\s+)?([\w$]+)\s*(?=[;\n({]|$)/.exec(
      text,
    )?.[1] ??
    /\{[^}]*?([\w$]+)\s+as\s+default\b/.exec(text)?.[1] ??
    null
  );
}

interface Manifest {
  name: string;
  /** Files that others load, as written; null: any file. */
  targets: string[] | null;
  isPrivate: boolean;
}

function readManifest(path: string, text: string): Manifest | null {
  try {
    const json = JSON.parse(text) as Record<string, unknown>;
    const targets: string[] = [];
    let isAny = false;
    const collect = (value: unknown) => {
      if (typeof value === "string") {
        if (value.includes("*")) isAny = true;
        else targets.push(value);
      } else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) collect(inner);
    };
    for (const field of [
      "main",
      "module",
      "types",
      "typings",
      "exports",
      "browser",
      "source",
      "svelte",
      "react-native",
    ])
      collect(json[field]);
    const name = typeof json.name === "string" ? json.name : folderOf(path) || "the root";
    return { name, targets: isAny ? null : targets, isPrivate: json.private === true };
  } catch {
    return null;
  }
}

const SOURCES = [
  "",
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  "/index.ts",
  "/index.tsx",
  "/index.js",
];

/** The source that a target of a manifest is or is made from. */
function sourceOf(folder: string, target: string, paths: ReadonlySet<string>): string | null {
  const plain = target.replace(/^\.?\//, "");
  const stem = plain.replace(/(\.d)?\.[cm]?[jt]sx?$/, "");
  const parts = stem.split("/");
  // dist/esm/http/index.js is made of src/http/index.ts, or of http/index.ts.
  const rests = parts.map((_, index) => parts.slice(index).join("/"));
  const stems = [
    stem,
    ...rests.flatMap((rest) => [`src/${rest}`, `lib/${rest}`, `source/${rest}`]),
    ...rests.slice(0, 2),
  ];
  for (const each of [plain, ...stems])
    for (const end of SOURCES) {
      const path = joinPath(folder, `${each}${end}`);
      if (paths.has(path) && !/\.d\.[cm]?ts$/.test(path) && /\.[cm]?[jt]sx?$/.test(path)) return path;
    }
  return null;
}

function published(manifests: ReadonlyMap<string, string>, paths: readonly string[]): Published {
  const all = new Set(paths);
  const entries = new Map<string, string>();
  /** By folder: why all of the package is for others; null: only its entries are. */
  const open = new Map<string, string | null>();
  for (const [path, text] of manifests) {
    const folder = folderOf(path);
    const manifest = readManifest(path, text);
    if (manifest === null) {
      open.set(folder, `${path} cannot be read`);
      continue;
    }
    const { name, targets, isPrivate } = manifest;
    if (targets === null) open.set(folder, `${path} exports files by a pattern`);
    else if (targets.length === 0) {
      const index = isPrivate ? null : ["index", "src/index"].map((each) => sourceOf(folder, each, all)).find(Boolean);
      if (index) entries.set(index, `exported from ${name}`);
      open.set(folder, null);
    } else {
      const code = targets.filter((target) => !/\.(json|css|scss|wasm|node|html|svg|md)$/.test(target));
      const sources = code.map((target) => sourceOf(folder, target, all));
      for (const source of sources) if (source !== null) entries.set(source, `exported from ${name}`);
      open.set(
        folder,
        sources.some((source) => source !== null) || code.length === 0 ? null : `the entry of ${name} is not known`,
      );
    }
  }
  return {
    entries,
    reasonOf(declared) {
      const outer = declared.owner ?? declared;
      if (!declared.isExported && !(declared.owner && outer.isExported)) return null;
      const why = manifestAbove(open, declared.path);
      return why === undefined ? "no package.json says what is for others" : why;
    },
  };
}

export const usage: UsageConventions = {
  harmlessMarks: new Set(["deprecated"]),
  sight,
  isRun: () => false,
  outsideUse,
  fitsByShape: true,
  typeImports: (text) => spansOf(text, TYPES),
  modules: {
    imports: (text) => spansOf(text, IMPORTS),
    loadsByPattern: (text) => PATTERNS.test(text),
    exportLists: (text) => [LISTS, EXPORTED_ASSIGN, DEFAULT_LINE].flatMap((pattern) => spansOf(text, pattern)),
    passesOn,
    passing: (text) => spansOf(text, PASSES),
    renamed,
    wholeValues,
    defaultLines,
    defaultExport,
  },
  manifests: /(^|\/)package\.json$/,
  published,
};
