/** Routes of Flask, FastAPI, Starlette, aiohttp, Tornado and Django, and requests of test clients and of `requests`. Pure. */
import { fieldsRequested } from "../graphql.js";
import {
  blank,
  callsIn,
  codeOf,
  constantIn,
  type DeclaredRoute,
  type DeclaredRoutes,
  HOLE,
  joinRoute,
  keptPaths,
  type Mount,
  type NamedCall,
  namesIn,
  type PrefixBlock,
  prefixAround,
  type Range,
  type RouteConventions,
  type RouteRequest,
  type RouteSource,
  routeSource,
  startOfLine,
  textIn,
} from "../routing.js";
import { constant, keyword, lastParts, positional } from "./arguments.js";
import { actionsIn, addDjango, namespaceIn, plainPattern, verbOf } from "./django-routes.js";
import { declaredFields } from "./graphql.js";

const SKIPPED =
  /#[^\n]*|(?<!\w)[rbuf]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')/gi;
/** A value in a text: `{id}` of an f-string, `{}` and `{0}` of `format`, `%s`. */
const VALUE_OF_FORMAT = /\{\{?[^{}\n]*\}\}?/g;
const VALUE = /\{\d*\}|%(?:\(\w+\))?[sd]/g;

const sourceOf = (text: string): RouteSource =>
  routeSource(
    blank(text, SKIPPED, (matched) => {
      if (matched.startsWith("#")) return null;
      const quoted = matched.replace(/^[a-z]+/i, "");
      const value = quoted.replace(/^(?:"""|'''|["'])|(?:"""|'''|["'])$/g, "").replace(VALUE, HOLE);
      return /^[rb]?f/i.test(matched) ? value.replace(VALUE_OF_FORMAT, HOLE) : value;
    }),
  );

const VERBS = "get|post|put|patch|delete|head|options";
const IS_VERB = new RegExp(`^(?:${VERBS})$`);
const DECORATOR = new RegExp(
  `^[ \\t]*@\\s*(?<receiver>[\\w.]{1,80})\\s*\\.\\s*(?<name>${VERBS}|route|api_route|websocket(?:_route)?|view)\\s*\\(`,
  "gm",
);
/** Calls that register a handler, or a router below a prefix. */
const REGISTRATION = new RegExp(
  "(?:(?<receiver>(?<![\\w.])[\\w.]{1,80}|\\))\\s*\\.\\s*)?(?<![\\w])" +
    `(?<name>add_(?:url_rule|route|api_route|websocket_route|resource|view|${VERBS})|include_router|register_blueprint|add_router|add_namespace|` +
    `add_subapp|mount|register|(?:WebSocket|API)?Route|Mount|path|re_path|url|${VERBS})\\s*\\(`,
  "g",
);
/** Calls that make an object for registering routes: `APIRouter(…)`, and `UserAPIRouter(…)` of a derived class. */
const MAKER =
  /(?:(?<receiver>(?<![\w.])[\w.]{1,80})\s*\.\s*)?(?<!\w)(?<name>(?:[A-Z]\w{0,40})?(?:APIRouter|Blueprint)|Router|Namespace|namespace)\s*\(/g;
const DEFINITION = /^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+(\w+)/gm;
const METHOD = new RegExp(`^([ \\t]*)(?:async[ \\t]+)?def[ \\t]+(${VERBS})[ \\t]*\\(`, "gm");
/** Modules without these declare no routes by calls: `path(…)` and `get(…)` are any function elsewhere. */
const IS_DJANGO = /\burlpatterns\b|\bdjango\.(?:urls|conf\.urls)\b|\brest_framework\b/;
const IS_AIOHTTP = /\baiohttp\b/;
const IS_TORNADO = /\btornado\b/;

const lastWord = (receiver: string | null): string | null => receiver?.split(".").at(-1) ?? null;

/** The constant that an argument begins with, where a path may stand; null for another value. */
function pathIn(source: RouteSource, range: Range | undefined): string | null {
  const text = constantIn(source, range);
  return text !== null && /^(?:\/|$)/.test(text) ? text : null;
}

/** The methods of `methods=["GET", "POST"]`; null where the call names none. */
function methodsOf(source: RouteSource, call: NamedCall): string[] | null {
  const range = keyword(source, call, "methods?|http_method_names");
  if (!range) return null;
  const named = source.literals.filter(({ start }) => start >= range.start && start < range.end);
  return named.map(({ value }) => value.toUpperCase());
}

/** An object on which routes are registered: `cats = Blueprint("cats", __name__, url_prefix="/cats")`. */
interface Router {
  prefix: string;
  /** Stands before the names of its routes. */
  namespace: string;
}

/** The routers of a file by their variables. */
function routersIn(source: RouteSource): Map<string, Router> {
  const routers = new Map<string, Router>();
  for (const call of callsIn(source.code, source.closed, MAKER)) {
    const line = source.code.slice(startOfLine(source.code, call.start), call.start);
    const variable = /(\w+)\s*(?::[^=\n]{1,80})?=\s*$/.exec(line)?.[1];
    if (variable === undefined) continue;
    const prefix = constant(source, keyword(source, call, "(?:url_)?prefix|path")) ?? "";
    const name = /Blueprint$/.test(call.name) ? constant(source, positional(source, call)[0]) : undefined;
    routers.set(variable, { prefix, namespace: name === undefined ? "" : `${name}.` });
  }
  return routers;
}

type Registration = Pick<DeclaredRoute, "lineStart" | "lineEnd" | "owner" | "isPartial">;

/** `@app.get("/cats/{id}")`, and `@app.route("/cats", methods=["POST"])` above a function or a class of methods. */
function decorated(source: RouteSource, routers: ReadonlyMap<string, Router>): DeclaredRoute[] {
  return callsIn(source.code, source.closed, DECORATOR).flatMap((call): DeclaredRoute[] => {
    const path = pathIn(source, keyword(source, call, "path|rule|uri") ?? positional(source, call)[0]);
    if (path === null) return [];
    const owner = lastWord(call.receiver);
    const whole = joined(routers.get(owner ?? "")?.prefix, path);
    const place = { ...spanOf(source, call), owner, isPartial: false };
    DEFINITION.lastIndex = call.end;
    const below = DEFINITION.exec(source.code);
    if (!below) return [];
    const handler = source.lineAt(below.index);
    const own = constant(source, keyword(source, call, "endpoint|name")) ?? below[3];
    const name = `${routers.get(owner ?? "")?.namespace ?? ""}${own}`;
    const named = methodsOf(source, call);
    const inClass = below[2] === "class" ? methodsIn(source, below.index, below[1] ?? "") : [];
    if (inClass.length > 0)
      return inClass.map(({ method, line }) => ({ ...place, method, path: whole, handler: line, name }));
    const methods = IS_VERB.test(call.name)
      ? [call.name.toUpperCase()]
      : (named ?? (/route$/.test(call.name) && below[2] === "def" ? ["GET"] : [null]));
    return methods.map((method) => ({ ...place, method, path: whole, handler, name }));
  });
}

/** The methods of a class that are called as HTTP methods are, with their lines. */
function methodsIn(source: RouteSource, start: number, indent: string): { method: string; line: number }[] {
  const firstLine = source.code.indexOf("\n", start);
  if (firstLine < 0) return [];
  const dedent = new RegExp(`^(?!${indent}[ \\t])[ \\t]*[^\\s)\\]}]`, "gm");
  dedent.lastIndex = firstLine + 1;
  const end = dedent.exec(source.code)?.index ?? source.code.length;
  return [...source.code.slice(firstLine, end).matchAll(METHOD)].map(({ index, 2: name = "" }) => ({
    method: name.toUpperCase(),
    line: source.lineAt(firstLine + index),
  }));
}

function spanOf({ lineAt }: RouteSource, { start, end }: NamedCall): Pick<Registration, "lineStart" | "lineEnd"> {
  return { lineStart: lineAt(start), lineEnd: lineAt(end - 1) };
}

const joined = (prefix: string | undefined, path: string) => (prefix ? joinRoute(prefix, path) : path);

/** Which calls a file's frameworks give a meaning. */
interface Frameworks {
  isDjango: boolean;
  isAiohttp: boolean;
  /** Stands before the names of Django's routes: `app_name = "shop"`. */
  namespace: string;
}

/** Routes and mounts that calls declare. */
function registered(source: RouteSource, routers: ReadonlyMap<string, Router>, frameworks: Frameworks): DeclaredRoutes {
  const found: DeclaredRoutes = { routes: [], mounts: [] };
  /** `Mount("/x", routes=[…])`. */
  const blocks: PrefixBlock[] = [];
  for (const call of callsIn(source.code, source.closed, REGISTRATION)) {
    const owner = lastWord(call.receiver);
    const outer = prefixAround(blocks, call.start) ?? "";
    const prefix = joined(routers.get(owner ?? "")?.prefix, outer);
    const place: Registration = { ...spanOf(source, call), owner, isPartial: false };
    const [first, second, third] = positional(source, call);
    const path = pathIn(source, first);
    if (MOUNTS.test(call.name)) {
      if (call.name === "Mount" && path !== null) blocks.push({ prefix: joinRoute(outer, path), end: call.end });
      const mount = mountOf(source, call, owner);
      if (mount) found.mounts.push(mount);
    } else if (frameworks.isDjango && /^(?:path|re_path|url|register)$/.test(call.name)) {
      const block = addDjango(source, call, { place, outer, namespace: frameworks.namespace }, found);
      if (block) blocks.push(block);
    } else if (call.name === "add_resource") {
      for (const arg of positional(source, call).slice(1)) {
        const own = pathIn(source, arg);
        if (own !== null) found.routes.push({ ...place, method: null, path: joined(prefix, own), handler: null });
      }
    } else if (call.name === "add_route" && path === null && first && second && third) {
      // aiohttp: add_route("GET", "/cats", handler)
      const [method, own] = [textIn(source, first), pathIn(source, second)];
      if (method !== null && own !== null)
        found.routes.push({
          ...place,
          method: method === "*" ? null : method.toUpperCase(),
          path: joined(prefix, own),
          handler: null,
        });
    } else if (path !== null && (second || keyword(source, call, "view_func|endpoint")) && declares(call, frameworks)) {
      const verb = /(?:^|_)(get|post|put|patch|delete|head|options)$/.exec(call.name)?.[1]?.toUpperCase();
      for (const method of verb ? [verb] : (methodsOf(source, call) ?? [call.name === "add_url_rule" ? "GET" : null]))
        found.routes.push({ ...place, method, path: joined(prefix, path), handler: null });
    }
  }
  return found;
}

const MOUNTS = /^(?:include_router|register_blueprint|add_(?:namespace|router|subapp)|mount|Mount)$/;

/** `app.include_router(cats, prefix="/cats")`, `api.add_namespace(cats, "/cats")`, `app.mount("/cats", cats)`; null where it has no path. */
function mountOf(source: RouteSource, call: NamedCall, owner: string | null): Mount | null {
  const [first, second] = positional(source, call);
  const path = pathIn(source, first);
  if (path !== null && second)
    return { prefix: path, names: namesIn(codeOf(source, { start: second.start, end: call.end })), owner };
  if (!first || !/^(?:include|register|add_namespace)/.test(call.name)) return null;
  const given = keyword(source, call, "(?:url_)?prefix|path") ?? second;
  return { prefix: (given && textIn(source, given)) ?? "", names: namesIn(codeOf(source, first)), owner };
}

/** `client.get("/cats", data)` asks; `web.get("/cats", handler)` of aiohttp and `Route("/cats", handler)` declare. */
function declares({ name, receiver }: NamedCall, { isAiohttp }: Frameworks): boolean {
  if (/^add_|Route$/.test(name)) return true;
  return isAiohttp && receiver === "web";
}

/** Tornado: `(r"/cats/(\d+)", CatHandler)`. */
function tornado(source: RouteSource): DeclaredRoute[] {
  return [...source.code.matchAll(/\(\s*(?="[^"\n]*"\s*,\s*[\w.]+\s*[,)])/g)].flatMap(
    ({ index, 0: open }): DeclaredRoute[] => {
      const close = source.closed.get(index);
      const text =
        close === undefined
          ? null
          : textIn(source, { start: index + open.length, end: source.code.indexOf(",", index) });
      if (close === undefined || !text?.startsWith("/")) return [];
      const place = { lineStart: source.lineAt(index), lineEnd: source.lineAt(close), owner: null, isPartial: false };
      return [{ ...place, method: null, path: `/${plainPattern(text)}`, handler: null }];
    },
  );
}

const DECLARES = new RegExp(
  `^[ \\t]*@[\\w. ]+\\.\\s*(?:${VERBS}|route|api_route|websocket)|Route\\b|\\badd_|urlpatterns|include_router|register_blueprint|\\bmount\\b|aiohttp|tornado|rest_framework`,
  "m",
);

function declared(_path: string, text: string): DeclaredRoutes {
  const hasFields = HAS_FIELDS.test(text);
  if (!hasFields && !DECLARES.test(text)) return { routes: [], mounts: [] };
  const source = sourceOf(text);
  const routers = routersIn(source);
  const byCall = registered(source, routers, {
    isDjango: IS_DJANGO.test(text),
    isAiohttp: IS_AIOHTTP.test(text),
    namespace: namespaceIn(source),
  });
  const routes = [
    ...decorated(source, routers),
    ...byCall.routes,
    ...actionsIn(source),
    ...(IS_TORNADO.test(text) ? tornado(source) : []),
    ...(hasFields ? declaredFields(source) : []),
  ].sort((a, b) => a.lineStart - b.lineStart);
  return { routes, mounts: byCall.mounts };
}

const HAS_FIELDS = /graphene|graphql|strawberry|ariadne/i;

const CLIENT_CALL = new RegExp(
  `(?:(?<receiver>(?<!\\w)\\w{1,80}|\\))\\s*\\.\\s*)(?<name>${VERBS}|request|open|generic|websocket_connect|fetch)\\s*\\(`,
  "g",
);
const PATH_BY_NAME =
  /(?<![\w.])(?:(?<receiver>\w{1,80})\s*\.\s*)?(?<name>reverse(?:_lazy)?|url_for|url_path_for)\s*\(/g;
/** The beginning of a path; a value before it may hold its first slash. */
const IS_PATH = /^(?:\/|https?:\/\/|\$\{[^}]*\}(?:[A-Za-z][\w-]{0,60})?\/)/;
/** Objects whose `open` asks a server; others open files. */
const OPENS = /client|app|session/i;

function requested(source: RouteSource, text: string): RouteRequest[] {
  const pathOf = (range: Range | undefined): string | null => {
    if (!range) return null;
    const path = textIn(source, range);
    return path !== null && IS_PATH.test(path) ? path : null;
  };
  const named = callsIn(source.code, source.closed, PATH_BY_NAME).flatMap(
    ({ args: [first], nameAt }): RouteRequest[] => {
      const name = first && /^\s*"/.test(codeOf(source, first)) ? textIn(source, first) : null;
      return name === null ? [] : [{ method: null, path: "", line: source.lineAt(nameAt), name }];
    },
  );
  const asked = callsIn(source.code, source.closed, CLIENT_CALL).flatMap((call): RouteRequest[] => {
    const { name, receiver, start, nameAt } = call;
    if (/^[ \t]*@/.test(source.code.slice(startOfLine(source.code, start), start))) return [];
    if (name === "open" && !OPENS.test(receiver ?? "")) return [];
    const [first, second] = positional(source, call);
    const line = source.lineAt(nameAt);
    const given = keyword(source, call, "url|path");
    if (name === "request" || name === "generic") {
      const path = pathOf(given ?? second);
      const method = first && textIn(source, first);
      return path === null ? [] : [{ method: method?.toUpperCase() ?? null, path, line }];
    }
    const path = pathOf(given ?? first);
    if (path === null) return [];
    const method = IS_VERB.test(name) ? name : (constant(source, keyword(source, call, "method")) ?? "get");
    return [{ method: method.toUpperCase(), path, line }];
  });
  return [...asked, ...named, ...fieldsRequested(source, text)].sort((a, b) => a.line - b.line);
}

const includedAs = (path: string): string | null =>
  /(?:^|\/)\w*urls\w*(?:\/__init__)?\.py$/.test(path)
    ? lastParts(path.replace(/(?:\/__init__)?\.py$/, "").split("/"))
    : null;

export const routes: RouteConventions = {
  declared,
  asked(text) {
    const source = sourceOf(text);
    return { requests: requested(source, text), kept: keptPaths(source) };
  },
  includedAs,
  namesClasses: true,
  verbOf,
};
