/** Fields of GraphQL as NestJS, TypeGraphQL, maps of resolvers, graphql-js, Pothos and Nexus declare them. Pure. */
import { fieldRoute, operationOf, operationOfRoot } from "../graphql.js";
import {
  argumentsIn,
  belowDecorators,
  callsIn,
  codeOf,
  type DeclaredRoute,
  type Range,
  type RouteSource,
  textIn,
} from "../routing.js";

/** `@Query(() => [Cat], { name: "cats" })`; of REST a parameter has a decorator of that name. */
const DECORATOR = /@(?<name>Query|Mutation|Subscription)\s*\(/g;
const METHOD =
  /(?:(?:public|private|protected|static|async|override)\s+){0,4}(?<name>[\w$]+)\s*(?:<[^<>()]{0,200}>)?\(/y;
/** `Mutation: {`, `const Query: QueryResolvers = {`; a type of that name declares nothing. */
const MAP =
  /(?<![\w$.])(?<type>Query|Mutation|Subscription)\s*(?:(?::\s*[\w$.]{1,80}\s*(?:<[^<>{}=;]{0,200}>)?\s*)?=|:)\s*(?=\{)/g;
const IS_TYPE = /\b(?:type|interface|class|enum)\s+$/;
/** `builder.queryField("cats", …)`, `mutationField("addCat", {…})` of Pothos and Nexus. */
const BUILDER = /(?<![\w$])(?<name>(?:query|mutation|subscription)Field)\s*(?:<[^<>()]{0,200}>)?\(/g;
const OBJECT_TYPE = /(?<![\w$])(?<name>GraphQLObjectType)\s*(?:<[^<>()]{0,200}>)?\(/g;
const HAS_FIELDS = /graphql|resolver|apollo|pothos|nexus/i;

/** The fields of Query, Mutation and Subscription in a source. */
export function declaredFields(path: string, source: RouteSource, text: string): DeclaredRoute[] {
  if (!HAS_FIELDS.test(text) && !HAS_FIELDS.test(path)) return [];
  return [...decorated(source), ...mapped(source), ...built(source)];
}

function decorated(source: RouteSource): DeclaredRoute[] {
  const { code, closed, lineAt } = source;
  return callsIn(code, closed, DECORATOR).flatMap((call): DeclaredRoute[] => {
    const operation = operationOf(call.name);
    const handler = belowDecorators(source, call.end);
    METHOD.lastIndex = handler;
    const method = METHOD.exec(code)?.groups?.name;
    if (operation === null || method === undefined) return [];
    const [first] = call.args;
    const isName = first !== undefined && /^\s*"/.test(codeOf(source, first));
    const given = isName
      ? textIn(source, first)
      : call.args.map((arg) => nameIn(source, arg)).find((name) => name !== null);
    const lines = { lineStart: lineAt(call.start), lineEnd: lineAt(call.end - 1), handler: lineAt(handler) };
    return [fieldRoute(operation, given || method, lines)];
  });
}

/** The constant of `name: "…"` in an argument that is an object. */
function nameIn(source: RouteSource, range: Range): string | null {
  const code = codeOf(source, range);
  if (!/^\s*\{/.test(code)) return null;
  const match = /(?<![\w$.])name\s*:\s*(?=")/.exec(code);
  if (!match) return null;
  const start = range.start + match.index + match[0].length;
  return source.literals.find((literal) => literal.start === start)?.value ?? null;
}

/** `Query: { cats: () => […], dog(parent, args) {…}, bird: findBird }`. */
function mapped(source: RouteSource): DeclaredRoute[] {
  const { code } = source;
  return [...code.matchAll(MAP)].flatMap((match): DeclaredRoute[] => {
    const open = match.index + match[0].length;
    const { type = "" } = match.groups ?? {};
    if (IS_TYPE.test(code.slice(Math.max(0, match.index - 20), match.index))) return [];
    return membersAt(source, open, type);
  });
}

/** A function, the name of one, a call that makes one, or an object with `resolve`. */
const MEMBER =
  /^\s*(?:async\s+|\*\s*)*(?<name>[A-Za-z_$][\w$]*)\s*(?:(?:<[^<>()]{0,200}>)?\(|:\s*(?<value>[\s\S]{1,200})|$)/;
const IS_RESOLVER = /^(?:async\b|function\b|\(|[\w$]+\s*=>|\{|[A-Za-z_$][\w$.]*\s*(?:\(|$))/;

/** The members of the object that opens at a position, as fields of a type. */
function membersAt(source: RouteSource, open: number, type: string): DeclaredRoute[] {
  const { code, closed, lineAt } = source;
  const operation = operationOfRoot(type);
  const close = closed.get(open);
  if (operation === null || close === undefined) return [];
  return argumentsIn(code, closed, { start: open + 1, end: close }).flatMap((range): DeclaredRoute[] => {
    const member = MEMBER.exec(codeOf(source, range));
    const { name, value } = member?.groups ?? {};
    // Members of a type end so.
    if (name === undefined || code[range.end] === ";") return [];
    if (value !== undefined && !IS_RESOLVER.test(value.trim())) return [];
    const start = range.start + code.slice(range.start, range.end).search(/\S/);
    return [fieldRoute(operation, name, { lineStart: lineAt(start), lineEnd: lineAt(range.end - 1), handler: null })];
  });
}

/** `queryField("cats", …)`, and `new GraphQLObjectType({ name: "Query", fields: { cats: {…} } })`. */
function built(source: RouteSource): DeclaredRoute[] {
  const { code, closed, lineAt } = source;
  const fields = callsIn(code, closed, BUILDER).flatMap(({ name, args: [first], nameAt, end }): DeclaredRoute[] => {
    const operation = operationOf(name.replace(/Field$/, ""));
    const field = first && /^\s*"/.test(codeOf(source, first)) ? textIn(source, first) : null;
    if (operation === null || !field) return [];
    return [fieldRoute(operation, field, { lineStart: lineAt(nameAt), lineEnd: lineAt(end - 1), handler: null })];
  });
  const types = callsIn(code, closed, OBJECT_TYPE).flatMap(({ args: [first] }): DeclaredRoute[] => {
    const name = first ? nameIn(source, first) : null;
    const match = first ? /\bfields\s*:\s*(?:\(\s*\)\s*=>\s*\(?\s*)?(?=\{)/.exec(codeOf(source, first)) : null;
    return !first || !match ? [] : membersAt(source, first.start + match.index + match[0].length, name ?? "");
  });
  return [...fields, ...types];
}
