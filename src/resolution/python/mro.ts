/** Python: the order in which a class and its bases are looked through (C3, as `__mro__` has it), and the members found in that order. */
import { nth } from "../../base/need.js";
import { lastName } from "../../base/words.js";
import { basesOf } from "../bases.js";
import { childrenNamed, MOST_DECLARATIONS } from "../declarations.js";
import { toInstance } from "../instance.js";
import { memberOutside } from "../members.js";
import { type Env, type External, type Instance, MISSING, type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramSymbol, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import { madeBases } from "./django/bases.js";
import { kindOfLibrary, managerOf } from "./django/library.js";
import { relationOf } from "./django/registry.js";
import { isRequestOfView, isView, makerOfHeld } from "./django/view-names.js";
import { queryOf } from "./sqlalchemy.js";
import { type MroEntry, pythonCaches, withoutModel } from "./state.js";

/** Among the meanings of type parameters: the value is `super()` of the class, which is not looked through itself. */
export const SUPER = "(super)";

/** Deeper bases are not looked at; deeper than the other number, type arguments are not followed. */
const DEEPEST = 200;
const DEEPEST_GENERIC = 8;

/** Bases outside the project that have no members to speak of. */
export const BARE: ReadonlySet<string> = new Set(["ABC", "Generic", "Protocol", "NamedTuple", "TypedDict", "object"]);

/**
 * The class and its bases, in order. `env`: the meanings of the class's type parameters. Where bases lead back to a class, or are too many, they come
 * breadth first: that order is the same, whichever class is asked for first.
 */
export function orderOf(program: Program, decl: Decl, given: Env | undefined, depth = 0): MroEntry[] {
  const env = depth > DEEPEST_GENERIC ? undefined : given;
  const caches = pythonCaches(program);
  const { orders, pending } = caches;
  const key = keyOf(decl);
  const known = env === undefined ? orders.get(key) : undefined;
  if (known !== undefined) return known;
  const own: MroEntry = { key: String(key), decl, outside: null, env };
  if (depth > DEEPEST || (env === undefined && pending.has(key))) {
    caches.isCut = true;
    return [own];
  }
  const isOutermost = pending.size === 0;
  if (env === undefined) pending.add(key);
  const lists: MroEntry[][] = [];
  for (const place of basePlaces(program, own)) {
    if (!caches.isCut) lists.push(baseOrder(program, place, depth));
  }
  if (env === undefined) pending.delete(key);
  let order: MroEntry[];
  if (!caches.isCut) {
    const heads = lists.flatMap((list) => list.slice(0, 1));
    order = [own, ...merged([...lists, heads]).filter((each) => each.key !== own.key)].slice(0, MOST_DECLARATIONS);
  } else {
    if (!isOutermost) return [own];
    caches.isCut = false;
    order = breadthFirst(program, own);
  }
  if (env === undefined) orders.set(key, order);
  return order;
}

/** The order of a class in all its declarations: branches may give it other bases. */
function orderOfAll(program: Program, types: readonly Decl[], env: Env | undefined): MroEntry[] {
  const order = orderOf(program, nth(types, 0), env);
  if (types.length === 1) return order;
  const keys = new Set([...order.map(({ key }) => key), ...types.map((type) => String(keyOf(type)))]);
  const others = types.slice(1).flatMap((type) => orderOf(program, type, env));
  return [...order, ...others.filter(({ key }) => !keys.has(key))];
}

/** The bases of a class, as values of them. */
function basePlaces(program: Program, { decl, env }: MroEntry): Place[] {
  if (decl === null) return [];
  const bases = basesOf(program, decl).filter(({ kind }) => kind === "extends");
  program.caches.spent += bases.length;
  return bases.flatMap(({ place, base }) => {
    const made = madeBases(program, place);
    if (made !== null) return made;
    const args = base.args?.map((type): WrittenType => ({ file: decl.file, from: decl.index, type, env }));
    if (place.is !== "symbols" || place.decls.length < 2) return toInstance(program, place, args);
    // A class that branches declare several times, or one of several classes: each is looked through.
    return place.decls.map((each) => toInstance(program, { ...place, decls: [each] }, args));
  });
}

function breadthFirst(program: Program, own: MroEntry): MroEntry[] {
  const order = [own];
  const seen = new Set([own.key]);
  for (const entry of order) {
    if (order.length >= MOST_DECLARATIONS) break;
    for (const place of basePlaces(program, { ...entry, env: undefined })) {
      const base = entryOf(place);
      if (!seen.has(base.key)) order.push(base);
      seen.add(base.key);
    }
  }
  return order;
}

function baseOrder(program: Program, place: Place, depth: number): MroEntry[] {
  return place.is === "instance" ? orderOf(program, nth(place.decls, 0), place.env, depth + 1) : [entryOf(place)];
}

function entryOf(place: Place): MroEntry {
  if (place.is === "instance") {
    const decl = nth(place.decls, 0);
    return { key: String(keyOf(decl)), decl, outside: null, env: place.env };
  }
  if (place.is === "external")
    return { key: `${place.module} ${place.name}`, decl: null, outside: place, env: undefined };
  return { key: "?", decl: null, outside: null, env: undefined };
}

/** Merges the orders of the bases so that each keeps its own (C3). Orders that contradict each other are taken as they come. */
function merged(lists: MroEntry[][]): MroEntry[] {
  const order: MroEntry[] = [];
  let open = lists.filter((list) => list.length > 0);
  while (open.length > 0) {
    const isInTail = (key: string) => open.some((list) => list.findIndex((each) => each.key === key) > 0);
    const list = open.find(([head]) => head !== undefined && !isInTail(head.key)) ?? nth(open, 0);
    const head = nth(list, 0);
    order.push(head);
    open = open.map((each) => each.filter(({ key }) => key !== head.key)).filter((each) => each.length > 0);
  }
  return order;
}

/** The members of a name in the first class that has some. */
export function memberOfTypes(
  program: Program,
  types: Decl[],
  name: string,
  accepts: ((symbol: ProgramSymbol) => boolean) | null,
  env: Env | undefined,
): Place {
  const first = nth(types, 0);
  const isSuper = env?.has(SUPER) === true;
  const known = withoutModel(env);
  const order = orderOfAll(program, types, isSuper || known?.size === 0 ? undefined : known);
  program.caches.spent += order.length;
  let outside: Place | null = null;
  for (const [index, { decl, outside: external, env: meanings }] of order.entries()) {
    if (index === 0 && isSuper) continue;
    if (decl === null) {
      if (external === null) outside = UNKNOWN;
      else if (!BARE.has(lastName(external.name)))
        outside ??=
          managerOf(program, external, name, first) ??
          queryOf(external, name, first) ??
          memberOfBase(program, external, name, { decls: types, env });
      continue;
    }
    const found = membersIn(program, index === 0 ? types : [decl], name, accepts);
    if (found.length === 0) continue;
    const imported = found.every(({ file }) => file !== first.file);
    return { is: "symbols", decls: found, imported, env: meanings };
  }
  const related = accepts === null ? relationOf(program, order, name) : null;
  return related ?? outside ?? ofObject(name);
}

/**
 * The member of a base outside the project. The base that a query set derives from has Django's own members alone, whatever it is of. A field that a
 * view sets keeps the view that it is of.
 */
function memberOfBase(program: Program, base: External, name: string, of: Pick<Instance, "decls" | "env">): Place {
  const own: Place = { ...base, name: `${base.name}.${name}`, type: null };
  if (kindOfLibrary(base) !== null) return own;
  if (makerOfHeld(own) === undefined && !isRequestOfView(own)) return memberOutside(program, base, name);
  const decl = nth(of.decls, 0);
  const view: WrittenType = { file: decl.file, from: decl.index, type: { kind: "held" } };
  program.caches.places.set(view.type, { is: "instance", decls: of.decls, imported: false, env: of.env });
  return { ...own, args: [view] };
}

function membersIn(
  program: Program,
  types: readonly Decl[],
  name: string,
  accepts: ((symbol: ProgramSymbol) => boolean) | null,
): Decl[] {
  return types.flatMap(({ file, index }) =>
    childrenNamed(program, file, index, name)
      .slice(0, MOST_DECLARATIONS)
      .map((child) => ({ file, index: child }))
      .filter((decl) => accepts === null || accepts(symbolOf(decl))),
  );
}

/** A member that every object has. */
function ofObject(name: string): Place {
  return OBJECT.has(name) ? { is: "external", module: null, name: `object.${name}`, type: null } : MISSING;
}

const OBJECT: ReadonlySet<string> = new Set(
  "__class__ __delattr__ __dict__ __dir__ __doc__ __eq__ __format__ __getattribute__ __ge__ __getstate__ __gt__ __hash__ __init__ __init_subclass__ __le__ __lt__ __module__ __name__ __ne__ __new__ __qualname__ __reduce__ __reduce_ex__ __repr__ __setattr__ __sizeof__ __str__ __subclasses__ mro".split(
    " ",
  ),
);

/** The value that `super()` means in a class. */
export function superOf(program: Program, type: Decl): Place {
  const written: WrittenType = { file: type.file, from: type.index, type: { kind: "never" } };
  const order = orderOf(program, type, undefined);
  const next = order[1];
  // `super()` of a query set of Django still gives query sets of the class, and that of a view what fields of the class name.
  const isBare = next?.decl === null && order.length === 2;
  const { outside = null } = next ?? {};
  if (isBare && outside !== null && kindOfLibrary(outside) === null && !isView(outside))
    return BARE.has(lastName(outside.name)) ? OBJECT_VALUE : { ...outside, type: outside.name };
  return { is: "instance", decls: [type], imported: false, env: new Map([[SUPER, written]]) };
}

/** The object that `super()` is a part of. */
export function withoutSuper(self: Instance): Place {
  if (self.env?.has(SUPER) !== true) return self;
  const env = new Map(self.env);
  env.delete(SUPER);
  return { is: "instance", decls: self.decls, imported: self.imported, ...(env.size > 0 && { env }) };
}

const OBJECT_VALUE: Place = { is: "external", module: null, name: "object", type: "object" };
