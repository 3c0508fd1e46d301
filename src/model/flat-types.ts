/**
 * Types without a name and steps in a flat form. Such a type is a word in parentheses, names, and the types that it is made of; a step is a text. The bytes
 * of a parse result hold this form, and readers that treat all such types alike use it. A change of a text is another `PARSE_RESULT_FORMAT`.
 */
import type { ArgumentKind, ConditionalBranch, Operation, Root, Step, TypeExpr, TypeForm } from "./parse-result.js";
import {
  AWAITED,
  CALLED,
  calledStep,
  EACH,
  INDEXED,
  itemStep,
  LISTED,
  MADE,
  NOT_NULL,
  OR_NULL,
  parameterStep,
  SELF,
  VALUE,
} from "./steps.js";
import { functionOf, NEVER } from "./type-forms.js";

/** A type without a name in its flat form. */
export interface FlatType {
  word: string;
  names: string[];
  /** Undefined for none. */
  types: TypeExpr[] | undefined;
}

const NO_NAMES: string[] = [];

/** The name of a guard that is partial. */
const IN_PART = "in part";

/** Flattens a type. Throws for a value that resolution holds, which no parse result has. */
export function flatten(type: TypeForm): FlatType {
  switch (type.kind) {
    case "union":
      return flat("(union)", NO_NAMES, type.of);
    case "both":
      return flat("(both)", NO_NAMES, type.of);
    case "function": {
      const types = [type.result, ...type.parameters];
      return type.self === null
        ? flat("(function)", type.open, types)
        : flat("(function)", [flattenStep(SELF), ...type.open], [...types, type.self]);
    }
    case "tuple":
      return flat(FORM_WORDS.tuple, type.names, type.of);
    case "object":
      return flat("(object)", type.names, type.types);
    case "rest":
      return flat("(rest)", NO_NAMES, type.of === null ? [] : [type.of]);
    case "new":
      return flat("(new)", NO_NAMES, [type.made]);
    case "keys":
      return flat("(keys)", type.names, []);
    case "literal":
      return flat("(literal)", [type.text], []);
    case "guard":
      return flat("(guard)", type.isPartial ? [IN_PART] : NO_NAMES, [type.of]);
    case "narrowed": {
      const names = type.property === null ? NO_NAMES : [type.property];
      return flat(type.isTrue ? "(where)" : "(where not)", names, [type.of, ...type.by]);
    }
    case "conditional": {
      const types = type.branches.flatMap(({ checked, compared, taken }) => [checked, compared, taken]);
      return flat("(conditional)", NO_NAMES, [...types, type.otherwise]);
    }
    case "infer":
      return flat("(infer)", [type.name], type.bound === null ? [] : [type.bound]);
    case "never":
      return flat("(never)", NO_NAMES, []);
    case "mapped":
      return flat("(mapped)", [type.key], [type.over, type.value]);
    case "property":
      return flat("(property)", NO_NAMES, [type.of, type.key]);
    case "list":
      return flat(FORM_WORDS.list, NO_NAMES, []);
    case "thrown":
      return flat(FORM_WORDS.thrown, NO_NAMES, []);
    case "anonymous":
      return flat(FORM_WORDS.anonymous, NO_NAMES, []);
    case "held":
      throw new TypeError("a held value has no flat form");
    default:
      return type satisfies never;
  }
}

function flat(word: string, names: string[], types: TypeExpr[]): FlatType {
  return { word, names, types: types.length === 0 ? undefined : types };
}

/** Whether a name may be the word of a type without a name. Names of sources are not like it. */
export function mayBeWord(name: string): boolean {
  return name.charCodeAt(0) === OPEN;
}

const OPEN = 40;

