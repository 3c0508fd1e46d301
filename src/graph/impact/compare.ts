/**
 * The changes of the declarations of a file. Pure. A declaration is compared with the one of its kind and qualified name on the other side. Of the rest, two
 * of one kind in one owner with like texts are a renaming.
 */
import { groupBy } from "../../base/groups.js";
import { type BreakRule, CHANGE_KINDS, type SymbolChange } from "./changes.js";
import { type Declared, declarationsOf, exportedNames, type Side, topLevelText } from "./declared.js";
import { arityOfSignature, parameterChange } from "./parameters.js";
import { aritiesOf, changeOf, isImplementation } from "./rules.js";

/** How alike the words of two declarations are that are one and the same, renamed. */
const ALIKE = 0.7;
/** At most this many declarations of each side are looked at for renamings. */
const MOST_LEFT_OVER = 300;

type Declarations = ReadonlyMap<string, Declared>;

/** The changes from one side of a file to the other, in the order of CHANGE_KINDS, then of the source. */
export function compareSides(before: Side | null, after: Side | null): SymbolChange[] {
  const old: Declarations = before ? declarationsOf(before) : new Map();
  const now: Declarations = after ? declarationsOf(after) : new Map();
  const lost = lostNames(before, after);
  const kept = keptOf(old, now);
  const [wasThere, isThere] = [new Set(kept.keys()), new Set(kept.values())];
  const gone = [...old.values()].filter((one) => !wasThere.has(one));
  const come = [...now.values()].filter((one) => !isThere.has(one));
  const pairs = pairsOf(gone, come);
  const [overloadsBefore, overloadsAfter] = [overloadsIn(old), overloadsIn(now)];
  const changes: (SymbolChange | null)[] = [];
  const goneNow = new Set(gone);
  const comeNow = new Set(come);
  for (const one of gone) {
    // All that stood in it went with it.
    if (one.owner && goneNow.has(one.owner)) continue;
    const other = pairs.get(one);
    if (other?.qualifiedName === one.qualifiedName) changes.push(changeOf(one, other, lost, []));
    else
      changes.push(
        removal(one, other ?? null, {
          lost,
          side: before,
          siblings: overloadsBefore(one),
          overloads: overloadsAfter(one),
        }),
      );
  }
  const paired = new Set(pairs.values());
  for (const one of come)
    if (!paired.has(one) && !(one.owner && comeNow.has(one.owner))) changes.push(addition(one, old));
  for (const [one, other] of kept) changes.push(changeOf(one, other, lost, overloadsAfter(other)));
  changes.push(...lostFromElsewhere(before, lost), ...lostStars(before, after), ...changeOfFile(before, after));
  const rank = ({ kind }: SymbolChange) => CHANGE_KINDS.indexOf(kind);
  return changes.flatMap((each) => each ?? []).sort((a, b) => rank(a) - rank(b));
}

/** The names that a module exported and no longer does. */
function lostNames(before: Side | null, after: Side | null): Set<string> {
  const names = before ? exportedNames(before.parse) : new Set<string>();
  const kept = after ? exportedNames(after.parse) : new Set<string>();
  const assigned = [before, after].map((side) => (side ? assignedNames(side) : new Set<string>()));
  const isSeen = (name: string) => assigned[0]?.has(name) === true || assigned[1]?.has(name) === false;
  return new Set([...names].filter((name) => !kept.has(name) || !isSeen(name)));
}

/** Names that a module exports by `exports.a = 1` alone: a compiler that looks for `export` does not see them. */
function assignedNames({ language, text, parse }: Side): Set<string> {
  if (language.failsAtRunTime || !language.renamesExports) return new Set();
  const lines = text.split("\n");
  const isAssigned = (line: number) => /^\s*(?:module\.)?exports\b/.test(lines[line - 1] ?? "");
  const written = new Set(parse.exports.flatMap(({ exported, line }) => (isAssigned(line) ? [] : exported)));
  return new Set(parse.exports.flatMap(({ exported }) => (written.has(exported) ? [] : exported)));
}

/**
 * The overloads of a declaration that one side has, without itself. They are found by name: the last of several that is left has another id than they
 * had.
 */
function overloadsIn(side: Declarations): (one: Declared) => readonly Declared[] {
  const callable = [...side.values()].filter(({ symbol }) => symbol.parameterSignature !== null);
  const byName = groupBy(callable, nameOfKind);
  return (one) => (byName.get(nameOfKind(one)) ?? []).filter((other) => other !== one);
}

