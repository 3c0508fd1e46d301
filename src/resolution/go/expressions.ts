/** The look-ups of the expressions of one Go file, for the edges. */
import type { Reference } from "../../model/parse-result.js";
import { firstOfEach } from "../edges/targets.js";
import { MISSING, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import type { Expressions, WalkedFrom } from "../semantics.js";
import { stepTo, walkFrom } from "./evaluate.js";
import { type GoType, type Meaning, NO_BINDINGS, pointedTo } from "./type.js";

/** The look-ups of a file. */
export function createGoExpressions(program: Program, file: ProgramFile): Expressions {
  const site = { program, file, env: NO_BINDINGS };
  const walked = ({ root, path }: Pick<Reference, "root" | "path">): WalkedFrom => {
    const last = path.at(-1);
    if (last === undefined) return { place: calleePlace(walkFrom(site, root, path)), receiver: null };
    const before = walkFrom(site, root, path.slice(0, -1));
    const found = stepTo(site, before, last);
    const receiver = found.is === "symbols" ? found.receiver : null;
    return { place: calleePlace(found), receiver: receiver === null ? null : valuePlace(receiver) };
  };
  return {
    place: walked,
    callee: () => ({ place: UNKNOWN, receiver: null }),
    likely: () => null,
    narrowed: (_reference, decls) => decls,
    isOnValue: () => true,
  };
}

/** The meaning of a callee as a place: a function without a name leads to no symbol. */
function calleePlace(meaning: Meaning): Place {
  switch (meaning.is) {
    case "symbols":
    case "type":
      if (meaning.decls.length > 0)
        return { is: "symbols", decls: firstOfEach(meaning.decls), imported: meaning.imported };
      return UNKNOWN;
    case "value":
      // A function without a name, or the value of an expression: no symbol is meant.
      return meaning.type.is === "outside" && meaning.type.module !== null
        ? { is: "external", module: meaning.type.module, name: meaning.type.name, type: null }
        : { is: "function", result: null, parameters: [] };
    case "outside":
      return { is: "external", module: meaning.module, name: meaning.name, type: null };
    case "missing":
      return MISSING;
    default:
      return UNKNOWN;
  }
}

function valuePlace(type: GoType): Place {
  const pointed = pointedTo(type);
  if (pointed.is === "named") return { is: "instance", decls: [pointed.decl], imported: false };
  return pointed.is === "outside"
    ? { is: "external", module: pointed.module, name: pointed.name, type: null }
    : UNKNOWN;
}