/** The type of a flat form; null for a word that `flatten` does not give. Throws RangeError where parts are missing. */
export function unflatten({ word, names, types = [] }: FlatType): TypeForm | null {
  switch (word) {
    case "(union)":
      return { kind: "union", of: types };
    case "(both)":
      return { kind: "both", of: types };
    case "(function)":
      return names[0] === flattenStep(SELF)
        ? functionOf(part(types, 0), types.slice(1, -1), part(types, types.length - 1), names.slice(1))
        : functionOf(part(types, 0), types.slice(1), null, names);
    case "(tuple)":
      return { kind: "tuple", of: types, names };
    case "(object)":
      return { kind: "object", names, types };
    case "(rest)":
      return { kind: "rest", of: types[0] ?? null };
    case "(new)":
      return { kind: "new", made: part(types, 0) };
    case "(keys)":
      return { kind: "keys", names };
    case "(literal)":
      return { kind: "literal", text: name(names) };
    case "(guard)":
      return { kind: "guard", of: part(types, 0), isPartial: names.length > 0 };
    case "(where)":
    case "(where not)":
      return {
        kind: "narrowed",
        of: part(types, 0),
        isTrue: word === "(where)",
        property: names[0] ?? null,
        by: types.slice(1),
      };
    case "(conditional)": {
      const branches: ConditionalBranch[] = [];
      for (let index = 0; index + 2 < types.length; index += 3)
        branches.push({ checked: part(types, index), compared: part(types, index + 1), taken: part(types, index + 2) });
      return { kind: "conditional", branches, otherwise: part(types, types.length - 1) };
    }
    case "(infer)":
      return { kind: "infer", name: name(names), bound: types[0] ?? null };
    case "(never)":
      return NEVER;
    case "(mapped)":
      return { kind: "mapped", key: name(names), over: part(types, 0), value: part(types, 1) };
    case "(property)":
      return { kind: "property", of: part(types, 0), key: part(types, 1) };
    case "(list)":
      return { kind: "list" };
    case "(throws)":
      return { kind: "thrown" };
    case "(anonymous)":
      return { kind: "anonymous" };
    default:
      return null;
  }
}

type FormRoot = Extract<Root, { in: "form" }>;

const FORM_WORDS: Record<FormRoot["form"], string> = {
  tuple: "(tuple)",
  list: "(list)",
  thrown: "(throws)",
  anonymous: "(anonymous)",
};

/** The name of the free root that stands for a type without a name as a root. */
export function flatRoot({ form }: FormRoot): string {
  return FORM_WORDS[form];
}

/** The root of a reference as it was before `flatRoot`. */
export function unflatRoot(root: Root): Root {
  if (root.in !== "free" || !mayBeWord(root.name)) return root;
  const form = (Object.keys(FORM_WORDS) as FormRoot["form"][]).find((each) => FORM_WORDS[each] === root.name);
  return form === undefined ? root : { in: "form", form };
}

function part(types: readonly TypeExpr[], index: number): TypeExpr {
  const type = types[index];
  if (type === undefined) throw new RangeError("a type without one of its parts");
  return type;
}

function name(names: readonly string[]): string {
  const [first] = names;
  if (first === undefined) throw new RangeError("a type without its name");
  return first;
}

/** A step as a text. */
export function flattenStep(step: Step): string {
  if (typeof step === "string") return step;
  switch (step.kind) {
    case "await":
      return "(await)";
    case "each":
      return "(each)";
    case "index":
      return "this[]";
    case "value":
      return "(value)";
    case "self":
      return "(self)";
    case "make":
      return "(made)";
    case "list":
      return "(list)";
    case "not-null":
      return "(not null)";
    case "or-null":
      return "(or null)";
    case "call":
      return step.count === null ? "(called)" : `(called ${step.count})`;
    case "item":
      return `(item ${step.number})`;
    case "parameter": {
      const { number, count, argument } = step;
      if (count === null) return `(parameter ${number})`;
      return argument === null ? `(parameter ${number} of ${count})` : `(parameter ${number} of ${count}: ${argument})`;
    }
    default:
      return step satisfies never;
  }
}

const PLAIN_STEPS: ReadonlyMap<string, Operation> = new Map(
  [AWAITED, EACH, INDEXED, VALUE, SELF, MADE, LISTED, NOT_NULL, OR_NULL, CALLED].map((step) => [
    flattenStep(step),
    step,
  ]),
);

const NUMBERED = /^\((called|item|parameter) (-?\d+)(?: of (\d+)(?:: (object|function))?)?\)$/;

/** The step of a text. */
export function unflattenStep(text: string): Step {
  if (!mayBeWord(text) && text !== "this[]") return text;
  const plain = PLAIN_STEPS.get(text);
  if (plain !== undefined) return plain;
  const [, word, digits = "", count, argument] = NUMBERED.exec(text) ?? [];
  const number = Number(digits);
  switch (word) {
    case "called":
      return calledStep(number);
    case "item":
      return itemStep(number);
    case "parameter":
      return parameterStep(number, count === undefined ? null : Number(count), (argument as ArgumentKind) ?? null);
    default:
      return text;
  }
}
