/** TypeScript and JavaScript: uses of props and events, which tags of components name. */
import type { Reference } from "../../../model/parse-result.js";
import { isStep } from "../../../model/steps.js";
import { emit } from "../../edges/emit.js";
import { firstOfEach, ofMeaning } from "../../edges/targets.js";
import { walk } from "../../edges/walk.js";
import { type Decl, parentOf, symbolOf } from "../../program-file.js";
import type { Work } from "../../semantics.js";

/** Adds the use of a prop or event. Those of a library's type, such as `className`, are not edges: every tag has some. */
export function prop(work: Work, reference: Reference): void {
  const [name] = reference.path;
  if (typeof name !== "string") return;
  for (const each of namesOf(name)) {
    const { place, receiver } = walk(work, each === name ? reference : { ...reference, path: [each] }, "any");
    if (place.is !== "symbols") continue;
    const isEvent = isOfEvents(reference);
    const meant = ofMeaning(place.decls, "value").filter((decl) => isTaken(decl, isEvent));
    emit(work, reference, "references", { decls: firstOfEach(meant), imported: place.imported, receiver });
    if (meant.length > 0) return;
  }
}

/** The names that a component may have declared: `user-name` is `userName`. `v-model` gives `value` in Vue 2. */
function namesOf(name: string): string[] {
  if (name === "modelValue") return [name, "value"];
  return name.includes("-") ? [name, name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] : [name];
}

function isOfEvents({ root }: Reference): boolean {
  const last = root.in === "instance" && root.type.kind === "named" ? root.type.path.at(-1) : undefined;
  return isStep(last, "parameter") && last.number === 1;
}

/** Whether a member is a prop or event: a component itself may hold both, and functions besides. */
function isTaken(decl: Decl, isEvent: boolean): boolean {
  if (symbolOf(parentOf(decl)).kind !== "component") return true;
  const { kind } = symbolOf(decl);
  return isEvent ? kind === "event" : kind !== "event" && kind !== "function";
}
