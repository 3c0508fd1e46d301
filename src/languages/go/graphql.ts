/** Fields of GraphQL as gqlgen declares them: methods of the resolvers of the root. Pure. */
import { fieldRoute, operationOf } from "../graphql.js";
import type { DeclaredRoute, RouteSource } from "../routing.js";

/** `func (r *mutationResolver) CreateUser(ctx context.Context, input NewUser) (*User, error)` */
const METHOD =
  /^func[ \t]+\([ \t]*(?:\w{1,80}[ \t]+)?\*?\w{0,80}?(?<type>[qQ]uery|[mM]utation|[sS]ubscription)Resolver[ \t]*\)[ \t]*(?<name>[A-Z]\w{0,120})\(/gm;

/** The fields of Query, Mutation and Subscription in a source. */
export function declaredFields({ code, lineAt }: RouteSource): DeclaredRoute[] {
  return [...code.matchAll(METHOD)].flatMap(({ index, groups: { type = "", name = "" } = {} }) => {
    const operation = operationOf(type);
    const line = lineAt(index);
    return operation === null
      ? []
      : [fieldRoute(operation, lowered(name), { lineStart: line, lineEnd: line, handler: line })];
  });
}

/** `urlFor` of `URLFor`, `users` of `Users`. */
const lowered = (name: string): string =>
  name.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (first) => first.toLowerCase());
