/**
 * Measures how right the graph of Python is by pyright, which tells where each callee and each base is defined. A call counts whose callee pyright finds in
 * the project. Calls of local variables and parameters, which are not symbols here, are left out; so are callees that pyright does not know.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { need, nth } from "../../../base/need.js";
import { languageNamed } from "../../../languages/index.js";
import { createParser } from "../../../languages/parse.js";
import type { Edge } from "../../../model/edge.js";
import { nodeIds } from "../../../model/node-id.js";
import type { ParsedSymbol, ParseResult } from "../../../model/parse-result.js";
import { createProgram } from "../../../resolution/create-program.js";
import { resolveFile } from "../../../resolution/resolve-file.js";
import { type SourcePlace, startPyright } from "./pyright.js";
import { type ClassSite, type Site, type Sites, sitesOf } from "./sites.js";

/** The share of edges that are right, and of uses that have one. */
export interface PythonFigures {
  relation: "calls" | "calls, unique too" | "subclasses" | "overrides";
  expected: number;
  right: number;
  wrong: number;
  /** Edges of which the oracle knows nothing. */
  unknown: number;
}

/** The figures of a repository, with the places where it and the oracle differ. */
export interface PythonMeasured {
  name: string;
  figures: PythonFigures[];
  differences: string[];
}

interface OurFile {
  path: string;
  parse: ParseResult;
  ids: string[];
  edges: Edge[];
  sites: Sites;
  nameAt: (place: SourcePlace) => string | undefined;
}

/** A symbol by where its name stands. */
interface Declared {
  id: string;
  symbol: ParsedSymbol;
}

/** The default tiers: answers hold them without being asked for more. */
const SURE: ReadonlySet<string> = new Set(["exact", "import"]);
/** Those, and the one that answers hold as likely. */
const SHOWN: ReadonlySet<string> = new Set([...SURE, "unique"]);
const CONFIG = /(?:^|\/)(?:pyproject\.toml|setup\.cfg|setup\.py)$/;

/** Measures the repository in `root` by the pyright in `pyrightFolder`, which keeps the definitions for the next time. */
export async function measurePython(root: string, pyrightFolder: string): Promise<PythonMeasured> {
  const files = await ourFiles(root);
  const definitions = await definitionsOf(root, files, pyrightFolder);
  const judge = new Judge(files, definitions);
  return {
    name: basename(root),
    figures: [
      judge.calls("calls", SURE),
      judge.calls("calls, unique too", SHOWN),
      judge.subclasses(),
      judge.overrides(),
    ],
    differences: judge.differences,
  };
}

async function ourFiles(root: string): Promise<OurFile[]> {
  const language = languageNamed("python");
  if (language === null) throw new Error("Python is not among the languages");
  const parser = createParser();
  await parser.load(language);
  const listed = execFileSync("git", ["ls-files", "*.py", "*.pyi", "*.toml", "*.cfg"], { cwd: root, encoding: "utf8" });
  const paths = listed.split("\n").filter((path) => path !== "" && existsSync(join(root, path)));
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const program = createProgram({ files: new Map([...texts].filter(([path]) => CONFIG.test(path))) });
  const files: OurFile[] = [];
  for (const [path, text] of texts) {
    if (!/\.pyi?$/.test(path)) continue;
    const parse = parser.parse(language, text);
    const ids = nodeIds(language, path, parse);
    program.set(path, language, parse, ids);
    files.push({ path, parse, ids, edges: [], sites: sitesOf(text), nameAt: namesIn(text) });
  }
  for (const file of files) file.edges = resolveFile(program, file.path, file.parse).edges;
  return files;
}

/** Definitions as pyright tells them. */
interface Definitions {
  /** The files whose calls were looked up: drawn from all, as pyright takes its time for code without types. */
  drawn: string[];
  /** By `path:line:column`. */
  places: Record<string, SourcePlace[]>;
}

/** At least this many calls of a repository are looked up. */
const MOST_CALLS = 1500;

const keyOf = (path: string, { line, column }: Site) => `${path}:${line}:${column}`;

