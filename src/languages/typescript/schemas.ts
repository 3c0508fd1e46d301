/**
 * Schemas of zod and of libraries like it. The keys of the object literal that a schema is made of are symbols, below the symbol that holds the schema:
 * `TraceSchema.name` of `const TraceSchema = z.object({ name: z.string() })`. The type of a key is what the schema that it holds gives.
 */
import { nth } from "../../base/need.js";
import type { NamedType, TypeExpr } from "../../model/parse-result.js";
import { OUTPUT, VALUE } from "../../model/steps.js";
import { named, object, spreading, union } from "../../model/type-forms.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis, Standpoint } from "./analysis.js";
import { openRegion } from "./regions.js";
import { lookUpValue } from "./scope.js";
import { addSymbol } from "./symbols.js";
import { argumentNodes, firstNamed, isFunction, memberName, unwrap } from "./syntax-helpers.js";
import { literalType, typeOfWalk, withSteps } from "./type-names.js";

/** The modules of the libraries, each of which makes schemas of objects alike. */
const MODULES = /^(?:zod(?:\/(?:v3|v4|mini|v4-mini|v4\/mini))?|@hono\/zod-openapi|valibot|yup)$/;
/** Functions of a library that make a schema of an object literal. */
const MAKERS = /^(?:object|strictObject|looseObject)$/;
/** Methods that make a schema of another one and an object literal. */
const ADDERS = /^(?:extend|safeExtend|shape)$/;
/** Functions that make a schema of a list of others. */
const CHOICES = /^(?:union|discriminatedUnion|xor|tuple|variant|intersect)$/;
/** Kinds of symbols that hold schemas. The children of a function are members of what it makes. */
const HOLDERS = new Set(["constant", "variable", "property", "field"]);
/** Further keys of one object literal are not read. */
const MOST_KEYS = 2_500;
/** A choice of more schemas is not read. */
const MOST_CHOICES = 100;
/** A key has the literals of an `enum` as its type where there are at most this many. */
const MOST_LITERALS = 40;

/** Notes an object literal if a schema is made of it, and tells whether it is one. */
export function noteShape(a: Analysis, node: number): boolean {
  const { tree, current } = a;
  const args = tree.parent(node);
  if (tree.type(args) !== "arguments" || current.symbol === 0 || firstNamed(tree, args) !== node) return false;
  if (!HOLDERS.has(symbolOf(a, current.symbol).kind) || !makesSchema(a, tree.parent(args))) return false;
  a.shapes.set(node, current.symbol);
  return true;
}

function makesSchema(a: Analysis, call: number): boolean {
  const made = libraryFunction(a, call);
  if (made !== null) return MAKERS.test(made);
  const { tree } = a;
  const callee = tree.child(call, "function");
  if (callee === -1 || tree.type(callee) !== "member_expression") return false;
  const property = tree.child(callee, "property");
  return property !== -1 && ADDERS.test(tree.text(property)) && a.imports.some(isOfLibrary);
}

const isOfLibrary = ({ specifier }: { specifier: string }) => MODULES.test(specifier);

/** The name of the library's function that a call calls: `object` of `z.object(…)`; null for any other call. */
function libraryFunction(a: Analysis, call: number): string | null {
  const { tree } = a;
  if (call === -1 || tree.type(call) !== "call_expression") return null;
  const callee = tree.child(call, "function");
  if (callee === -1) return null;
  const isMember = tree.type(callee) === "member_expression";
  const first = isMember ? tree.child(callee, "object") : callee;
  if (first === -1 || tree.type(first) !== "identifier") return null;
  const binding = lookUpValue(a.current.scope, tree.text(first)) ?? lookUpValue(a.topScope, tree.text(first));
  if (binding?.is !== "import") return null;
  const source = nth(a.imports, binding.import);
  if (!isOfLibrary(source)) return null;
  const property = isMember ? tree.child(callee, "property") : -1;
  return property === -1 ? source.imported : tree.text(property);
}

