/**
 * TypeScript and JavaScript: procedures of tRPC. `input` of `procedure.input(S).query(({ input }) => …)` is what the schema S gives. The procedure that one
 * starts from is `t.procedure` of `const t = initTRPC.create()`, or a constant of the project that adds to it.
 */
import { lastName } from "../../base/words.js";
import { OUTPUT } from "../../model/steps.js";
import { type External, type Place, UNKNOWN, type WrittenType } from "../place.js";
import { heldAs, holderOf, type Library, stepsFrom, valueOfType } from "./library.js";
import { overlaid } from "./schemas.js";

const STARTING = "initTRPC";
const BUILDER = "TRPC";
const PROCEDURE = `${BUILDER}.procedure`;
/** The argument of a procedure's function. */
const OPTIONS = "ProcedureOptions";

const plain = ({ module }: External, name: string): External => ({ is: "external", module, name, type: null });

/** A procedure, with the type of its input where that is known. */
function procedure(place: External, input: WrittenType | undefined): Place {
  return input === undefined ? plain(place, PROCEDURE) : holderOf(place, PROCEDURE, input);
}

export const trpc: Library = {
  result({ program, place, given }) {
    const name = lastName(place.name);
    if (place.name.startsWith(STARTING)) return plain(place, name === "create" ? BUILDER : STARTING);
    if (!place.name.startsWith(PROCEDURE)) return null;
    const [before] = place.given ?? [];
    switch (name) {
      case "input": {
        const schema = given?.arguments[0] ?? null;
        if (schema === null) return procedure(place, undefined);
        const input = stepsFrom(schema, OUTPUT);
        if (before === undefined) return procedure(place, input);
        const both = [input, before].map((type) => valueOfType(program, type));
        return procedure(place, heldAs(program, input, overlaid(both)));
      }
      case "use":
      case "meta":
      case "output":
      case "concat":
      case "unstable_concat":
        return procedure(place, before);
      default:
        return null;
    }
  },
  member(program, { type, args, module }, name) {
    const [input] = args ?? [];
    if (type === OPTIONS) return name === "input" ? valueOfType(program, input) : UNKNOWN;
    if (type !== PROCEDURE || input === undefined) return null;
    return { is: "external", module, name: `${PROCEDURE}.${name}`, type: null, given: [input] };
  },
  parameter(program, place) {
    const [input] = place.given ?? [];
    if (input === undefined || !/\.(?:query|mutation|subscription|use)$/.test(place.name)) return null;
    const options = heldAs(program, input, holderOf(place, OPTIONS, input));
    return { is: "function", result: null, parameters: [options] };
  },
};
