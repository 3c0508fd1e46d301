/** Compares the edges of a repository with pyright's definitions. */
import { addToSet } from "../../../base/groups.js";
import { need, nth } from "../../../base/need.js";
import type { ParsedSymbol } from "../../../model/parse-result.js";
import { type Definitions, keyOf } from "./definitions.js";
import type { OurFile } from "./our-files.js";
import type { SourcePlace } from "./pyright.js";
import type { ClassSite, Site } from "./sites.js";

/** The share of edges that are right, and of uses that have one. */
export interface PythonFigures {
  relation: "calls" | "calls, unique too" | "subclasses" | "overrides";
  expected: number;
  right: number;
  wrong: number;
  /** Edges of which the oracle knows nothing. */
  unknown: number;
}

/** A symbol by where its name stands. */
interface Declared {
  id: string;
  symbol: ParsedSymbol;
}

/** The default tiers: answers hold them without being asked for more. */
export const SURE: ReadonlySet<string> = new Set(["exact", "import"]);
/** Those, and the one that answers hold as likely. */
export const SHOWN: ReadonlySet<string> = new Set([...SURE, "unique"]);

/** Compares our edges with the definitions. */
export class Judge {
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

  /** Compares calls of these tiers, in the files whose calls were looked up. */
  calls(relation: PythonFigures["relation"], tiers: ReadonlySet<string>): PythonFigures {
    const figures: PythonFigures = { relation, expected: 0, right: 0, wrong: 0, unknown: 0 };
    for (const path of this.definitions.drawn) {
      const calls = need(this.files, path).edges.filter(({ kind }) => kind === "calls");
      const { expected, loose } = this.expectedCalls(path);
      figures.expected += expected.size;
      const ours = new Set(calls.filter(({ tier }) => tiers.has(tier)).map(({ line, target }) => `${line} ${target}`));
      for (const each of ours) {
        const [line = "", id = ""] = each.split(" ");
        const name = this.nameOf(id).replace(/^[\s\S]*[ .]/, "");
        if (!this.names.has(id)) continue;
        if (expected.has(each)) {
          figures.right++;
          continue;
        }
        const isUnknown = isUndecided(loose.get(Number(line)), name) || this.isDecorator(path, Number(line));
        const verdict = isUnknown ? "unknown" : "wrong";
        figures[verdict]++;
        this.differences.push(`${verdict} call ${path}:${line} -> ${this.nameOf(id)}`);
      }
      for (const each of expected) {
        if (ours.has(each)) continue;
        const [line = "", id = ""] = each.split(" ");
        const instead = calls
          .filter((edge) => edge.line === Number(line))
          .map(({ tier, rule, target }) => `${tier}/${rule} ${this.names.get(target) ?? target}`);
        this.differences.push(`missed call ${path}:${line} -> ${this.nameOf(id)} | ${instead.slice(0, 4).join("; ")}`);
      }
    }
    return figures;
  }

  /** The calls of a file as `line id`, and by line the names that pyright does not decide; `*` stands for any name. */
  private expectedCalls(path: string): { expected: Set<string>; loose: Map<number, Set<string>> } {
    const { sites } = need(this.files, path);
    const expected = new Set<string>();
    const loose = new Map<number, Set<string>>();
    for (const site of sites.calls) {
      const { ids, hasLocal, isKnown } = this.meant(path, site);
      for (const id of ids) expected.add(`${site.line + 1} ${this.constructors.get(id) ?? id}`);
      if (hasLocal || !isKnown) addToSet(loose, site.line + 1, hasLocal ? "*" : site.name);
    }
    for (const line of sites.nameless) loose.set(line + 1, new Set(["*"]));
    return { expected, loose };
  }

  /** Lines of decorators have calls that are not call sites of the walk. */
  private isDecorator(path: string, line: number): boolean {
    return (
      this.files.get(path)?.parse.references.some((each) => each.kind === "decorator" && each.line === line) === true
    );
  }

  /** Compares the bases of all classes. */
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

  /** Compares overriding methods with those that the bases known to pyright give. */
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
          addToSet(expectedOf, path, `${own} ${target}`);
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