async function definitionsOf(root: string, files: readonly OurFile[], pyrightFolder: string): Promise<Definitions> {
  const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const folder = join(pyrightFolder, "definitions");
  const kept = join(folder, `${basename(root)}-${commit}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8")) as Definitions;
  const pyright = await startPyright(pyrightFolder, root);
  const drawn = new Set(draw(files));
  const found: Definitions = { drawn: [...drawn].map(({ path }) => path), places: {} };
  for (const file of files) {
    const { path, sites } = file;
    const all = [...(drawn.has(file) ? sites.calls : []), ...sites.classes.flatMap(({ bases }) => bases)];
    if (all.length === 0) continue;
    pyright.open(path, readFileSync(join(root, path), "utf8"));
    for (const site of all) found.places[keyOf(path, site)] = await pyright.definitions({ path, ...site });
    pyright.close(path);
  }
  pyright.stop();
  mkdirSync(folder, { recursive: true });
  writeFileSync(kept, JSON.stringify(found));
  return found;
}

/** Files in an order that depends on their paths alone, until they have enough calls. */
function draw(files: readonly OurFile[]): OurFile[] {
  const rank = ({ path }: OurFile) => createHash("sha256").update(path).digest("hex");
  const ranked = files
    .map((file) => ({ file, rank: rank(file) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));
  const drawn: OurFile[] = [];
  let calls = 0;
  for (const { file } of ranked) {
    if (calls >= MOST_CALLS) break;
    drawn.push(file);
    calls += file.sites.calls.length;
  }
  return drawn;
}

/** Compares our edges with the definitions. */
class Judge {
  readonly differences: string[] = [];
  private readonly byPlace = new Map<string, Declared>();
  private readonly names = new Map<string, string>();
  /** The constructor that a class declares. */
  private readonly constructors = new Map<string, string>();

  private readonly files: ReadonlyMap<string, OurFile>;

  constructor(
    files: readonly OurFile[],
    private readonly definitions: Definitions,
  ) {
    this.files = new Map(files.map((file) => [file.path, file]));
    for (const { path, parse, ids } of files) {
      parse.symbols.forEach((symbol, index) => {
        const id = nth(ids, index);
        const key = `${path}:${symbol.nameLine}:${symbol.name}`;
        if (!this.byPlace.has(key)) this.byPlace.set(key, { id, symbol });
        if (!this.names.has(id)) this.names.set(id, `${path}:${symbol.nameLine} ${symbol.qualifiedName}`);
        if (symbol.kind === "constructor") this.constructors.set(nth(ids, symbol.parent), id);
      });
    }
  }

  /** The symbols that a site means; the places of it that are not symbols. */
  private meant(path: string, site: Site): { ids: string[]; hasLocal: boolean; isKnown: boolean } {
    const places = this.definitions.places[keyOf(path, site)] ?? [];
    const ids: string[] = [];
    let hasLocal = false;
    for (const place of places) {
      if (place.path === "") continue;
      const declared = this.declaredAt(place, site.name);
      if (declared === undefined) hasLocal = true;
      else ids.push(declared.id);
    }
    return { ids, hasLocal, isKnown: places.length > 0 };
  }

  private declaredAt(place: SourcePlace, name: string): Declared | undefined {
    const written = this.files.get(place.path)?.nameAt(place) ?? name;
    return this.byPlace.get(`${place.path}:${place.line + 1}:${written}`);
  }
  private nameOf = (id: string) => this.names.get(id) ?? id;

  calls(relation: PythonFigures["relation"], tiers: ReadonlySet<string>): PythonFigures {
    const figures: PythonFigures = { relation, expected: 0, right: 0, wrong: 0, unknown: 0 };
    for (const path of this.definitions.drawn) {
      const { sites, edges } = need(this.files, path);
      const expected = new Set<string>();
      const loose = new Map<number, Set<string>>();
      for (const site of sites.calls) {
        const { ids, hasLocal, isKnown } = this.meant(path, site);
        for (const id of ids) expected.add(`${site.line + 1} ${this.constructors.get(id) ?? id}`);
        if (!hasLocal && isKnown) continue;
        const names = loose.get(site.line + 1) ?? new Set();
        loose.set(site.line + 1, names.add(hasLocal ? "*" : site.name));
      }
      for (const line of sites.nameless) loose.set(line + 1, new Set(["*"]));
      const ours = new Set(
        edges
          .filter(({ kind, tier }) => kind === "calls" && tiers.has(tier))
          .map(({ line, target }) => `${line} ${target}`),
      );
      figures.expected += expected.size;
      for (const each of ours) {
        const [line = "", id = ""] = each.split(" ");
        const loosely = loose.get(Number(line));
        const name = this.nameOf(id).replace(/^[\s\S]*[ .]/, "");
        if (!this.names.has(id)) continue;
        if (expected.has(each)) figures.right++;
        else if (isUndecided(loosely, name) || this.isDecorator(path, Number(line))) {
          figures.unknown++;
          this.differences.push(`unknown call ${path}:${line} -> ${this.nameOf(id)}`);
        } else {
          figures.wrong++;
          this.differences.push(`wrong call ${path}:${line} -> ${this.nameOf(id)}`);
        }
      }
      for (const each of expected) {
        if (ours.has(each)) continue;
        const [line = "", id = ""] = each.split(" ");
        const instead = edges
          .filter((edge) => edge.kind === "calls" && edge.line === Number(line))
          .map(({ tier, rule, target }) => `${tier}/${rule} ${this.names.get(target) ?? target}`);
        this.differences.push(`missed call ${path}:${line} -> ${this.nameOf(id)} | ${instead.slice(0, 4).join("; ")}`);
      }
    }
    return figures;
  }

  /** Lines of decorators have calls that are not call sites of the walk. */
  private isDecorator(path: string, line: number): boolean {
    return (
      this.files.get(path)?.parse.references.some((each) => each.kind === "decorator" && each.line === line) === true
    );
  }

  subclasses(): PythonFigures {
    const figures: PythonFigures = { relation: "subclasses", expected: 0, right: 0, wrong: 0, unknown: 0 };
    for (const { path, sites, edges, ids } of this.files.values()) {
      const expected = new Set<string>();
      const unknown = new Set<string>();
      for (const site of sites.classes) {
        const own = this.byPlace.get(`${path}:${site.line + 1}:${site.name}`);
        if (own === undefined) continue;
        for (const base of site.bases) {
          const { ids: bases, hasLocal, isKnown } = this.meant(path, base);
          for (const id of bases) expected.add(`${own.id} ${id}`);
          if (hasLocal || !isKnown) unknown.add(own.id);
        }
      }
      const ours = new Set(
        edges
          .filter(({ kind, tier }) => /^(?:inherits|implements|extends)$/.test(kind) && SURE.has(tier))
          .map(({ source, target }) => `${nth(ids, source)} ${target}`),
      );
      this.compare(figures, expected, ours, (own) => unknown.has(own), path);
    }
    return figures;
  }

  overrides(): PythonFigures {
    const figures: PythonFigures = { relation: "overrides", expected: 0, right: 0, wrong: 0, unknown: 0 };
    const classes = new Map<string, { site: ClassSite; path: string; bases: string[] }>();
    for (const { path, sites } of this.files.values())
      for (const site of sites.classes) {
        const own = this.byPlace.get(`${path}:${site.line + 1}:${site.name}`);
        if (own !== undefined)
          classes.set(own.id, { site, path, bases: site.bases.flatMap((base) => this.meant(path, base).ids) });
      }
    const memberId = (id: string, name: string): string | undefined => {
      const held = classes.get(id);
      const member = held?.site.members.find((each) => each.name === name);
      return member === undefined || held === undefined
        ? undefined
        : this.byPlace.get(`${held.path}:${member.line + 1}:${name}`)?.id;
    };
    const nearest = (id: string, name: string, depth: number): string | undefined => {
      const held = classes.get(id);
      if (held === undefined || depth > 40) return undefined;
      return (
        memberId(id, name) ??
        held.bases.map((base) => nearest(base, name, depth + 1)).find((each) => each !== undefined)
      );
    };
    const isHidden = (name: string) => name === "__init__" || (name.startsWith("__") && !name.endsWith("__"));
    const expectedOf = new Map<string, Set<string>>();
    for (const [id, { site, bases, path }] of classes)
      for (const { name } of site.members) {
        const own = memberId(id, name);
        if (own === undefined || isHidden(name)) continue;
        for (const base of bases) {
          const target = nearest(base, name, 0);
          if (target === undefined || target === own) continue;
          const expected = expectedOf.get(path) ?? new Set();
          expectedOf.set(path, expected.add(`${own} ${target}`));
        }
      }
    const methods = new Set(
      [...classes.keys()].flatMap((id) =>
        (classes.get(id)?.site.members ?? []).flatMap(({ name }) => memberId(id, name) ?? []),
      ),
    );
    for (const { path, edges, ids } of this.files.values()) {
      const ours = edges
        .filter(({ kind }) => kind === "overrides")
        .map(({ source, target }) => `${nth(ids, source)} ${target}`)
        .filter((each) => each.split(" ").every((id) => methods.has(id)));
      this.compare(figures, expectedOf.get(path) ?? new Set(), new Set(ours), () => false, path);
    }
    return figures;
  }

  private compare(
    figures: PythonFigures,
    expected: ReadonlySet<string>,
    ours: ReadonlySet<string>,
    isUnknown: (own: string) => boolean,
    path: string,
  ): void {
    const { relation } = figures;
    figures.expected += expected.size;
    const words = (each: string) => each.split(" ").map(this.nameOf).join(" -> ");
    for (const each of ours) {
      const [own = "", target = ""] = each.split(" ");
      if (!this.names.has(target)) continue;
      if (expected.has(each)) figures.right++;
      else if (isUnknown(own)) figures.unknown++;
      else {
        figures.wrong++;
        this.differences.push(`wrong ${relation} ${path} ${words(each)}`);
      }
    }
    for (const each of expected)
      if (!ours.has(each)) this.differences.push(`missed ${relation} ${path} ${words(each)}`);
  }
}

/** Whether the oracle may not know a call of a name, by the names on its line that it does not know. */
function isUndecided(loosely: ReadonlySet<string> | undefined, name: string): boolean {
  return loosely !== undefined && (loosely.has("*") || loosely.has(name) || name === "__init__");
}

/** Tells the name that begins at a place of a text. */
function namesIn(text: string): (place: SourcePlace) => string | undefined {
  const lines = text.split("\n");
  return ({ line, column }) => /^[\p{L}\p{N}_]+/u.exec((lines[line] ?? "").slice(column))?.[0];
}
