/**
 * Python: values of members that depend on the object they are of. A field that a method sets to the result of another method that reads the field leads
 * back to itself: without a limit, each look at it would go round to the deepest level.
 */
import type { TypeExpr } from "../../model/parse-result.js";
import { dependsOn, toInstance } from "../instance.js";
import { type Env, type Place, THIS, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import { withoutSuper } from "./mro.js";
import { pythonCaches } from "./state.js";

/** The value that `read` gives for a member of `self`; unknown where the same member of the same class is being read already. */
export function onceForSelf(program: Program, decl: Decl, env: Env | undefined, read: () => Place): Place {
  const { caches } = program;
  const type = env?.get(THIS)?.type;
  const self = type?.kind === "held" ? caches.places.get(type) : undefined;
  if (self?.is !== "instance") return read();
  const { pendingOfSelf } = pythonCaches(program);
  const key = `${keyOf(decl)} ${keyOf(firstDecl(self))}`;
  if (pendingOfSelf.has(key)) {
    // Nothing that was found on the way is kept.
    caches.taint = 0;
    caches.walk.cuts++;
    return UNKNOWN;
  }
  pendingOfSelf.add(key);
  const place = read();
  pendingOfSelf.delete(key);
  return place;
}

/** The meanings of type parameters, and of `self` where a type depends on it. */
export function withSelf(
  program: Program,
  decl: Decl,
  type: TypeExpr | null,
  env: Env | undefined,
  receiver: Place,
): Env | undefined {
  if (type === null || receiver.is === "unknown" || !dependsOn(type)) return env;
  const isInstance = receiver.is === "instance" || receiver.is === "several";
  const self = isInstance ? receiver : toInstance(program, receiver);
  if (self.is !== "instance") return env;
  const whole = withoutSuper(self);
  const known = new Map(env);
  known.set(THIS, { file: decl.file, from: decl.index, type: heldType(program, whole) });
  return known;
}

/** The type that stands for a value. */
export function heldType(program: Program, place: Place): TypeExpr {
  const type: TypeExpr = { kind: "held" };
  program.caches.places.set(type, place);
  return type;
}