/** Adds a key of the object literal that a schema is made of. */
export function declareSchemaKey(a: Analysis, node: number, owner: number): void {
  const { tree } = a;
  const key = tree.child(node, "key");
  const value = tree.child(node, "value");
  if (key === -1 || value === -1 || isFunction(a, unwrap(tree, value, true))) return;
  const nameNode = tree.type(key) === "computed_property_name" ? node : key;
  const index = addSymbol(a, { name: memberName(tree, key), kind: "property", node, nameNode, parent: owner });
  a.symbolAt.set(node, index);
  const { scope, classSymbol } = a.current;
  a.typeSources.set(index, { scope, type: -1, value, isSchema: true, classSymbol });
  openRegion(a, node, { symbol: index });
}

/** The type of what a schema gives, by the type of the schema: of literals where the schema names them. Its last step tells the key of a schema. */
export function givenBySchema(a: Analysis, value: number, schema: TypeExpr | null): TypeExpr {
  const literals = literalsOf(a, unwrap(a.tree, value, true));
  if (literals !== null) return named({ in: "instance", type: literals }, [OUTPUT]);
  return schema === null ? named({ in: "unknown" }, [VALUE, OUTPUT]) : withSteps(schema, OUTPUT);
}

/** The literals of `z.literal("a")` and `z.enum(["a", "b"])`; null for any other schema. */
function literalsOf(a: Analysis, value: number): TypeExpr | null {
  const name = value === -1 ? null : libraryFunction(a, value);
  if (name === null || !/^(?:literal|enum|picklist)$/.test(name)) return null;
  const { tree } = a;
  const [first = -1] = argumentNodes(a, tree.child(value, "arguments"));
  const given = unwrap(tree, first, true);
  if (given === -1) return null;
  if (tree.type(given) !== "array") return name === "literal" ? literalType(tree, given) : null;
  const items = tree.namedChildren(given).filter((item) => tree.type(item) !== "comment");
  if (items.length === 0 || items.length > MOST_LITERALS) return null;
  const types = items.map((item) => literalType(tree, item));
  const known = types.filter((type) => type !== null);
  if (known.length < types.length) return null;
  return known.length === 1 ? nth(known, 0) : union(known);
}

/** The type of the object literal that a schema is made of: each key is its symbol. */
export function typeOfShape(a: Analysis, node: number, from: Standpoint, spread: TypeExpr[]): TypeExpr {
  const { tree } = a;
  const names: string[] = [];
  const types: TypeExpr[] = [];
  for (const member of tree.namedChildren(node)) {
    if (names.length === MOST_KEYS) break;
    const symbol = a.symbolAt.get(member);
    let type: TypeExpr | null = null;
    let name = "";
    if (symbol !== undefined) {
      ({ name } = symbolOf(a, symbol));
      type = valueOfSymbol(symbol);
    } else if (tree.type(member) === "shorthand_property_identifier") {
      name = tree.text(member);
      const resolved = a.resolve.name(a, from.scope, name, "value");
      type = resolved === null ? null : typeOfWalk(resolved);
    }
    if (type === null) continue;
    names.push(name);
    types.push(type);
  }
  const own = object(names, types);
  const type = spread.length === 0 ? own : spreading(own, spread.toReversed());
  // However many keys there are, the type is written once, and those that hold it stay small.
  a.sizes.set(type, 1 + spread.length);
  return type;
}

function valueOfSymbol(symbol: number): NamedType {
  return named({ in: "file", symbol }, [VALUE]);
}

/** The elements of an array that are the schemas of a choice; null for any other array, and where there are too many. */
export function choicesIn(a: Analysis, array: number): number[] | null {
  const { tree } = a;
  const args = tree.parent(array);
  if (tree.type(args) !== "arguments") return null;
  const name = libraryFunction(a, tree.parent(args));
  if (name === null || !CHOICES.test(name)) return null;
  const items = tree.namedChildren(array).filter((item) => tree.type(item) !== "comment");
  return items.length > MOST_CHOICES ? null : items;
}
