/** Fields of GraphQL as Graphene, Strawberry and Ariadne declare them. Pure. */
import { camelCase, fieldRoute, type Operation, operationOf, operationOfRoot } from "../graphql.js";
import { argumentsIn, callsIn, type DeclaredRoute, type RouteSource, startOfLine } from "../routing.js";
import { constant, keyword, positional } from "./arguments.js";

/** Lines that begin a class, a function, or an attribute whose value is a call; and decorators. */
const LINE =
  /^(?<indent>[ \t]*)(?:class[ \t]+(?<type>\w+)|(?:async[ \t]+)?def[ \t]+(?<def>\w+)|(?<attribute>\w+)[ \t]*(?::[^=\n]{1,200})?=[ \t]*(?<maker>[\w.]{1,80})[ \t]*\(|@[ \t]*(?<decorator>[\w.]{1,80})\b)/gm;
/** Calls on a type of Ariadne: `@query.field("cats")`, `mutation.set_field("addCat", add_cat)`. */
const ON_TYPE = /(?<receiver>(?<!\w)\w{1,80})\s*\.\s*(?<name>field|source|set_field|set_source)\s*\(/g;
const TYPE_MADE = /^[ \t]*(\w{1,80})[ \t]*=[ \t]*(?:\w{1,80}\.)?(Query|Mutation|Subscription|Object)Type[ \t]*\(/gm;
/** Decorators of Strawberry, and what makes its fields. */
const OF_STRAWBERRY = /^(?:strawberry\w*|gql|relay|sd)\.(?:[\w.]*\.)?(\w+)$/;

/** A class whose attributes and methods are fields. */
interface Root {
  operation: Operation;
  indent: number;
  /** Of its members; null up to the first. */
  within: number | null;
  attributes: { name: string; maker: string; start: number; open: number }[];
  methods: Map<string, number>;
}

/** The fields of Query, Mutation and Subscription in a source. */
export function declaredFields(source: RouteSource): DeclaredRoute[] {
  return [...fieldsOfClasses(source), ...fieldsOnTypes(source)];
}

function fieldsOfClasses(source: RouteSource): DeclaredRoute[] {
  const { code, lineAt } = source;
  const found: DeclaredRoute[] = [];
  let root: Root | null = null;
  let decorators: { name: string; end: number }[] = [];
  for (const match of code.matchAll(LINE)) {
    const { indent = "", type, def, attribute, maker, decorator } = match.groups ?? {};
    if (decorator !== undefined) {
      decorators.push({ name: decorator, end: match.index + match[0].length });
      continue;
    }
    const own = decorators;
    decorators = [];
    if (root !== null && indent.length <= root.indent && (type ?? def ?? attribute) !== undefined) {
      found.push(...fieldsOf(source, root));
      root = null;
    }
    if (type !== undefined) {
      const operation: Operation | null = root === null ? operationOf(type) : null;
      if (operation !== null)
        root = { operation, indent: indent.length, within: null, attributes: [], methods: new Map() };
      else if (root !== null) root.within ??= indent.length;
      continue;
    }
    if (def !== undefined) {
      const field = decoratedField(source, own, def, root);
      if (field)
        found.push(
          fieldRoute(field.operation, field.name, { ...linesAt(source, match.index), handler: lineAt(match.index) }),
        );
    }
    if (root === null) continue;
    root.within ??= indent.length;
    if (indent.length !== root.within) continue;
    if (def !== undefined) root.methods.set(def, match.index);
    else if (attribute !== undefined && maker !== undefined)
      root.attributes.push({ name: attribute, maker, start: match.index, open: match.index + match[0].length - 1 });
  }
  return root === null ? found : [...found, ...fieldsOf(source, root)];
}

const linesAt = ({ lineAt }: RouteSource, offset: number) => ({ lineStart: lineAt(offset), lineEnd: lineAt(offset) });

/** `token_create = CreateToken.Field()`; `user = BaseField(User)` with `resolve_user` below it. */
function fieldsOf(source: RouteSource, { operation, attributes, methods }: Root): DeclaredRoute[] {
  return attributes.flatMap(({ name, maker, start, open }) => {
    const resolver = methods.get(`resolve_${name}`) ?? methods.get(`subscribe_${name}`);
    // The other attributes of a class of mutations are what one of them answers with.
    const isField = maker.endsWith(".Field") || OF_STRAWBERRY.test(maker) || operation !== "mutation";
    const close = source.closed.get(open);
    if (close === undefined || (!isField && resolver === undefined)) return [];
    const given = nameIn(source, open);
    const handler = resolver === undefined ? null : source.lineAt(resolver);
    const lines = { lineStart: source.lineAt(start), lineEnd: source.lineAt(close), handler };
    return [fieldRoute(operation, given ?? camelCase(name), lines)];
  });
}

/** The `name` among the arguments of a call whose bracket stands at a position. */
function nameIn(source: RouteSource, open: number): string | undefined {
  const end = source.closed.get(open);
  if (end === undefined) return undefined;
  const args = argumentsIn(source.code, source.closed, { start: open + 1, end });
  return constant(source, keyword(source, { args }, "name"));
}

/** `@strawberry.mutation def token_create(…)`; `@strawberry.field` in a class of the root. */
function decoratedField(
  source: RouteSource,
  decorators: readonly { name: string; end: number }[],
  def: string,
  root: Root | null,
): { operation: Operation; name: string } | null {
  for (const { name, end } of decorators) {
    const kind = OF_STRAWBERRY.exec(name)?.[1];
    if (kind === undefined) continue;
    const operation = operationOf(kind) ?? root?.operation;
    if (operation === undefined) return null;
    const given = source.code[end] === "(" ? nameIn(source, end) : undefined;
    return { operation, name: given ?? camelCase(def) };
  }
  return null;
}

/** `@mutation.field("tokenCreate") def resolve(…)`, `query.set_field("cats", list_cats)` on a type that Ariadne made. */
function fieldsOnTypes(source: RouteSource): DeclaredRoute[] {
  const { code, closed, lineAt } = source;
  const made = new Map<string, Operation | null>();
  for (const { index, 0: whole, 1: name = "", 2: type = "" } of code.matchAll(TYPE_MADE)) {
    const open = index + whole.length - 1;
    const args = argumentsIn(code, closed, { start: open + 1, end: closed.get(open) ?? open });
    made.set(name, type === "Object" ? operationOfRoot(constant(source, args[0]) ?? "") : operationOf(type));
  }
  return callsIn(code, closed, ON_TYPE).flatMap((call): DeclaredRoute[] => {
    const { receiver, name, start, end, nameAt } = call;
    const known = made.get(receiver ?? "");
    const operation = known === undefined ? operationOf(receiver ?? "") : known;
    const field = constant(source, positional(source, call)[0]);
    if (operation === null || field === undefined || !IS_FIELD.test(field)) return [];
    const lines = { lineStart: lineAt(nameAt), lineEnd: lineAt(end - 1) };
    if (name.startsWith("set_")) return [fieldRoute(operation, field, { ...lines, handler: null })];
    if (!/^[ \t]*@[ \t]*$/.test(code.slice(startOfLine(code, start), start))) return [];
    DEFINITION.lastIndex = end;
    const below = DEFINITION.exec(code);
    return below ? [fieldRoute(operation, field, { ...lines, handler: lineAt(below.index) })] : [];
  });
}

const IS_FIELD = /^[A-Za-z_]\w*$/;
const DEFINITION = /^[ \t]*(?:async[ \t]+)?def[ \t]+\w+/gm;