/** The declarations that both sides have: of several of one kind and name those with the same parameters, then the others in order. */
function keptOf(old: Declarations, now: Declarations): Map<Declared, Declared> {
  const kept = new Map<Declared, Declared>();
  const named = (declarations: Declarations) => groupBy([...declarations.values()], nameOfKind);
  const come = named(now);
  for (const [name, gone] of named(old)) {
    const free = new Set(come.get(name));
    for (const isAlike of [haveSameParameters, () => true])
      for (const one of gone) {
        const other = kept.has(one) ? undefined : [...free].find((each) => isAlike(one, each));
        if (!other) continue;
        kept.set(one, other);
        free.delete(other);
      }
  }
  return kept;
}

const nameOfKind = ({ nodeType, qualifiedName }: Declared): string => `${nodeType} ${qualifiedName}`;

const haveSameParameters = (a: Declared, b: Declared): boolean =>
  a.symbol.parameterSignature === b.symbol.parameterSignature;

/** Removed declarations, each with the one that took its place: of the same name, or renamed. */
function pairsOf(gone: readonly Declared[], come: readonly Declared[]): Map<Declared, Declared> {
  const pairs = new Map<Declared, Declared>();
  const free = new Set(come.slice(0, MOST_LEFT_OVER));
  const pair = (from: Declared, to: Declared) => {
    pairs.set(from, to);
    free.delete(to);
  };
  for (const one of gone) {
    const same = [...free].find(({ qualifiedName }) => qualifiedName === one.qualifiedName);
    if (same) pair(one, same);
  }
  const words = new Map([...gone, ...come].map((one) => [one, wordsOf(one)]));
  const likely: { from: Declared; to: Declared; likeness: number }[] = [];
  for (const from of gone.slice(0, MOST_LEFT_OVER))
    for (const to of free) {
      if (pairs.has(from) || from.nodeType !== to.nodeType || ownerOf(from) !== ownerOf(to)) continue;
      const likeness = likenessOf(words.get(from) ?? new Map(), words.get(to) ?? new Map());
      if (likeness >= ALIKE) likely.push({ from, to, likeness });
    }
  for (const { from, to } of likely.sort((a, b) => b.likeness - a.likeness))
    if (!pairs.has(from) && free.has(to)) pair(from, to);
  return pairs;
}

const ownerOf = ({ owner }: Declared): string => owner?.qualifiedName ?? "";

/** How often each word and mark stands in a declaration, its own name as one word. */
function wordsOf({ whole, name }: Declared): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of whole.matchAll(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu)) {
    const key = word === name ? "" : word;
    words.set(key, (words.get(key) ?? 0) + 1);
  }
  return words;
}

/** Dice's coefficient of two bags of words. */
function likenessOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const [word, count] of a) {
    shared += Math.min(count, b.get(word) ?? 0);
    all += count;
  }
  for (const count of b.values()) all += count;
  return all === 0 ? 0 : (2 * shared) / all;
}

interface Removed {
  /** The names that the module no longer exports. */
  lost: ReadonlySet<string>;
  side: Side | null;
  /** The former overloads, and the remaining ones. */
  siblings: readonly Declared[];
  overloads: readonly Declared[];
}

function removal(one: Declared, other: Declared | null, { lost, side, siblings, overloads }: Removed): SymbolChange {
  const why = other ? `${one.qualifiedName} is now ${other.qualifiedName}` : `${one.qualifiedName} was removed`;
  const isModule = (side?.parse.exports.length ?? 0) > 0;
  const rules: BreakRule[] = [];
  if (other === null && overloads.length > 0)
    rules.push(...(isImplementation(one, siblings) ? [] : lostOverload(one, overloads)));
  else if (one.owner === null && isModule) {
    const names = one.exportedAs.filter((name) => lost.has(name));
    if (names.length > 0) rules.push({ who: "importers", names, sureness: "certain", why });
  } else if (one.nodeType === "constructor")
    rules.push({ who: "calls", arities: [{ least: 0, most: 0 }], sureness: "likely", why });
  else rules.push({ who: "users", sureness: "certain", why });
  const details = other ? [`now ${other.qualifiedName}`] : [];
  return { kind: other ? "renamed" : "removed", before: one, after: other, alone: null, details, rules };
}

/** The calls that a removed overload took, unless another overload takes as many arguments. */
function lostOverload(one: Declared, overloads: readonly Declared[]): BreakRule[] {
  const within = arityOfSignature(one.symbol.parameterSignature);
  if (within === null) return [];
  const why = `the overload ${one.name}${one.symbol.parameterSignature ?? ""} was removed`;
  return [
    { who: "calls", arities: aritiesOf(overloads), sureness: "certain", why },
    { who: "arguments", from: 0, within, sureness: "likely", why },
  ];
}

/** The kinds of what declares props. */
const HAVE_PROPS = /^(?:interface|type|component)$/;

