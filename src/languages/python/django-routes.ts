/** Routes of Django and of its REST framework. Pure. */
import {
  belowDecorators,
  callsIn,
  codeOf,
  type DeclaredRoute,
  type DeclaredRoutes,
  HOLE,
  joinRoute,
  type NamedCall,
  namesIn,
  type PrefixBlock,
  type RouteSource,
  textIn,
} from "../routing.js";
import { constant, keyword, lastParts, positional } from "./arguments.js";

/** The lines of a registration, the object that it is made on, and the prefixes of its path and of its name. */
interface Registration {
  place: Pick<DeclaredRoute, "lineStart" | "lineEnd" | "owner" | "isPartial">;
  outer: string;
  namespace: string;
}

/**
 * Adds what a call declares: `path("cats/<int:id>/", views.find)`, `re_path(r"^cats/(?P<id>\d+)/$", find)`, `router.register("cats", CatViewSet)`. Their
 * file may be included below any prefix, by a text that names its module. Gives the part of the source that stands below a prefix:
 * `path("cats/", include([…]))`.
 */
export function addDjango(
  source: RouteSource,
  call: NamedCall,
  { place, outer, namespace }: Registration,
  { routes, mounts }: DeclaredRoutes,
): PrefixBlock | undefined {
  const [first, second] = positional(source, call);
  const text = first && /^\s*"/.test(codeOf(source, first)) ? textIn(source, first) : null;
  if (text === null || !second) return undefined;
  const path = joinRoute(outer, `/${plainPattern(text)}`);
  const names = namesIn(codeOf(source, second));
  const included = INCLUDE.exec(codeOf(source, second));
  if (included) {
    const module = source.literals.find(({ start }) => second.start < start && start < second.end)?.value;
    const isList = included[1] !== '"';
    if (module !== undefined && !isList) names.add(lastParts(module.split(".")));
    mounts.push({ prefix: path, names, owner: place.owner });
    return isList ? { prefix: path, end: call.end } : undefined;
  }
  const own = { ...place, method: null, handler: null, isPartial: true };
  if (call.name !== "register") {
    const name = constant(source, keyword(source, call, "name"));
    routes.push({ ...own, path, name: name && namespace + name });
  } else if (call.receiver !== null) {
    const base = constant(source, keyword(source, call, "base_?name"));
    const nameOf = (end: string) => base && `${namespace}${base}-${end}`;
    routes.push({ ...own, path, name: nameOf("list") }, { ...own, path: `${path}/{pk}`, name: nameOf("detail") });
    mounts.push({ prefix: path, names, owner: place.owner });
  }
  return undefined;
}

/** `include("shop.urls")`, `include([path(…)])`, `include(([path(…)], "shop"))`. */
const INCLUDE = /^\s*(?:\w+\s*\.\s*)?include\s*\(\s*(\S)/;

const ACTION = /^[ \t]*@\s*(?:(?<receiver>[\w.]{1,80})\s*\.\s*)?(?<name>action)\s*\(/gm;
const CLASS = /^([ \t]*)class[ \t]+(\w+)/gm;
const MEMBER = /(?:async[ \t]+)?def[ \t]+(\w+)/y;

/** Further routes of a viewset: `@action(detail=True, methods=["post"])` above its method. The viewset is their router. */
export function actionsIn(source: RouteSource): DeclaredRoute[] {
  const { code, lineAt } = source;
  const calls = callsIn(code, source.closed, ACTION);
  if (calls.length === 0) return [];
  const classes = [...code.matchAll(CLASS)];
  return calls.flatMap((call): DeclaredRoute[] => {
    MEMBER.lastIndex = belowDecorators(source, call.end);
    const name = MEMBER.exec(code)?.[1];
    const owner = classes.findLast(({ index }) => index < call.start)?.[2];
    if (name === undefined || owner === undefined) return [];
    const methods = keyword(source, call, "methods");
    const verbs = source.literals.filter(({ start }) => methods && start >= methods.start && start < methods.end);
    const detail = keyword(source, call, "detail");
    const isDetail = detail !== undefined && /True/.test(codeOf(source, detail));
    const own = constant(source, keyword(source, call, "url_path")) ?? name;
    const place = { lineStart: lineAt(call.start), lineEnd: lineAt(call.end - 1), owner, isPartial: true };
    const path = `${isDetail ? "/{pk}" : ""}/${plainPattern(own)}`;
    const handler = lineAt(belowDecorators(source, call.end));
    return (verbs.length > 0 ? verbs.map(({ value }) => value.toUpperCase()) : ["GET"]).map((method) => {
      return { ...place, method, path, handler };
    });
  });
}

/** The methods of viewsets, and whether their route ends in the key of one object. */
const OF_VIEWSET: ReadonlyMap<string, { verb: string; isDetail: boolean }> = new Map([
  ["list", { verb: "GET", isDetail: false }],
  ["create", { verb: "POST", isDetail: false }],
  ["retrieve", { verb: "GET", isDetail: true }],
  ["update", { verb: "PUT", isDetail: true }],
  ["partial_update", { verb: "PATCH", isDetail: true }],
  ["destroy", { verb: "DELETE", isDetail: true }],
]);
const OF_VIEW: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);

/** The method of HTTP that a member handles whose class is registered under a path: `get`, and `list` of a viewset; null for others. */
export function verbOf(member: string, path: string): string | null {
  if (OF_VIEW.has(member)) return member.toUpperCase();
  const own = OF_VIEWSET.get(member);
  return own && own.isDetail === /[>}]\/?$/.test(path) ? own.verb : null;
}

const NAMESPACE = /^app_name\s*=\s*(?=")|\binclude\s*\(\s*\(\s*urlpatterns\s*,\s*(?=")/m;

/** The namespace of a file's names: `app_name = "shop"`, `include((urlpatterns, "shop"))`. */
export function namespaceIn(source: RouteSource): string {
  const match = NAMESPACE.exec(source.code);
  const start = match ? match.index + match[0].length : -1;
  const name = source.literals.find((literal) => literal.start === start)?.value;
  return name === undefined ? "" : `${name}:`;
}

/** The path that a regular expression of a route describes, holes for its groups. */
export const plainPattern = (pattern: string): string =>
  pattern
    .replace(/^\^|\$$|\\[AZ]/g, "")
    .replace(/\(\?P<(\w+)>(?:[^()\\]|\\.|\([^()]*\))*\)/g, "{$1}")
    .replace(/\((?:[^()\\]|\\.)*\)[?*+]?/g, HOLE)
    .replace(/\/\?$/, "/")
    .replaceAll("\\", "")
    .replace(/^\/+/, "");
