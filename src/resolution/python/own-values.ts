/**
 * Python: values of members that depend on the object they are of. A field that a method sets to the result of another method that reads the field leads
 * back to itself: without a limit, each look at it would go round to the deepest level.
 */
import { type Env, type Place, THIS, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
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
