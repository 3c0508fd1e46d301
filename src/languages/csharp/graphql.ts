/** Fields of GraphQL as Hot Chocolate declares them, and as GraphQL.NET names them. Pure. */
import { nth } from "../../base/need.js";
import { fieldRoute, type Operation, operationOf, operationOfRoot } from "../graphql.js";
import {
  argumentsIn,
  callsIn,
  codeOf,
  type DeclaredRoute,
  MOST_ARGUMENT,
  type RouteSource,
  textIn,
} from "../routing.js";

const HAS_FIELDS = /HotChocolate|GraphQL|ObjectType/;
/** Classes, and the attributes that say of which type they are. */
const ATTRIBUTE_OR_CLASS =
  /\b(?<attribute>(?:Query|Mutation|Subscription)Type|ExtendObjectType|ObjectType)(?<=[[,]\s{0,200}\w+)(?:Attribute)?\b\s*(?:<\s*(?<of>\w{1,80})\s*>)?\s*(?<open>\()?|\bclass\s+(?<type>\w{1,80})[^{;]{0,500}(?<body>\{)/g;
/** A public method of a class: its name before its parameters. */
const METHOD =
  /\bpublic\s+(?:(?:static|async|virtual|override|new|sealed)\s+){0,4}(?!class\b|record\b|struct\b|interface\b|enum\b)[\w.<>,?[\]\s]{1,200}?\s(?<name>\w{1,80})\s*(?:<[^<>()]{0,100}>)?\(/g;
const NAME_ATTRIBUTE = /\[\s*GraphQLName\s*\(\s*(?=")/g;
const IGNORED = /\[\s*GraphQLIgnore\b/;
/** GraphQL.NET: `Field<DroidType>("hero").Resolve(…)`, `FieldAsync<…>("hero", …)` in a class of the root. */
const FIELD = /(?<![\w.])(?<name>Field(?:Async)?)\s*(?:<[^<>()]{0,200}>)?\(/g;

/** `typeof(Query)`, `OperationTypeNames.Query`. */
const TYPE_NAMED = /^\s*(?:typeof\s*\(\s*|\w+\s*\.\s*)(\w+)/;

/** The fields of Query, Mutation and Subscription in a source. */
export function declaredFields(source: RouteSource, text: string): DeclaredRoute[] {
  if (!HAS_FIELDS.test(text)) return [];
  const { code, closed } = source;
  const found: DeclaredRoute[] = [];
  let marked: Operation | null = null;
  for (const match of code.matchAll(ATTRIBUTE_OR_CLASS)) {
    const { attribute = "", of, open, type, body } = match.groups ?? {};
    const end = match.index + match[0].length;
    if (type === undefined) {
      const [first] =
        open === undefined ? [] : argumentsIn(code, closed, { start: end, end: closed.get(end - 1) ?? end });
      const named = first && (TYPE_NAMED.exec(codeOf(source, first))?.[1] ?? textIn(source, first));
      marked = operationOf(attribute.replace(/Type$/, "")) ?? operationOf(of ?? named ?? "");
      continue;
    }
    const close = body === undefined ? undefined : closed.get(end - 1);
    const operation = marked ?? operationOfRoot(type);
    if (close !== undefined && operation !== null) found.push(...methodsIn(source, end, close, operation));
    const byCall = operationOf(type);
    if (close !== undefined && byCall !== null) found.push(...fieldsIn(source, end, close, byCall));
    marked = null;
  }
  return found;
}

/** The public methods of a class between two positions, as fields. */
function methodsIn(source: RouteSource, start: number, end: number, operation: Operation): DeclaredRoute[] {
  const { code, lineAt } = source;
  const own = [...code.slice(start, end).matchAll(METHOD)];
  return own.flatMap((match, index): DeclaredRoute[] => {
    const { name = "" } = match.groups ?? {};
    const offset = start + match.index;
    const before = index === 0 ? start : Math.max(start + nth(own, index - 1).index, offset - MOST_ARGUMENT);
    const attributes = code.slice(
      Math.max(before, code.lastIndexOf("}", offset), code.lastIndexOf(";", offset)),
      offset,
    );
    if (IGNORED.test(attributes)) return [];
    const given = [...attributes.matchAll(NAME_ATTRIBUTE)].map(
      (named) => offset - attributes.length + named.index + named[0].length,
    );
    const literal = source.literals.find((each) => each.start === given[0]);
    const handler = lineAt(offset + match[0].lastIndexOf(name));
    return [
      fieldRoute(operation, literal?.value ?? fieldName(name), {
        lineStart: lineAt(offset),
        lineEnd: handler,
        handler,
      }),
    ];
  });
}

/** `speakers` of `GetSpeakersAsync`. */
function fieldName(method: string): string {
  const plain = method.replace(/^Get(?=[A-Z])/, "").replace(/(?<=.)Async$/, "");
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

function fieldsIn(source: RouteSource, start: number, end: number, operation: Operation): DeclaredRoute[] {
  const { code, closed, lineAt } = source;
  return callsIn(code, closed, FIELD).flatMap((call): DeclaredRoute[] => {
    const [first] = call.args;
    if (call.start < start || call.end > end || !first) return [];
    const name = /^\s*(?:name\s*:\s*)?"/.test(codeOf(source, first)) ? textIn(source, first) : null;
    if (name === null) return [];
    const close = Math.min(end, call.end + Math.max(0, code.slice(call.end, call.end + MOST_ARGUMENT).indexOf(";")));
    return [fieldRoute(operation, name, { lineStart: lineAt(call.nameAt), lineEnd: lineAt(close), handler: null })];
  });
}
