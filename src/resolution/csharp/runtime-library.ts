/** Values of members of .NET types, by the table of `runtime-types.ts`. */
import { need } from "../../base/need.js";
import { RUNTIME_BASES, RUNTIME_MEMBERS, RUNTIME_TYPES } from "../../languages/csharp/runtime-types.js";
import type { Program } from "../program.js";
import { basesOfValue, libraryNames, orNull } from "./types.js";
import type { Value } from "./value.js";
import { libraryValue, NOTHING } from "./value.js";

/** Values of types that use no arguments of the receiver, by their text. */
const known = new Map<string, Value>();

/** The value of a member of a .NET type, or of a type of the project that derives from one; null for a member that the table does not have. */
export function runtimeMember(program: Program, value: Value, name: string): Value | null {
  if (value.is === "type") {
    if (!RUNTIME_MEMBERS.has(name)) return null;
    for (const base of basesOfValue(program, value)) {
      const found = base.is === "library" ? runtimeMember(program, base, name) : null;
      if (found !== null) return found;
    }
    return null;
  }
  if (value.is !== "library") return null;
  if (!RUNTIME_MEMBERS.has(name)) return null;
  const text = RUNTIME_TYPES.get(value.name)?.get(name) ?? inheritedText(program, value, name);
  return text === undefined ? null : valueOfText(text, value);
}

function inheritedText(program: Program, value: Value & { is: "library" }, name: string): string | undefined {
  for (const base of RUNTIME_BASES[value.name] ?? libraryNames(program, value)) {
    const text = RUNTIME_TYPES.get(base)?.get(name);
    if (text !== undefined) return text;
  }
  return need(RUNTIME_TYPES, "object").get(name);
}

function valueOfText(text: string, receiver: Extract<Value, { is: "library" }>): Value {
  if (text === "self") return receiver;
  const own = /^T([01])$/.exec(text);
  if (own !== null) return receiver.args[Number(own[1])] ?? NOTHING;
  if (/\bT[01]\b/.test(text)) return parsed(text, receiver);
  let value = known.get(text);
  if (value === undefined) {
    value = parsed(text, receiver);
    known.set(text, value);
  }
  return value;
}

function parsed(text: string, receiver: Extract<Value, { is: "library" }>): Value {
  if (text.endsWith("?")) return orNull(parsed(text.slice(0, -1), receiver));
  const open = text.indexOf("<");
  if (open < 0) return libraryValue(text);
  return libraryValue(text.slice(0, open), [valueOfText(text.slice(open + 1, -1), receiver)]);
}
