/** TypeScript and JavaScript: the types of values by the names and calls that lead to them, as in `makeRepo().users.find()`. */
import { nth } from "../../base/need.js";
import { flattenStep } from "../../model/flat-types.js";
import {
  type FunctionType,
  isOperation,
  isWalk,
  type NamedType,
  type Step,
  type TypeExpr,
  type TypeForm,
} from "../../model/parse-result.js";
import { isCalledStep, isStep, OUTPUT, VALUE } from "../../model/steps.js";
import { named } from "../../model/type-forms.js";
import { isMaker, toInstance } from "../instance.js";
import { rootPlace, step, typePlace } from "../lookup.js";
import { isTypeKind } from "../name-index.js";
import { MISSING, type Place, THIS, UNKNOWN, type Walked, type WrittenName, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { symbolOf } from "../program-file.js";
import { severalOf } from "../several.js";
import { partOf, type TypeLimits, valueWithin } from "../written-type.js";
import { isTransparent } from "./bases.js";
import { parameterAt, resultAt, selfAt } from "./calls.js";
import { conditionalPlace, mappedPlace, propertyPlace } from "./conditional.js";
import { moduleValue } from "./exports.js";
import { isNoValue, madeAt, valueAt } from "./held-value.js";
import { withAdded } from "./known-libraries.js";
import { narrowedPlace, typeOfLiteral } from "./narrowing.js";
import { type GivenArguments, isFunction, isRest } from "./overloads.js";
import { awaited, eachOf, itemOf } from "./runtime-library.js";
import { inferredPlace, outputAt, withoutSchema } from "./schemas.js";

const LIMITS: TypeLimits = { deepest: 60, most: 5_000 };

/** A value of a written type. */
export function typedValue(program: Program, written: WrittenType): Place {
  return valueWithin(LIMITS, program, written, valueOfType);
}

function valueOfType(program: Program, written: WrittenType): Place {
  const { file, from, type, env } = written;
  if (type.kind !== "named") return valueOfForm(program, type, written);
  const { root, args = [] } = type;
  const inner = (part: TypeExpr) => partOf(written, part);
  if (root.in === "parameter") {
    const bound = env?.get(root.name);
    if (bound !== undefined) return typedValue(program, bound);
    return root.bound === null ? UNKNOWN : typedValue(program, inner(root.bound));
  }
  // In a method's type, `this` is the value that the method is called on.
  const self = root.in === "this" && type.path.length === 0 ? env?.get(THIS) : undefined;
  if (self !== undefined) return typedValue(program, self);
  if (isWalk(type)) return walkValue(program, { file, from, type, env });
  const found = typePlace(program, file, from, type);
  const whole = found.is === "module" ? moduleValue(program, found) : found;
  const given = args.map(inner);
  if (whole.is === "external" && given[0] !== undefined) {
    const inferred = inferredPlace(program, whole, given[0]);
    if (inferred !== null) return inferred;
  }
  if (whole.is === "external" && isTransparent(whole) && given[0] !== undefined) return typedValue(program, given[0]);
  if (whole.is === "symbols") {
    const makers = whole.decls.filter(isMaker);
    if (makers.length > 0) return { is: "instance", decls: makers, imported: whole.imported };
  }
  // `const { Repo } = models; new Repo()`
  const isConstant =
    whole.is === "symbols" && whole.decls.every((decl) => !isNoValue(decl) && !isTypeKind(symbolOf(decl).kind));
  const place =
    isConstant && !whole.decls.some(isFunction) ? madeAt(program, whole) : toInstance(program, whole, given);
  if (place.is === "external") return withAdded(place, written);
  return root.in === "this" && place.is === "instance" && env !== undefined ? { ...place, env } : place;
}

/** A value of a type without a name. */
function valueOfForm(program: Program, type: TypeForm, written: WrittenType): Place {
  const inner = (part: TypeExpr) => partOf(written, part);
  switch (type.kind) {
    case "union":
    case "both": {
      // Literals beside other types add no members.
      const types = type.of.filter(({ kind }) => kind !== "literal");
      return severalOf(
        (types.length > 0 ? types : type.of).map((part) => typedValue(program, inner(part))),
        type.kind === "union",
      );
    }
    case "literal":
      return typeOfLiteral(type.text);
    case "guard":
      return { is: "external", module: null, name: "Boolean", type: "Boolean" };
    case "narrowed":
      return narrowedPlace(program, type, written);
    case "function":
      return functionPlace(type, inner);
    case "new":
      return { is: "function", result: inner(type.made), parameters: [], makes: true };
    case "tuple":
      return { is: "external", module: null, name: "Array", type: "Array", args: type.of.map(inner), isTuple: true };
    case "object":
      return { is: "object", names: type.names, types: type.types.map(inner) };
    case "conditional":
      return conditionalPlace(program, type, written);
    case "mapped":
      return mappedPlace(program, type, written);
    case "property":
      return propertyPlace(program, type, written);
    case "never":
      return MISSING;
    case "held":
      return program.caches.places.get(type) ?? UNKNOWN;
    case "rest":
    case "keys":
    case "infer":
    case "list":
    case "thrown":
    case "anonymous":
      return UNKNOWN;
    default:
      return type satisfies never;
  }
}

/** A value of a function type. */
function functionPlace(
  { result, parameters, self, open }: FunctionType,
  inner: (part: TypeExpr) => WrittenType,
): Place {
  return {
    is: "function",
    result: inner(result),
    parameters: parameters.map(inner),
    ...(self !== null && { self: inner(self) }),
    ...(open.length > 0 && { open }),
  };
}

/** The value that a walk leads to; unknown where a step is not in the project. */
export function walkValue(program: Program, written: WrittenName): Place {
  const { file } = written;
  const { place } = walkSteps(program, written);
  if (place.is === "unknown" || place.is === "missing") return UNKNOWN;
  const value = valueAt(program, place);
  if (value.is !== "instance" && value.is !== "symbols") return value;
  return { ...value, imported: value.imported || value.decls.every((decl) => decl.file !== file) };
}

/** The place that the steps of a walk lead to. Places up to each call are kept: the calls of a chain are asked for from the last to the first. */
function walkSteps(program: Program, written: WrittenName): Walked {
  const { walks, walk } = program.caches;
  const { root, path } = written.type;
  const keys = written.env === undefined ? keysOfWalk(program, written) : [];
  let index = keys.length;
  let known: Walked | undefined;
  while (index > 0 && known === undefined) known = walks.known.get(keys[--index] ?? "");
  const { cuts } = walk;
  let { place, receiver }: Walked = known ?? { place: UNKNOWN, receiver: UNKNOWN };
  let given: GivenArguments | null = null;
  if (known === undefined) {
    index = 0;
    if (keys[0] !== undefined) followChain(program, written);
    if (root.in === "call") {
      given = givenBy(root, written);
      const callee = calleeOf(program, { ...written, type: root.of });
      const [first] = path;
      if (isStep(first, "parameter")) {
        place = parameterAt(program, callee.place, callee.receiver, first.number, given);
        index = 1;
      } else place = resultAt(program, callee.place, callee.receiver, given);
    } else place = startOf(program, written);
    keep(index);
  }
  for (; index < path.length; index++) {
    const each = nth(path, index);
    if (place.is === "unknown" || place.is === "missing") break;
    const next = stepOfWalk(program, place, receiver, each);
    if (!isOperation(each)) receiver = place;
    place = next;
    keep(index + 1);
  }
  return { place, receiver };

  function keep(steps: number): void {
    const key = keys[steps];
    // A result that was cut short depends on where the walk began.
    if (key !== undefined && walk.cuts === cuts) walks.known.set(key, { place, receiver });
  }
}

/** Follows a long chain of calls from its first call on. From the last call on, the look-ups would be nested too deep. */
function followChain(program: Program, written: WrittenName): void {
  const chain: NamedType[] = [];
  let { root } = written.type;
  while (chain.length < LONGEST_CHAIN && (root.in === "call" || root.in === "instance")) {
    const inner: TypeExpr = root.in === "call" ? root.of : root.type;
    if (inner.kind !== "named") break;
    chain.push(inner);
    root = inner.root;
  }
  for (let index = chain.length - 1; index >= FIRST_OF_CHAIN; index -= FIRST_OF_CHAIN) {
    walkSteps(program, { ...written, type: nth(chain, index) });
  }
}

const LONGEST_CHAIN = 1_000;
const FIRST_OF_CHAIN = 6;

/** The keys of a walk's places, by the number of steps: of places that end in a call, and of a root that is a call. */
function keysOfWalk(program: Program, { file, type: { root, path } }: WrittenName): (string | undefined)[] {
  const isLong = path.length > SHORTEST_KEPT && path.some(isCalledStep);
  if (root.in !== "call" && root.in !== "instance" && !isLong) return [];
  let key: string;
  switch (root.in) {
    case "call":
    case "instance": {
      const { roots } = program.caches.walks;
      let number = roots.get(root);
      if (number === undefined) {
        number = roots.size;
        roots.set(root, number);
      }
      key = `#${number}`;
      break;
    }
    case "file":
      key = `f${root.symbol}`;
      break;
    case "import":
      key = `i${root.import}`;
      break;
    case "this":
      key = `t${root.type}`;
      break;
    default:
      return [];
  }
  key = `${file.id} ${key}`;
  // A parameter of the function is not a part of the call's result.
  const isWhole = root.in === "instance" || (root.in === "call" && !isStep(path[0], "parameter"));
  const keys: (string | undefined)[] = [isWhole ? key : undefined];
  for (const step of path) {
    key = `${key}\0${flattenStep(step)}`;
    keys.push(isCalledStep(step) ? key : undefined);
  }
  return keys;
}

const SHORTEST_KEPT = 3;

function stepOfWalk(program: Program, place: Place, receiver: Place, each: Step): Place {
  if (each === OUTPUT) return outputAt(program, valueAt(program, place));
  if (typeof each === "string") return step(program, place, each, null);
  const value = () => withoutSchema(program, valueAt(program, place));
  switch (each.kind) {
    case "parameter": {
      const given = givenCount(each.count);
      if (given !== null && each.argument !== null) given.plain = { number: each.number, kind: each.argument };
      return parameterAt(program, place, receiver, each.number, given);
    }
    case "item":
      return itemOf(program, value(), each.number);
    case "call":
      return resultAt(program, place, receiver, givenCount(each.count));
    case "value":
      return valueAt(program, place);
    case "make":
      return madeAt(program, place);
    case "await":
      return awaited(program, value());
    case "self":
      return selfAt(program, place, receiver);
    case "each":
    case "index":
      return eachOf(program, value(), each.kind === "index");
    case "list":
    case "not-null":
    case "or-null":
      return UNKNOWN;
    default:
      return each satisfies never;
  }
}

function startOf(program: Program, { file, from, type, env }: WrittenName): Place {
  const { root } = type;
  const inner = <T extends TypeExpr>(of: T) => ({ file, from, type: of, env });
  if (root.in === "instance") return typedValue(program, inner(root.type));
  if (root.in === "parameter") return typedValue(program, inner(named(root)));
  if (root.in === "call") return walkValue(program, inner(named(root)));
  const self = root.in === "this" ? env?.get(THIS) : undefined;
  if (self !== undefined) return typedValue(program, self);
  const place = rootPlace(program, file, from, root, "any");
  return root.in === "this" && place.is === "instance" && env !== undefined ? { ...place, env } : place;
}

/** The function that a call calls, and the value that the call is made on: the names up to the last `(value)`. */
export function calleeOf(program: Program, { type, ...written }: WrittenType): { place: Place; receiver: Place } {
  if (type.kind !== "named") return { place: MISSING, receiver: UNKNOWN };
  const { root, path, args } = type;
  const names = path.at(-1) === VALUE ? path.slice(0, -1) : path;
  const last = names.at(-1);
  if (last === undefined || isOperation(last) || args !== undefined) {
    return {
      place: names.length === 0 ? startOf(program, { ...written, type }) : walkValue(program, { ...written, type }),
      receiver: UNKNOWN,
    };
  }
  const before = names.slice(0, -1);
  let receiver: Place;
  if (before.length === 0) receiver = startOf(program, { ...written, type: named(root) });
  else
    receiver = walkValue(program, {
      ...written,
      type: named(root, isWalk({ root, path: before }) ? before : [...before, VALUE]),
    });
  // Values with a `then` are promises by agreement: the callback tells the result, whatever the promise gives.
  if (receiver.is === "unknown" && last === "then") return THEN;
  return { place: step(program, receiver, last, null), receiver };
}

/** `then` of a promise of something unknown. */
const THEN: { place: Place; receiver: Place } = {
  place: { is: "external", module: null, name: "Promise.then", type: null },
  receiver: { is: "external", module: null, name: "Promise", type: "Promise", args: [] },
};

function givenBy(
  { typeArguments, arguments: values }: { typeArguments: TypeExpr[]; arguments: (TypeExpr | null)[] },
  { file, from, env }: WrittenType,
): GivenArguments {
  const inner = (type: TypeExpr): WrittenType => ({ file, from, type, env });
  return {
    typeArguments: typeArguments.map(inner),
    arguments: values.map((type) => (type === null || isRest(type) ? null : inner(type))),
    count: values.some((type) => type !== null && isRest(type)) ? null : values.length,
  };
}

/** The arguments of a call of which only their number is known. */
function givenCount(count: number | null): GivenArguments | null {
  return count === null || count < 0 ? null : { typeArguments: [], arguments: [], count };
}
