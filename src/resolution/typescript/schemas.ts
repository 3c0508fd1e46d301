/**
 * TypeScript and JavaScript: the schemas of zod and of libraries like it. A schema is a value of the type `ZodType<Output>`, where Output is the type of its
 * result. The value of `z.object(shape)` has the keys of the shape. Each is a symbol below the one that holds the schema (languages/typescript/schemas.ts);
 * its type is the result of the schema under the key.
 */
import { lastName, words } from "../../base/words.js";
import { CALLED, EACH, MADE, OUTPUT } from "../../model/steps.js";
import { toInstance } from "../instance.js";
import { type External, type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { severalOf } from "../several.js";
import { heldAs, holderOf, type Library, type LibraryCall, stepsFrom, valueOfType } from "./library.js";

const LIBRARIES = /^(?:zod(?:\/.*)?|@hono\/zod-openapi|valibot|yup)$/;
/** The type of a schema. */
const SCHEMA = "ZodType";
/** The types of schemas, as annotations write them, whose first argument is the output or the schema within. */
const TYPES =
  /(?:^|\.)(?:ZodType|ZodSchema|Schema|ZodObject|ZodArray|ZodOptional|ZodNullable|ZodDefault|ZodReadonly|ZodLazy|ZodPromise)$/;
/** The types of schemas without parts, each with the runtime's type in its name, and their methods. */
const PLAIN_TYPE = /(?:^|\.)Zod(String|Number|BigInt|Boolean|Date)(?:\.\w+)?$/;
/** The type of what a parse that may fail gives. */
const PARSED = "SafeParseResult";
/** The types of what a schema gives. */
const OUTPUTS = /(?:^|\.)(?:infer|input|output|TypeOf|Infer|InferOutput|InferInput|InferType)$/;

/** Methods that give the same schema again, as far as the members of its output go. */
const KEEPING = words(`
  optional nullable nullish default prefault refine superRefine strict strip passthrough loose catchall partial deepPartial required pick omit readonly
  brand describe meta catch check overwrite register clone unwrap removeDefault removeCatch innerType openapi defined notRequired nonNullable noUnknown
  exactOptional nonoptional
`);
/** Methods that give the same schema of a text, a number or a list again. Objects may have keys of these names. */
const TELLING = words(`
  nonempty min max length size gt gte lt lte positive negative nonnegative nonpositive int finite safe multipleOf step email url uuid cuid cuid2 ulid
  nanoid regex includes startsWith endsWith trim toLowerCase toUpperCase datetime date time ip cidr base64 jwt duration emoji label
`);
/** Methods that read a value. */
const READING = words("parse decode encode validateSync cast");
const READING_LATER = words("parseAsync decodeAsync encodeAsync validate");
/** All other methods and properties of schemas. */
const OTHERS = words(`
  safeParse safeParseAsync spa safeDecode safeEncode extend safeExtend augment merge concat setKey shape and or array transform pipe promise keyof options isOptional isNullable _def _zod def of
`);
/** The values that schemas without parts give, by the functions that make these. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    String:
      "string email url httpUrl uuid uuidv4 uuidv6 uuidv7 guid cuid cuid2 ulid nanoid xid ksuid ipv4 ipv6 cidrv4 cidrv6 base64 base64url jwt e164 emoji hostname datetime time duration enum templateLiteral",
    Number: "number int int32 uint32 float32 float64 nan",
    BigInt: "bigint int64 uint64",
    Boolean: "boolean bool stringbool",
    Date: "date",
  }).flatMap(([type, names]) => [...words(names)].map((name) => [name, type] as const)),
);

/** The type of what a schema gives, by the type of the schema. */
const outputOf = (schema: WrittenType): WrittenType => stepsFrom(schema, OUTPUT);

/** A schema of a library by its output. */
function schemaOf({ module }: External, output: WrittenType): External {
  return { is: "external", module, name: SCHEMA, type: SCHEMA, args: [output] };
}

/** A type of the runtime with other types in it, each written somewhere. */
function runtimeType(program: Program, name: string, ...args: [WrittenType, ...WrittenType[]]): WrittenType {
  return heldAs(program, args[0], { is: "external", module: null, name, type: name, args });
}

/** Whether a place is a schema. */
export function isSchema(place: Place): place is Schema {
  return (
    place.is === "external" && place.module !== null && place.args?.[0] !== undefined && TYPES.test(place.type ?? "")
  );
}

type Schema = External & { args: [WrittenType, ...WrittenType[]] };

/** The value of the schema that stands before the step OUTPUT; unknown for a value that is not a schema. */
export function outputAt(program: Program, place: Place): Place {
  if (place.is === "several") {
    const members = place.members.map((member) => outputAt(program, member));
    return severalOf(members, place.isUnion);
  }
  if (place.is === "external") {
    // The literals of a key stand for what its schema gives.
    if (place.module === null) return place;
    return isSchema(place) ? outputPlace(program, place) : (plainOutput(place.type) ?? UNKNOWN);
  }
  return program.evaluate.step(program, place, OUTPUT, null);
}

/** The value of a type that a library has for what a schema gives: `z.infer<typeof S>`; null for any other type. */
export function inferredPlace(program: Program, { module, name }: External, schema: WrittenType): Place | null {
  if (module === null || !LIBRARIES.test(module) || !OUTPUTS.test(name)) return null;
  return valueOfType(program, outputOf(schema));
}

/** The value that a schema gives; any other place as it is. */
export function withoutSchema(program: Program, place: Place): Place {
  if (isSchema(place)) return outputPlace(program, place);
  return place.is === "external" && place.module !== null ? (plainOutput(place.type) ?? place) : place;
}

/** Schemas of schemas are looked into at most this deep. */
const DEEPEST = 10;

function outputPlace(program: Program, { type, args: [first] }: Schema, depth = 0): Place {
  const kind = lastName(type ?? "");
  if (kind === SCHEMA || kind === "ZodSchema" || kind === "Schema" || kind === "ZodObject")
    return flat(valueOfType(program, first));
  const inner = valueOfType(program, first);
  if (kind === "ZodArray") return valueOfType(program, runtimeType(program, "Array", outputOf(first)));
  if (kind === "ZodPromise") return valueOfType(program, runtimeType(program, "Promise", outputOf(first)));
  return isSchema(inner) && depth < DEEPEST ? outputPlace(program, inner, depth + 1) : inner;
}

/** An object literal with spreads as one object, and a constant with a shape as a value that is not named. Other places as they are. */
function flat(place: Place): Place {
  if (place.is === "symbols") return { is: "instance", decls: place.decls, imported: place.imported };
  return place.is === "several" && !place.isUnion ? overlaid(place.members) : place;
}

/** Objects that lie over each other as one: the first with a key has it. Where one of them is not such an object, an intersection. */
export function overlaid(parts: Place[]): Place {
  const types = new Map<string, WrittenType>();
  const places = parts.map(flat);
  for (const place of places) {
    if (place.is === "missing") continue;
    if (place.is !== "object") return severalOf(places, false);
    place.names.forEach((name, index) => {
      const type = place.types[index];
      if (type !== undefined && !types.has(name)) types.set(name, type);
    });
  }
  return { is: "object", names: [...types.keys()], types: [...types.values()] };
}

/** The schemas of a list: `[A, B]` of `z.union([A, B])`. */
const anyOf = (list: WrittenType): WrittenType => stepsFrom(list, EACH, OUTPUT);

/** The result of a method of a schema. */
function ofMethod({ program, place, given, callback }: LibraryCall, output: WrittenType, name: string): Place | null {
  const [first = null] = given?.arguments ?? [];
  if (READING.has(name)) return valueOfType(program, output);
  if (READING_LATER.has(name)) return valueOfType(program, runtimeType(program, "Promise", output));
  if (KEEPING.has(name) || TELLING.has(name)) return schemaOf(place, output);
  const over = (top: Place) => schemaOf(place, heldAs(program, output, overlaid([top, valueOfType(program, output)])));
  switch (name) {
    case "safeParse":
    case "safeDecode":
    case "safeEncode":
      return parsed(place, output);
    case "safeParseAsync":
    case "spa":
      return valueOfType(program, runtimeType(program, "Promise", heldAs(program, output, parsed(place, output))));
    case "extend":
    case "safeExtend":
    case "augment":
    case "shape":
      return first === null ? schemaOf(place, output) : over(valueOfType(program, first));
    case "merge":
    case "concat":
      return first === null ? schemaOf(place, output) : over(valueOfType(program, outputOf(first)));
    case "and":
    case "or": {
      if (first === null) return schemaOf(place, output);
      const both = [valueOfType(program, output), valueOfType(program, outputOf(first))];
      return schemaOf(place, heldAs(program, output, severalOf(both, name === "or")));
    }
    case "array":
      return schemaOf(place, runtimeType(program, "Array", output));
    case "promise":
      return schemaOf(place, runtimeType(program, "Promise", output));
    case "of":
      return first === null ? null : schemaOf(place, runtimeType(program, "Array", outputOf(first)));
    case "transform": {
      const made = callback(0);
      return made === null ? null : schemaOf(place, made);
    }
    case "pipe":
      return first === null ? null : schemaOf(place, outputOf(first));
    default:
      return null;
  }
}

/** The result of `safeParse`. */
const parsed = (place: External, output: WrittenType): Place => holderOf(place, PARSED, output);

/** A schema without parts, or of an enum of the project: `z.enum(Kind)`. */
function simpleSchema({ program, place, given }: LibraryCall, name: string): Place | null {
  const type = PLAIN.get(name);
  const [first] = given?.arguments ?? [];
  if (name === "enum" && first && !isList(valueOfType(program, first))) return enumSchema(program, place, first);
  return type === undefined ? null : plainSchema(place, type);
}

/** A schema of an enum of the project, which is kept beside the type of its members. */
function enumSchema(program: Program, place: External, type: WrittenType): External {
  const value = heldAs(program, type, toInstance(program, valueOfType(program, type)));
  return { ...schemaOf(place, value), args: [value, type] };
}

function plainSchema({ module }: External, type: string): External {
  return { is: "external", module, name: `Zod${type}`, type: `Zod${type}` };
}

/** A value of the runtime's type that a plain schema gives; null for any other name. */
function plainOutput(name: string | null): External | null {
  const type = PLAIN_TYPE.exec(name ?? "")?.[1];
  return type === undefined ? null : { is: "external", module: null, name: type, type };
}

/** The result of a method of a plain schema. */
function ofPlain({ place, given, callback }: LibraryCall, output: External, name: string): Place | null {
  if (READING.has(name)) return output;
  if (KEEPING.has(name) || TELLING.has(name)) return plainSchema(place, output.name);
  const made = name === "transform" ? callback(0) : null;
  if (made !== null) return schemaOf(place, made);
  const [first = null] = given?.arguments ?? [];
  return name === "pipe" && first !== null ? schemaOf(place, outputOf(first)) : null;
}

const isList = (place: Place) => place.is === "unknown" || (place.is === "external" && place.type === "Array");

/** The output of a schema that a function of the library makes of its arguments; null without these, and for other functions. */
function outputMade({ program, given, callback }: LibraryCall, name: string): WrittenType | null {
  const [first = null, second = null] = given?.arguments ?? [];
  switch (name) {
    case "map":
      return first && second && runtimeType(program, "Map", outputOf(first), outputOf(second));
    case "record":
    case "partialRecord": {
      const [key, value] = [first ?? second, second ?? first];
      return key && value && runtimeType(program, "Record", outputOf(key), outputOf(value));
    }
    case "discriminatedUnion":
    case "variant": {
      const options = second ?? first;
      return options && anyOf(options);
    }
    case "intersection": {
      if (first === null || second === null) return null;
      const both = [first, second].map((schema) => valueOfType(program, outputOf(schema)));
      return heldAs(program, first, severalOf(both, false));
    }
    case "preprocess":
      return second && outputOf(second);
    case "lazy": {
      const inner = callback(0) ?? (first && stepsFrom(first, CALLED));
      return inner && outputOf(inner);
    }
    case "custom":
      return given?.typeArguments[0] ?? null;
    default:
      return first && outputMadeOf(program, first, name);
  }
}

/** The output of a schema that a function makes of its first argument; null for other functions. */
function outputMadeOf(program: Program, first: WrittenType, name: string): WrittenType | null {
  switch (name) {
    case "object":
    case "strictObject":
    case "looseObject":
    case "interface":
      return first;
    case "array":
      return runtimeType(program, "Array", outputOf(first));
    case "set":
      return runtimeType(program, "Set", outputOf(first));
    case "promise":
      return runtimeType(program, "Promise", outputOf(first));
    case "tuple":
      return runtimeType(program, "Array", anyOf(first));
    case "union":
    case "xor":
      return anyOf(first);
    case "optional":
    case "nullable":
    case "nullish":
    case "readonly":
    case "partial":
    // Of valibot.
    case "pipe":
      return outputOf(first);
    case "instanceof":
      return stepsFrom(first, MADE);
    default:
      return null;
  }
}

/** The result of a function that takes a schema and makes none of it, as valibot has them, or one of an enum; null for other functions. */
function ofFunction(program: Program, place: External, schema: WrittenType, name: string): Place | null {
  switch (name) {
    case "nativeEnum":
      return enumSchema(program, place, schema);
    case "parse":
      return valueOfType(program, outputOf(schema));
    case "parseAsync":
      return valueOfType(program, runtimeType(program, "Promise", outputOf(schema)));
    case "safeParse":
      return parsed(place, outputOf(schema));
    default:
      return null;
  }
}

export const schemas: Library = {
  result(call) {
    const { program, place, given } = call;
    const name = lastName(place.name);
    const [output] = place.given ?? [];
    if (output !== undefined && place.name.startsWith(SCHEMA)) return ofMethod(call, output, name);
    const plain = plainOutput(place.name);
    if (plain !== null) return ofPlain(call, plain, name);
    const made = outputMade(call, name);
    if (made !== null) return schemaOf(place, made);
    const [first = null] = given?.arguments ?? [];
    return (first && ofFunction(program, place, first, name)) ?? simpleSchema(call, name);
  },
  member(program, value, name) {
    if (value.type === PARSED) {
      if (name === "data" || name === "output") return valueOfType(program, value.args?.[0]);
      return { is: "external", module: value.module, name: `${PARSED}.${name}`, type: null };
    }
    if (!isSchema(value)) return null;
    const output = outputPlace(program, value);
    if (name === "enum" || name === "Enum") return valueOfType(program, value.args[1] ?? value.args[0]);
    // `shape` is a method of yup.
    if (OF_OUTPUT.has(name) && !(name === "shape" && value.module === "yup")) return output;
    const held = heldAs(program, value.args[0], output);
    if (name === "element") return valueOfType(program, stepsFrom(held, EACH));
    const isKey = TELLING.has(name) && output.is === "object" && output.names.includes(name);
    if (isKey || !METHODS.some((names) => names.has(name))) return program.evaluate.step(program, output, name, null);
    return { is: "external", module: value.module, name: `${SCHEMA}.${name}`, type: null, given: [held] };
  },
  parameter(program, { name: whole, given }) {
    const [output] = given ?? [];
    if (output === undefined || !whole.startsWith(SCHEMA)) return null;
    const name = lastName(whole);
    if (name === "default" || name === "prefault" || name === "catch") return valueOfType(program, output);
    return TAKING.has(name) ? { is: "function", result: null, parameters: [output] } : null;
  },
};

/** Names under which a schema has its output, or a key of it. */
const OF_OUTPUT = words("_output _input _type shape entries");
const METHODS = [KEEPING, TELLING, READING, READING_LATER, OTHERS];
/** Methods that take a function of what a schema gives. */
const TAKING = words("transform refine superRefine check overwrite");