const hasConstructor = (old: Declarations, type: Declared | null | undefined): boolean =>
  [...old.values()].some(({ nodeType, owner }) => nodeType === "constructor" && owner?.key === type?.key);

/** Whether a member of an interface has a body, as `default` methods of Java have: then nothing has to implement it. The result may be an object type. */
const hasOwnBody = ({ own, symbol }: Declared): boolean =>
  symbol.parameterSignature !== null && own.endsWith("}") && symbol.returnType?.trimEnd().endsWith("}") !== true;

/** An addition, and the new demands of a type on the types that derive from it. */
function addition(one: Declared, old: Declarations): SymbolChange {
  const { owner, symbol } = one;
  const known = owner && old.get(owner.key);
  const isAsked = known?.nodeType === "interface" ? !symbol.isOptional && !hasOwnBody(one) : symbol.isAbstract;
  const why = `${one.qualifiedName} is new, and must be implemented`;
  const rules: BreakRule[] =
    known && isAsked ? [{ who: "derived", on: known, member: one.name, sureness: "certain", why }] : [];
  // A type that had a constructor keeps it: one more breaks no call.
  const isFirst = one.nodeType === "constructor" && !hasConstructor(old, known);
  const arity = known && isFirst ? parameterChange(null, symbol.parameterSignature)?.arity : null;
  if (known && arity)
    rules.push({ who: "calls", on: known, arities: [arity], sureness: "certain", why: `${one.qualifiedName} is new` });
  if (known && !symbol.isOptional && HAVE_PROPS.test(known.nodeType) && /^(?:property|method)$/.test(one.nodeType))
    rules.push({
      who: "tags",
      prop: one.name,
      on: known,
      sureness: "certain",
      why: `${one.qualifiedName} is asked for`,
    });
  return { kind: "added", before: null, after: one, alone: null, details: [], rules };
}

/** Names that a file exported from elsewhere. */
function lostFromElsewhere(side: Side | null, lost: ReadonlySet<string>): SymbolChange[] {
  if (side === null) return [];
  const { path, language, parse } = side;
  return parse.exports.flatMap(({ exported, target, line, namespace }) => {
    if (!lost.has(exported) || target.in === "file" || namespace !== undefined) return [];
    const why = `${path} no longer exports ${exported}`;
    const rules: BreakRule[] = [{ who: "importers", names: [exported], sureness: "certain", why }];
    const alone = { name: exported, nodeType: "export", path, oldPath: path, language: language.name, line };
    return [{ kind: "removed" as const, before: null, after: null, alone, details: ["export"], rules }];
  });
}

/** Modules of which a file passed on all names. */
function lostStars(before: Side | null, after: Side | null): SymbolChange[] {
  if (before === null || after === null) return [];
  const { path, language } = before;
  const starsOf = ({ parse }: Side) =>
    parse.exports.flatMap(({ exported, target, line }) =>
      exported === "*" && target.in === "module" ? [{ specifier: target.specifier, line }] : [],
    );
  const kept = new Set(starsOf(after).map(({ specifier }) => specifier));
  return starsOf(before).flatMap(({ specifier, line }) => {
    if (kept.has(specifier)) return [];
    const why = `${path} no longer exports all of ${specifier}`;
    const rules: BreakRule[] = [{ who: "passed", line, sureness: "certain", why }];
    const alone = { name: specifier, nodeType: "export", path, oldPath: path, language: language.name, line };
    return [{ kind: "removed" as const, before: null, after: null, alone, details: ["export *"], rules }];
  });
}

/** The change of a file itself: it was moved or removed, or the code at its top level is other. */
function changeOfFile(before: Side | null, after: Side | null): SymbolChange[] {
  if (before === null) return [];
  const base = { before: null, after: null };
  const alone = {
    name: before.path,
    nodeType: "file",
    path: after?.path ?? before.path,
    oldPath: before.path,
    language: before.language.name,
    line: 1,
  };
  if (after === null || after.path !== before.path) {
    const why = after ? `${before.path} is now ${after.path}` : `${before.path} was removed`;
    const kind = after ? ("renamed" as const) : ("removed" as const);
    const rules: BreakRule[] = [{ who: "importers", names: [], sureness: "certain", why }];
    return [{ ...base, kind, alone, details: after ? [`now ${after.path}`] : [], rules }];
  }
  if (topLevelText(before) === topLevelText(after)) return [];
  return [{ ...base, kind: "body", alone, details: ["the code at its top level"], rules: [] }];
}

/** The first of a declaration's sides that is there; null where neither is. */
export const declaredOf = ({ before, after }: SymbolChange): Declared | null => before ?? after;

/** The name of what changed. */
export const nameOfChange = (change: SymbolChange): string =>
  declaredOf(change)?.qualifiedName ?? change.alone?.name ?? "";
