/** Routes of Express, Koa, Fastify, Hono, Nest and their like, and requests of test clients. Pure. */
import { fieldsRequested } from "../graphql.js";
import {
  type AskedRoutes,
  type Blanked,
  belowDecorators,
  blank,
  callsIn,
  codeOf,
  constantIn,
  type DeclaredRoute,
  type DeclaredRoutes,
  joinRoute,
  keptPaths,
  type Mount,
  type NamedCall,
  namesIn,
  type Range,
  type RouteConventions,
  type RouteRequest,
  type RouteSource,
  routeSource,
  textIn,
} from "../routing.js";
import { fileRoutes } from "./file-routes.js";
import { declaredFields } from "./graphql.js";
import { declaredProcedures, requestedProcedures } from "./procedures.js";

const SKIPPED =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*(?:`|$)|(?<=[(,=:[!&|?{};\n] ?)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,100}\]){1,200}\/[a-z]*/g;

const sourceOf = (text: string): RouteSource =>
  routeSource(
    blank(text, SKIPPED, (matched) => (matched.startsWith("/") ? null : matched.replace(/^['"`]|['"`]$/g, ""))),
  );

const VERBS = "get|post|put|patch|delete|del|head|options|all";
const TYPE_ARGUMENTS = "(?:<[^()]{0,600}>)?";
const REGISTRATION = new RegExp(
  `(?<receiver>(?<![\\w$])[\\w$]{1,80}|\\)|\\])\\s*\\??\\.\\s*(?<name>${VERBS}|use|route|register|ws)\\s*${TYPE_ARGUMENTS}\\(`,
  "g",
);
const DECORATOR =
  /@(?<name>Get|Post|Put|Patch|Delete|Head|Options|All|Sse|Controller|JsonController|Route|RestController)\s*\(/g;
const CLIENT_CALL = new RegExp(
  `(?<![\\w$])(?<name>${VERBS}|goto|visit|inject|\\$?fetch|ofetch|axios|got|ky|\\$?(?:[a-z][\\w$]{0,30})?[rR]equest[\\w$]{0,30}|use[\\w$]{0,30}(?:Query|Mutation|Fetch|SWR|Api|Get|Post|Put|Delete))\\s*${TYPE_ARGUMENTS}\\(`,
  "g",
);
/** Hooks of components ask with a method that their name need not tell: `useUpdateQuery("/auth/login")`. */
const IS_HOOK = /^use[A-Z]/;
/** Objects whose `get("/x", …)` asks a server, and declares nothing. */
const CLIENT =
  /^\$?(?:axios|cy|page|ky|got|fetch|superagent|supertest|agent|chai)$|(?:client|request|http|agent|api|fetcher)$/i;
/** A registration is not waited for: `await server.post("/x", user)` asks. */
const AWAITED = /\bawait\s+$/;
const LONGEST_AWAIT = 12;
/** Its value is not used either: `return api.post("/x", user)`, `const made = this.api.post("/x", user)`. */
const USED = /(?:\b(?:return|yield)\s+|(?:=>|[^=!<>]=)\s*)(?:[\w$]{1,80}\??\.){0,4}$/;
const LONGEST_USE = 200;
const IS_FUNCTION = /=>|\bfunction\b/;
/** The name of a handler, or a call that makes one. */
const IS_NAME = /^\s*(?:await\s+)?[A-Za-z_$][\w$.?!]*(?:\s*\([\s\S]*\))?\s*$|^\s*\[/;

/** The word that a source uses for a method, in capitals; null where it is any or none. */
function methodOf(word: string): string | null {
  const upper = word.toUpperCase();
  if (upper === "DEL") return "DELETE";
  return /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(upper) ? upper : null;
}

/** The text of a property in a range, such as `url: "/x"`; undefined where it has none. */
function propertyIn(source: RouteSource, range: Range, names: string): string | null | undefined {
  const match = new RegExp(`(?<![\\w$.])(?:${names})\\s*:\\s*`).exec(codeOf(source, range));
  if (!match) return undefined;
  const start = range.start + match.index + match[0].length;
  const end = codeOf(source, { start, end: range.end }).search(/[,}\n]/);
  return textIn(source, { start, end: end < 0 ? range.end : start + end });
}

/** Where an argument is a constant path: its text. */
function pathIn(source: RouteSource, range: Range | undefined): string | null {
  const text = constantIn(source, range);
  return text !== null && /^(?:\/|\*|$|:)/.test(text) ? text : null;
}

/** Variables on which `post("documents.update", handler)` registers a route below a prefix. On other objects such a call asks for a key. */
const ROUTER = /router$|^(?:app|server|routes?)$/i;
/** `documents.update`, `users/:id`. */
const IS_NAMED_ROUTE = /^[A-Za-z][\w-]*(?:[./:][\w:-]+)+$/;

/** Whether a call of `post` or the like asks a server, since it is waited for or its value is used: a registration of a name as handler is not. */
function isAsking(source: RouteSource, { start, receiver, args }: NamedCall): boolean {
  if (AWAITED.test(source.code.slice(Math.max(0, start - LONGEST_AWAIT), start))) return true;
  const last = args.at(-1);
  if (!last || receiver === null || ROUTER.test(receiver) || IS_FUNCTION.test(codeOf(source, last))) return false;
  return USED.test(source.code.slice(Math.max(0, start - LONGEST_USE), start));
}

/** The path of a route that is written without the slash before it; null for any other call. */
function barePathIn(source: RouteSource, { receiver, args }: NamedCall): string | null {
  const [first] = args;
  const last = args.at(-1);
  if (receiver === null || !ROUTER.test(receiver) || !first || !last || last === first) return null;
  if (!/^\s*["]/.test(codeOf(source, first)) || !IS_FUNCTION.test(codeOf(source, last))) return null;
  const text = textIn(source, first);
  return text !== null && IS_NAMED_ROUTE.test(text) ? `/${text}` : null;
}

type Placed = Pick<DeclaredRoute, "method" | "path"> & { call: NamedCall; handler?: number };

function registrations(source: RouteSource): { routes: Placed[]; mounts: Mount[] } {
  const routes: Placed[] = [];
  const mounts: Mount[] = [];
  /** The paths of `route("/x")`, by where its call ends: `route("/x").get(…).post(…)`. */
  const chains = new Map<number, { path: string; owner: string | null }>();
  /** The variables that chains of calls begin with, by where each call ends. */
  const owners = new Map<number, string | null>();
  for (const call of callsIn(source.code, source.closed, REGISTRATION)) {
    const [first, second] = call.args;
    const isChained = call.receiver === ")";
    const owner = isChained ? (owners.get(call.start) ?? madeFor(source.code, call.start)) : call.receiver;
    owners.set(call.end - 1, owner);
    const named = { ...call, receiver: owner };
    if (call.receiver !== null && CLIENT.test(call.receiver) && call.receiver !== "api") continue;
    if (call.name !== "register" && isAsking(source, named)) continue;
    const chain = isChained ? chains.get(call.start) : undefined;
    const path = pathIn(source, first);
    const last = call.args.at(-1);
    if (call.name === "register") {
      const prefix = second && propertyIn(source, second, "prefix");
      if (first && prefix) mounts.push({ prefix, names: namesIn(codeOf(source, first)), owner });
    } else if (call.name === "route" && first && codeOf(source, first).trim().startsWith("{")) {
      const url = propertyIn(source, first, "url|path");
      if (url != null)
        routes.push({ method: methodOf(propertyIn(source, first, "method") ?? ""), path: url, call: named });
    } else if (call.name === "route" && first && path === null) {
      const method = textIn(source, first);
      const placed = pathIn(source, second);
      if (method !== null && placed !== null && call.args.length > 2)
        routes.push({ method: methodOf(method), path: placed, call: named });
    } else if (call.name === "route" && path !== null && call.args.length === 1) {
      chains.set(call.end - 1, { path, owner });
    } else if ((call.name === "use" || call.name === "route") && path !== null && second) {
      const rest = codeOf(source, { start: second.start, end: call.end - 1 });
      mounts.push({ prefix: path, names: namesIn(rest), owner });
      if (call.name === "use" && IS_FUNCTION.test(rest)) routes.push({ method: null, path, call: named });
    } else if (chain && call.args.length > 0 && call.name !== "use" && path === null) {
      routes.push({ method: methodOf(call.name), path: chain.path, call: { ...call, receiver: chain.owner } });
      chains.set(call.end - 1, chain);
    } else if (path !== null && last && last !== first && call.name !== "use" && isHandler(source, last)) {
      routes.push({ method: methodOf(call.name), path, call: named });
    } else if (path === null && (methodOf(call.name) !== null || call.name === "all")) {
      const bare = barePathIn(source, named);
      if (bare !== null) routes.push({ method: methodOf(call.name), path: bare, call: named });
    }
  }
  return { routes, mounts: [...mounts, ...tabled(source)] };
}

/** `{ path: "/auth", route: authRoute }`, which a loop gives to `use`. */
function tabled(source: RouteSource): Mount[] {
  return [...source.code.matchAll(TABLED)].map(({ index, 0: entry, 1: name = "" }) => ({
    prefix: propertyIn(source, { start: index, end: index + entry.length }, "path|prefix") ?? "",
    names: new Set([name]),
    owner: null,
  }));
}

const TABLED = /\{\s*(?:path|prefix)\s*:\s*"[^"\n]*"\s*,\s*(?:routes?|router|handler|module)\s*:\s*([A-Za-z_$][\w$]*)/g;

/** The variable that keeps the `new Hono()` ending at `offset`; null for none. */
function madeFor(code: string, offset: number): string | null {
  const before = code.slice(Math.max(0, offset - 200), offset + 1);
  return (
    /\b(?:const|let|var)\s+([\w$]+)\s*(?::[^=;]{0,80})?=\s*new\s+[\w$.]+\s*(?:<[^()]{0,100}>)?\([^()]{0,80}\)$/.exec(
      before,
    )?.[1] ?? null
  );
}

const isHandler = (source: Blanked, range: Range): boolean => {
  const code = codeOf(source, range);
  return IS_FUNCTION.test(code) || IS_NAME.test(code) || /\bhandler\b|^\s*\{\s*$/.test(code);
};

/** `@Get(":id")` in a class with `@Controller("cats")`. */
function decorated(source: RouteSource): Placed[] {
  let prefix: string | null = null;
  return callsIn(source.code, source.closed, DECORATOR).flatMap((call): Placed[] => {
    const [first] = call.args;
    const object = first && codeOf(source, first).trim().startsWith("{");
    const path = (first && (object ? propertyIn(source, first, "path") : textIn(source, first))) ?? "";
    if (/Controller$|^Route$/.test(call.name)) {
      prefix = path;
      return [];
    }
    if (prefix === null) return [];
    return [
      { method: methodOf(call.name), path: joinRoute(prefix, path), call, handler: belowDecorators(source, call.end) },
    ];
  });
}

const DECLARES = new RegExp(
  `outers?\\s*\\(|\\.\\s*(?:${VERBS}|use|route|register)\\s*[<(]|@(?:Get|Post|Put|Patch|Delete|All|Head|Options|Sse)\\s*\\(`,
);

const HAS_FIELDS = /\b(?:Query|Mutation|Subscription)\b|\b(?:query|mutation|subscription)Field\b/;

function declared(path: string, text: string): DeclaredRoutes {
  const byFile = fileRoutes(path, text);
  const hasFields = HAS_FIELDS.test(text);
  if (!hasFields && !DECLARES.test(text)) return { routes: byFile, mounts: [] };
  const source = sourceOf(text);
  const { routes, mounts } = registrations(source);
  const procedures = declaredProcedures(source, text);
  const all = [...routes, ...decorated(source)].sort((a, b) => a.call.nameAt - b.call.nameAt);
  const { lineAt } = source;
  const spans = all.map(({ method, path: route, call, handler }): DeclaredRoute => {
    const [lineStart, lineEnd] = [lineAt(call.nameAt), lineAt(call.end - 1)];
    const below = handler === undefined ? null : lineAt(handler);
    return { method, path: route, lineStart, lineEnd, handler: below, owner: call.receiver, isPartial: false };
  });
  const fields = hasFields ? declaredFields(path, source, text) : [];
  return {
    routes: [...byFile, ...spans, ...fields, ...procedures.routes],
    mounts: [...mounts, ...procedures.mounts],
  };
}

/** The beginning of a path, which other texts do not have; a value before it may hold its first slash. */
const IS_PATH = /^(?:\/|https?:\/\/|\$\{[^}]*\}(?:[A-Za-z][\w-]{0,60})?\/)/;

function requested(source: RouteSource, text: string): RouteRequest[] {
  const { lineAt } = source;
  const pathOf = (range: Range | undefined): string | null => {
    if (!range) return null;
    const path = textIn(source, range);
    return path !== null && IS_PATH.test(path) ? path : null;
  };
  const calls = callsIn(source.code, source.closed, CLIENT_CALL).flatMap((call): RouteRequest[] => {
    const { name, args } = call;
    const [first, second] = args;
    if (!first) return [];
    const receiver = receiverBefore(source.code, call.nameAt);
    const line = lineAt(call.nameAt);
    const verb = methodOf(name);
    if (verb !== null || name === "all") {
      const isDeclared = second && IS_FUNCTION.test(codeOf(source, second).slice(0, 200));
      if (verb === null || receiver === null || (isDeclared && !(receiver === ")" || CLIENT.test(receiver)))) return [];
      const path = pathOf(first) ?? barePathOf(source, first, receiver);
      return path === null ? [] : [{ method: verb, path, line }];
    }
    if (name === "goto" || name === "visit") {
      const path = pathOf(first);
      return path === null ? [] : [{ method: "GET", path, line }];
    }
    const code = codeOf(source, first).trim();
    if (code.startsWith("{")) {
      const path = propertyIn(source, first, "url|uri|path");
      return path && IS_PATH.test(path) ? [{ method: methodIn(source, first), path, line }] : [];
    }
    const method = second && textIn(source, first);
    if (method && methodOf(method) !== null) {
      const path = pathOf(second);
      return path === null ? [] : [{ method: methodOf(method), path, line }];
    }
    const path = pathOf(first);
    if (path === null) return [];
    if (IS_HOOK.test(name)) return [{ method: null, path, line }];
    return [{ method: second ? methodIn(source, second) : "GET", path, line }];
  });
  const others = [...fieldsRequested(source, text), ...requestedProcedures(source)];
  return [...calls, ...others].sort((a, b) => a.line - b.line);
}

/** `users`, `users/1/roles`, `${base}users`. */
const IS_BARE = /^(?:\$\{[^}]*\})?[A-Za-z][\w-]*(?:\/[^\s/?#:]+)*\/?(?:[?#]\S*)?$/;

/**
 * The path of a client's request that is written without the slash before it: the client has a base of its own, `adminApi.get("users/1")`, or a base stands
 * before the path, `http.get(baseUrl + "users")`. Null for any other text.
 */
function barePathOf(source: RouteSource, range: Range, receiver: string): string | null {
  if (!CLIENT.test(receiver)) return null;
  const text = textIn(source, range);
  if (text === null || !IS_BARE.test(text)) return null;
  if (text.startsWith("${")) return text;
  return text.includes("/") || /api$/i.test(receiver) ? `/${text}` : null;
}

/** The word, or the closing bracket, before the dot before a name; null where there is no dot. */
function receiverBefore(code: string, offset: number): string | null {
  return /([\w$]+|[)\]])\s*\??\.\s*$/.exec(code.slice(Math.max(0, offset - 120), offset))?.[1] ?? null;
}

/** The method of a request's options: GET without one, null for a computed one. */
function methodIn(source: RouteSource, options: Range): string | null {
  const code = codeOf(source, options);
  if (!code.trim().startsWith("{")) return null;
  if (!/(?<![\w$.])method\b|\.\.\./.test(code)) return "GET";
  return methodOf(propertyIn(source, options, "method") ?? "");
}

function asked(text: string): AskedRoutes {
  const source = sourceOf(text);
  return { requests: requested(source, text), kept: keptPaths(source) };
}

export const routes: RouteConventions = { declared, asked };
