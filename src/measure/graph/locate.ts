/** Maps declarations, as the compiler sees them, to symbols of the index. Pure. */
import { addToList } from "../../base/groups.js";
import type { Declaration, OurSymbol } from "./fact.js";

export interface Locator {
  /** The symbols of a declaration; empty where the index has none: parameters, locals, properties of objects without a name. */
  symbolsAt(declaration: Declaration): OurSymbol[];
  symbol(nodeId: string): OurSymbol | undefined;
  /** Whether `offset` of `path` is in the symbol `nodeId`, and not in a function within it. */
  isIn(nodeId: string, path: string, offset: number): boolean;
}

/** A locator over the symbols of an index. */
export function createLocator(symbols: readonly OurSymbol[]): Locator {
  const byPlace = new Map<string, OurSymbol[]>();
  const byId = new Map<string, OurSymbol>();
  const byTwin = new Map<string, OurSymbol[]>();
  const byPath = new Map<string, OurSymbol[]>();
  for (const symbol of symbols) {
    if (!byId.has(symbol.nodeId)) byId.set(symbol.nodeId, symbol);
    addToList(byPath, symbol.path, symbol);
    const isFile = symbol.parent === null;
    addToList(byPlace, isFile ? `${symbol.path}:` : `${symbol.path}:${symbol.nameLine}:${symbol.name}`, symbol);
    const twin = twinKey(symbol);
    if (twin !== null) addToList(byTwin, twin, symbol);
  }
  /** Whether the code at `offset` decorates a class or a member: it is in the same block and before it, with nothing else between. */
  const isBefore = (nodeId: string, path: string, offset: number): boolean => {
    const source = byId.get(nodeId);
    const owner = byId.get(source?.parent ?? "");
    if (!source || !owner || source.path !== path) return false;
    if (source.kind !== "class" && !OWNERS.has(owner.kind)) return false;
    if (offset < owner.start || offset >= source.start) return false;
    const beside = (byPath.get(path) ?? []).filter(({ parent }) => parent === source.parent);
    return !beside.some(({ start, end }) => end > offset && start < source.start);
  };
  return {
    symbol: (nodeId) => byId.get(nodeId),
    isIn(nodeId, path, offset) {
      const around = (byPath.get(path) ?? []).filter(({ start, end }) => start <= offset && offset < end);
      const source = around.find((symbol) => symbol.nodeId === nodeId);
      if (source === undefined) return isBefore(nodeId, path, offset);
      const isWithin = ({ start, end }: OurSymbol) => end - start < source.end - source.start;
      return !around.some((symbol) => FUNCTIONS.has(symbol.kind) && symbol.nodeId !== nodeId && isWithin(symbol));
    },
    symbolsAt(declaration) {
      const { path, line, name, offset } = declaration;
      const named = byPlace.get(name === "" ? `${path}:` : `${path}:${line}:${name}`) ?? [];
      const fitting = named.filter((symbol) => mayBe(symbol, declaration));
      const around = fitting.filter(({ start, end }) => start <= offset && offset < end);
      const [found] = (around.length > 0 ? around : fitting).sort((a, b) => a.end - a.start - (b.end - b.start));
      if (!found) return [];
      const twin = twinKey(found);
      const twins = twin === null ? [] : (byTwin.get(twin) ?? []).filter(({ path }) => path !== found.path);
      return [found, ...twins];
    },
  };
}

/** The kinds of symbols that have members. */
const OWNERS: ReadonlySet<string> = new Set(["class", "component"]);
const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method", "constructor", "component"]);

/** A parameter may have the name of a symbol around it: `const done = (done) => done()`. */
function mayBe({ kind }: OurSymbol, { syntax }: Declaration): boolean {
  if (syntax === "Parameter" || syntax === "TypeParameter") return false;
  if (syntax === "ParameterProperty") return kind === "field" || kind === "property";
  return syntax !== "BindingElement" || kind === "constant" || kind === "variable";
}

/** `index.d.ts` declares the types of `index.js`: a name in both is one thing. */
function twinKey({ path, name, parent, qualifiedName }: OurSymbol): string | null {
  const stem = /^(.*?)(?:\.d\.[mc]?ts|\.[mc]?js)$/.exec(path)?.[1];
  return stem === undefined || parent === null || name === "" ? null : `${stem}:${qualifiedName}`;
}
