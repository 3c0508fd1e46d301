/** Fields of GraphQL as Spring, DGS and MicroProfile declare them in Java and Kotlin. Pure. */
import { fieldRoute, operationOf, operationOfRoot } from "../graphql.js";
import {
  argumentsIn,
  belowDecorators,
  codeOf,
  type DeclaredRoute,
  type Range,
  type RouteSource,
  textIn,
} from "../routing.js";

/** `@QueryMapping`, `@SchemaMapping(typeName = "Query", field = "cats")`, `@DgsMutation`, `@Query("cats")` of a `@GraphQLApi`. */
const ANNOTATION =
  /@(?:\w+\.)*(?<name>(?:Query|Mutation|Subscription)(?:Mapping)?|SchemaMapping|Dgs(?:Query|Mutation|Subscription|Data))\b[ \t]*(?<open>\()?/g;
const IS_API = /\bGraphQLApi\b/;
const METHOD = /^[^;{}=@()]{0,400}?\b(?<name>\w{1,80})\s*\(/;

/** The fields of Query, Mutation and Subscription in a source. */
export function declaredFields(source: RouteSource): DeclaredRoute[] {
  const { code, closed, lineAt } = source;
  const isApi = IS_API.test(code);
  return [...code.matchAll(ANNOTATION)].flatMap((match): DeclaredRoute[] => {
    const { name = "", open } = match.groups ?? {};
    const end = match.index + match[0].length;
    const close = open === undefined ? end : (closed.get(end - 1) ?? end);
    const args = open === undefined ? [] : argumentsIn(code, closed, { start: end, end: close });
    const isMapped = /Mapping$|^Dgs/.test(name);
    const type = /Data$|^Schema/.test(name) ? given(source, args, "typeName|parentType") : null;
    const operation = type === null ? operationOf(name.replace(/Mapping$/, "")) : operationOfRoot(type);
    if (operation === null || !(isMapped || isApi)) return [];
    const handler = belowDecorators(source, open === undefined ? close : close + 1);
    const method = METHOD.exec(code.slice(handler, handler + 500))?.groups?.name;
    const field =
      given(source, args, "name|field|value") ?? (type === null ? given(source, args, null) : null) ?? method;
    if (method === undefined || !field) return [];
    return [
      fieldRoute(operation, field, {
        lineStart: lineAt(match.index),
        lineEnd: lineAt(close),
        handler: lineAt(handler),
      }),
    ];
  });
}

/** The text of an argument with one of some names; null: of the first without one. */
function given(source: RouteSource, args: readonly Range[], names: string | null): string | null {
  const form = new RegExp(names === null ? '^\\s*(?=")' : `^\\s*(?:${names})\\s*=(?!=)\\s*`);
  for (const arg of args) {
    const match = form.exec(codeOf(source, arg));
    if (match) return textIn(source, { start: arg.start + match[0].length, end: arg.end });
  }
  return null;
}
