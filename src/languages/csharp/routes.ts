/** Routes of ASP.NET and requests of `HttpClient`: controllers with attributes, minimal APIs; and calls of gRPC. Pure. */
import { present } from "../../base/need.js";
import { fieldsRequested } from "../graphql.js";
import {
  argumentsIn,
  blank,
  callsIn,
  type DeclaredRoute,
  joinRoute,
  keptPaths,
  MOST_ARGUMENT,
  type NamedCall,
  type RouteConventions,
  type RouteRequest,
  type RouteSource,
  routeSource,
  textIn,
} from "../routing.js";
import { declaredFields } from "./graphql.js";
import { declaredCalls, hasRemoteCalls, requestedCalls } from "./remote-calls.js";

const SKIPPED =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$*"""[\s\S]*?(?:"""|$)|(?:\$@|@\$?)"(?:[^"]|"")*(?:"|$)|\$?"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\[^\n]{1,8})'/g;

const sourceOf = (text: string): RouteSource =>
  routeSource(blank(text, SKIPPED, (matched) => (/^[/']/.test(matched) ? null : matched.replace(/^[$@]*"+|"+$/g, ""))));

const ATTRIBUTE_OR_CLASS =
  /\b(?<attribute>Route|Http(?:Get|Post|Put|Patch|Delete|Head|Options))(?<=[[,]\s{0,200}\w+)\s*(?<open>\()?|\b(?<parts>partial\s+)?(?:class|record)\s+(?<type>\w+)(?<base>\s*:\s*[\w.]+)?/g;
const MAP =
  /(?:(?<receiver>(?<!\w)\w{1,80}|\))\s*(?:<[^<>()]*>\s*)?\.\s*)(?<name>Map(?:Get|Post|Put|Patch|Delete|Methods|Group))\s*(?:<[^<>()]*>)?\(/g;
const REQUEST =
  /(?:(?<receiver>(?<!\w)\w{1,80}|\))\s*\.\s*)(?<name>(?:Get|Post|Put|Patch|Delete)(?:AsJson|FromJson|String|Stream|ByteArray)?Async)\s*(?:<[^()]{0,200}>)?\(/g;
const MESSAGE = /\bnew\s+(?<name>HttpRequestMessage)\s*\(/g;
/** A method of a client of one's own that sends a request, where its arguments name the method: `SendHttpRequest<T>("api/x", HttpMethod.Get)`. */
const SENDER =
  /(?<!\w)(?<name>(?:Send|Make|Execute|Do|Create)\w{0,40}(?:Request|Http)\w{0,20}|RestRequest)\s*(?:<[^()]{0,200}>)?\(/g;
const METHOD_OF_SENDER = /\b(?:HttpMethod|Method)\s*\.\s*(Get|Post|Put|Patch|Delete|Head|Options)\b/i;
/** A method of an interface that Refit implements by requests: `[Get("/users/{id}")] Task<User> Find(int id);` */
const OF_INTERFACE = /\[\s{0,20}(?<name>Get|Post|Put|Patch|Delete|Head|Options)\s{0,20}\(/g;
/** The name of a method, before its parameters. */
const METHOD_NAME = /(\w+)\s*(?:<[^()]*>)?\(/y;

interface Controller {
  prefixes: string[];
  name: string;
  isController: boolean;
  /** Whether it is a part of a class: another part may have the route, and not by the name of the class. */
  isPart: boolean;
  /** Whether its base is one of ASP.NET, which has no route. */
  isBare: boolean;
}

/** Bases of ASP.NET. */
const BARE = /:\s*(?:[\w.]+\.)?(?:Controller|ControllerBase)$/;

/** Methods with `[HttpGet("…")]`, below their controller's `[Route("…")]`. */
function attributeRoutes(source: RouteSource): DeclaredRoute[] {
  const { code, closed, lineAt } = source;
  const routes: DeclaredRoute[] = [];
  let controller: Controller = { prefixes: [], name: "", isController: false, isPart: false, isBare: false };
  let templates: string[] = [];
  let verbs: { method: string; template: string | null }[] = [];
  for (const match of code.matchAll(ATTRIBUTE_OR_CLASS)) {
    const { attribute, open, type, parts, base } = match.groups ?? {};
    if (type !== undefined) {
      controller = {
        prefixes: templates,
        name: type.replace(/Controller$/, ""),
        isController: type.endsWith("Controller"),
        isPart: parts !== undefined,
        isBare: parts === undefined && base !== undefined && BARE.test(base),
      };
      [templates, verbs] = [[], []];
      continue;
    }
    const end = match.index + match[0].length;
    const close = open === undefined ? end : (closed.get(end - 1) ?? end);
    const [first] = open === undefined ? [] : argumentsIn(code, closed, { start: end, end: close });
    const template = first ? textIn(source, first) : null;
    if (attribute === "Route") templates.push(template ?? "");
    else verbs.push({ method: present(attribute).slice(4).toUpperCase(), template });
    const declared = declarationBelow(code, closed, close);
    if (declared === null || verbs.length === 0) continue;
    const line = lineAt(match.index);
    const handler = lineAt(declared);
    const action = actionAt(code, declared);
    for (const verb of verbs)
      for (const own of verb.template === null && templates.length > 0 ? templates : [verb.template ?? ""])
        routes.push(...placed(controller, own, action, { method: verb.method, line, handler }));
    [templates, verbs] = [[], []];
  }
  return routes;
}

/** The start of the declaration below the attributes up to `offset`; null if another attribute of a route comes first. */
function declarationBelow(code: string, closed: ReadonlyMap<number, number>, offset: number): number | null {
  const bracket = offset + code.slice(offset, offset + MOST_ARGUMENT).indexOf("]");
  const rest = /\s*/y;
  if (bracket < offset || /\b(?:Route|Http\w+)\b/.test(code.slice(offset, bracket))) return null;
  for (let next = bracket + 1; ; ) {
    rest.lastIndex = next;
    rest.exec(code);
    next = rest.lastIndex;
    if (code[next] !== "[") return /^(?:\w+\s+)*(?:class|record)\b/.test(code.slice(next, next + 200)) ? null : next;
    const end = closed.get(next);
    if (
      end === undefined ||
      /[[,]\s*(?:Route|Http(?:Get|Post|Put|Patch|Delete|Head|Options))\b/.test(code.slice(next, end))
    )
      return null;
    next = end + 1;
  }
}

function actionAt(code: string, offset: number): string {
  const open = code.slice(offset, offset + MOST_ARGUMENT).indexOf("(");
  const before = code.slice(offset, offset + open + 1);
  const start = before.search(/\w+\s*(?:<[^()]*>)?\($/);
  METHOD_NAME.lastIndex = offset + Math.max(0, start);
  return METHOD_NAME.exec(code)?.[1] ?? "";
}

/** The routes of one template in its controller; a controller that has no route of its own may have that of its base. */
function placed(
  { prefixes, name, isController, isPart, isBare }: Controller,
  template: string,
  action: string,
  { method, line, handler }: { method: string; line: number; handler: number },
): DeclaredRoute[] {
  const isAbsolute = /^~?\//.test(template);
  const isBelow = !isAbsolute && prefixes.length === 0 && isController && !(isBare && template !== "");
  const known = isAbsolute
    ? [""]
    : isBelow
      ? [isPart && template !== "" ? "" : name]
      : prefixes.length > 0
        ? prefixes
        : [""];
  return known.flatMap((prefix) => {
    const path = joinRoute(prefix, template.replace(/^~/, ""));
    const named = (word: (name: string) => string) =>
      path.replace(/\[controller\]/gi, word(name)).replace(/\[action\]/gi, word(action.replace(/Async$/, "")));
    // Applications may write the words of a token apart, by a parameter transformer.
    return [...new Set([named((word) => word), named(dashed)])].map((own) => ({
      method,
      path: own,
      lineStart: line,
      lineEnd: line,
      handler,
      owner: null,
      isPartial: isBelow,
    }));
  });
}

/** `my-account` of `MyAccount`. */
const dashed = (name: string) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-");

/** `app.MapGet("/x", handler)`, below the prefixes of the groups of its file. */
function mappedRoutes(source: RouteSource): DeclaredRoute[] {
  const { code, closed, lineAt } = source;
  const calls = callsIn(code, closed, MAP);
  const prefixes = new Map<string, string>();
  const groupEnds = new Map<number, string>();
  const prefixOf = ({ receiver, start }: NamedCall): string =>
    (receiver === ")" ? groupEnds.get(start) : prefixes.get(receiver ?? "")) ?? "";
  return calls.flatMap((call) => {
    const [first, second] = call.args;
    const path = first ? textIn(source, first) : null;
    if (path === null) return [];
    const whole = joinRoute(prefixOf(call), path);
    if (call.name === "MapGroup") {
      groupEnds.set(call.end - 1, whole);
      const variable = /(\w+)\s*=\s*[\w.\s]*$/.exec(code.slice(Math.max(0, call.start - 200), call.start))?.[1];
      if (variable !== undefined) prefixes.set(variable, whole);
      return [];
    }
    if (!second) return [];
    const method = call.name === "MapMethods" ? null : call.name.slice(3).toUpperCase();
    const [lineStart, lineEnd] = [lineAt(call.nameAt), lineAt(call.end - 1)];
    return [{ method, path: whole, lineStart, lineEnd, handler: null, owner: null, isPartial: false }];
  });
}

const METHOD_OF_MESSAGE = /HttpMethod\s*\.\s*(\w+)/;

const DECLARES =
  /\bHttp(?:Get|Post|Put|Patch|Delete|Head|Options)\b|\.\s*Map[GPDM]|Query|Mutation|Subscription|ExtendObjectType/;

export const routes: RouteConventions = {
  declared(_path, text) {
    if (!DECLARES.test(text) && !hasRemoteCalls(text)) return { routes: [], mounts: [] };
    const source = sourceOf(text);
    const all = [
      ...attributeRoutes(source),
      ...mappedRoutes(source),
      ...declaredFields(source, text),
      ...declaredCalls(source),
    ];
    return { routes: all, mounts: [] };
  },
  asked(text) {
    const source = sourceOf(text);
    return { requests: requested(source, text), kept: keptPaths(source) };
  },
};

function requested(source: RouteSource, text: string): RouteRequest[] {
  const { code, closed, lineAt } = source;
  const calls = [...callsIn(code, closed, REQUEST), ...callsIn(code, closed, MESSAGE)];
  const sent = callsIn(code, closed, SENDER).flatMap((call) => sentBy(source, call, lineAt));
  const requests = calls
    .sort((a, b) => a.nameAt - b.nameAt)
    .flatMap((call) => {
      const isMessage = call.name === "HttpRequestMessage";
      const argument = call.args[isMessage ? 1 : 0];
      const path = argument ? textIn(source, argument) : null;
      if (path === null) return [];
      const [first] = call.args;
      const named = isMessage && first ? METHOD_OF_MESSAGE.exec(source.code.slice(first.start, first.end))?.[1] : null;
      const method = isMessage ? named : /^[A-Z][a-z]+/.exec(call.name)?.[0];
      return [{ method: method?.toUpperCase() ?? null, path, line: lineAt(call.nameAt) }];
    });
  const remote = hasRemoteCalls(text) ? requestedCalls(source) : [];
  return [...requests, ...sent, ...declaredRequests(source), ...fieldsRequested(source, text), ...remote].sort(
    (a, b) => a.line - b.line,
  );
}

/** Requests that methods without a body stand for, by an attribute whose path begins with a slash, as Refit wants it. */
function declaredRequests(source: RouteSource): RouteRequest[] {
  const { code, closed, lineAt } = source;
  if (!/\binterface\b/.test(code)) return [];
  return callsIn(code, closed, OF_INTERFACE).flatMap(({ name, args, end }) => {
    const path = args[0] ? textIn(source, args[0]) : null;
    const declared = declarationBelow(code, closed, end - 1);
    if (path === null || !path.startsWith("/") || declared === null) return [];
    const isWithoutBody = /^(?:[^{}=]|=(?!>))*?\)\s*(?:where\b[^;{}=]*)?;/.test(
      code.slice(declared, declared + MOST_ARGUMENT),
    );
    return isWithoutBody ? [{ method: name.toUpperCase(), path, line: lineAt(declared) }] : [];
  });
}

/** The request of a call that names path and method; none of one that names no constant path. */
function sentBy(
  source: RouteSource,
  { args, nameAt }: NamedCall,
  lineAt: (position: number) => number,
): RouteRequest[] {
  const [first, ...others] = args;
  const path = first ? textIn(source, first) : null;
  if (path === null || !path.includes("/")) return [];
  const methods = others.flatMap(
    ({ start, end }) =>
      METHOD_OF_SENDER.exec(source.code.slice(start, Math.min(end, start + MOST_ARGUMENT)))?.[1] ?? [],
  );
  const [method] = methods;
  return method === undefined ? [] : [{ method: method.toUpperCase(), path, line: lineAt(nameAt) }];
}
