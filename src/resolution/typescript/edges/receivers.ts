/** TypeScript and JavaScript: uses of the receivers in expressions. */
import { nth } from "../../../base/need.js";
import { flattenStep } from "../../../model/flat-types.js";
import type { ParseResult, Reference, Step } from "../../../model/parse-result.js";
import { emit } from "../../edges/emit.js";
import { firstOfEach, ofMeaning } from "../../edges/targets.js";
import { start } from "../../edges/walk.js";
import { step } from "../../lookup.js";
import type { Place } from "../../place.js";
import { type Decl, symbolOf } from "../../program-file.js";
import type { Work } from "../../semantics.js";
import { settled } from "../../several.js";
import { moduleValue } from "../exports.js";

const RECEIVERS: ReadonlySet<string> = new Set([
  "constant",
  "variable",
  "enum",
  "class",
  "property",
  "field",
  "namespace",
  "function",
  "component",
]);

const OF_FUNCTIONS: ReadonlySet<string> = new Set(["call", "apply", "bind"]);

/**
 * Adds the uses of the receivers in a reference, whether or not the last member is known: `log` of `log.info()`, `Color` of
 * `Color.Red`, `repo` of `this.repo.find()`.
 */
export function receiverUses(work: Work, reference: Reference): void {
  const { program, parse } = work;
  const { root, from, path } = reference;
  // JSDoc `@implements` names no receiver here.
  if (reference.kind === "implements" && work.file.language.family === "javascript") return;
  if (path.length === 0 || root.in === "unknown") return;
  let place = start(work, reference, "any");
  let receiver: Place | null = null;
  // An object's own functions do not use it by `this`.
  const isSelf = root.in === "file" && root.isSelf === true && isWithin(parse, from, root.symbol);
  for (let index = 0; index < path.length; index++) {
    const member = nth(path, index);
    const here = settled(place.is === "module" ? moduleValue(program, place) : place);
    // The type of a local variable is not named at this place.
    const isHidden = index === 0 && (isSelf || root.in === "instance");
    if (here.is === "symbols" && !isHidden) {
      const before = path[index - 1];
      const targets = firstOfEach(ofMeaning(here.decls, "value")).filter(
        (decl) => isReceiver(decl, member) && isNamed(decl, receiver, before),
      );
      const line = reference.lines?.[index] ?? reference.line;
      emit(work, { ...reference, line }, "references", { decls: targets, imported: here.imported, receiver });
    } else if (place.is === "unknown" || place.is === "missing" || isOutside(place)) return;
    receiver = place;
    place = step(program, place, member, null);
  }
  work.walked = { reference, place: settled(place), receiver };
}

/** Whether a place is outside of the project, with no types of the project in it that its members may lead to. */
function isOutside(place: Place): boolean {
  return place.is === "external" && place.args === undefined && place.given === undefined;
}

/** Whether a declaration is named where a step led to it: a member of a library's value may be something that has another name. */
function isNamed(decl: Decl, receiver: Place | null, step: Step | undefined): boolean {
  return receiver?.is !== "external" || step === undefined || symbolOf(decl).name === flattenStep(step);
}

/** Whether a reference to a member of a declaration uses the declaration: `f.call()` is a call of f and nothing else. */
function isReceiver(decl: Decl, member: Step): boolean {
  const { kind } = symbolOf(decl);
  return RECEIVERS.has(kind) && !(kind === "function" && OF_FUNCTIONS.has(flattenStep(member)));
}

function isWithin(parse: ParseResult, from: number, symbol: number): boolean {
  for (let index = from; index > 0; index = nth(parse.symbols, index).parent) if (index === symbol) return true;
  return false;
}
