/** Python: factories of factory_boy, which tests make objects by: `UserFactory()` is a User, as `Meta` of the factory names it. */
import { childrenNamed } from "../declarations.js";
import { declaredPlace, toInstance } from "../instance.js";
import { isTypeKind } from "../name-index.js";
import type { External, Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, type ProgramFile, symbolOf } from "../program-file.js";
import { typeOfModel } from "./django/library.js";
import { orderOf } from "./mro.js";
import type { MroEntry } from "./state.js";

/** Methods of a factory that give one object. */
const OF_ONE: ReadonlySet<string> = new Set(["create", "build"]);
/** Methods of a factory that give a list of them. */
const OF_SEVERAL: ReadonlySet<string> = new Set(["create_batch", "build_batch"]);

const META = "Meta";
const MODEL_OF_META = "model";

/** The object that a call of a factory makes; null for any other class. */
export function madeByFactory(program: Program, factory: Decl): Place | null {
  if (!symbolOf(factory).name.endsWith("Factory")) return null;
  const order = orderOf(program, factory, undefined);
  if (!order.some(({ outside }) => outside !== null && isOfFactories(outside))) return null;
  return modelOfMeta(program, order);
}

/** An object of the class in `model` of `Meta`, from the first class of an order with one; null for none. */
export function modelOfMeta(program: Program, order: readonly MroEntry[]): Place | null {
  for (const { decl } of order) {
    const model = decl === null ? undefined : modelIn(program, decl);
    if (model === undefined) continue;
    const place = declaredPlace(program, model);
    const isClass = place.is === "symbols" && isTypeKind(symbolOf(firstDecl(place)).kind);
    return isClass ? toInstance(program, { ...place, imported: true }) : null;
  }
  return null;
}

const isOfFactories = ({ module, name }: External) =>
  module !== null && /^factory(?:\.|$)/.test(module) && /Factory$/.test(name);

/** The field `model` of the class `Meta` in a class. */
function modelIn(program: Program, { file, index }: Decl): Decl | undefined {
  for (const meta of childrenNamed(program, file, index, META))
    for (const model of childrenNamed(program, file, meta, MODEL_OF_META)) return { file, index: model };
  return undefined;
}

/** The result of a method that a factory has of its library; null for any other. */
export function resultOfFactory(program: Program, { module, name }: External, receiver: Place): Place | null {
  const method = name.slice(name.lastIndexOf(".") + 1);
  const isOne = OF_ONE.has(method);
  if (module === null || (!isOne && !OF_SEVERAL.has(method)) || receiver.is !== "symbols") return null;
  const made = madeByFactory(program, firstDecl(receiver));
  if (isOne || made?.is !== "instance") return made;
  return { is: "external", module: null, name: "list", type: "list", args: [typeOfModel(program, firstDecl(made))] };
}

/** The factories of a file with a `Meta` that changed: their objects may be of another class. */
export function ownersOfMeta({ symbols }: ProgramFile, types: ReadonlySet<string>): string[] {
  if (!types.has(META)) return [];
  return symbols.flatMap(({ name, parent }) => {
    const meta = symbols[parent];
    return name === MODEL_OF_META && meta?.name === META ? (symbols[meta.parent]?.name ?? []) : [];
  });
}
