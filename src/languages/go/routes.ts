/** Routes of net/http, chi, gin, echo, fiber, gorilla/mux and huma, and requests of net/http and of test clients. Pure. */
import { fieldsRequested } from "../graphql.js";
import {
  type AskedRoutes,
  argumentsIn,
  blank,
  callsIn,
  codeOf,
  constantIn,
  type DeclaredRoute,
  type DeclaredRoutes,
  HOLE,
  joinRoute,
  keptPaths,
  MOST_ARGUMENT,
  type NamedCall,
  namesIn,
  type PrefixBlock,
  prefixAround,
  type Range,
  type RouteConventions,
  type RouteRequest,
  type RouteSource,
  routeSource,
  textIn,
} from "../routing.js";
import { declaredFields } from "./graphql.js";

const SKIPPED = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|`[^`]*(?:`|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\[^\n]{1,8})'/g;
/** A value in a text of `fmt.Sprintf`. */
const VALUE = /%[+#]?[dsvqxt]/g;

const sourceOf = (text: string): RouteSource =>
  routeSource(
    blank(text, SKIPPED, (matched) => (/^[/']/.test(matched) ? null : matched.slice(1, -1).replace(VALUE, HOLE))),
  );

const METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS";
const VERBS = `${METHODS}|Get|Post|Put|Patch|Delete|Head|Options`;
const REGISTRATION = new RegExp(
  `(?:(?<receiver>(?<!\\w)\\w{1,80}|\\))\\s*\\.\\s*)(?<name>${VERBS}|Any|All|Handle|HandleFunc|HandlerFunc|Method|MethodFunc|Mount|Route|Group|PathPrefix|` +
    "Path|Methods|Queries|Headers|Schemes|Host|Name|Handler|Use|With|NewGroup)\\s*\\(",
  "g",
);
/** The parameters of a function with a name, and a router that is made: the later of them before a call tells which one its receiver is. */
const ORIGIN =
  /\bfunc\s+(?:\([^()]*\)\s*)?\w+\s*\((?<parameters>[^()]*)\)|(?<made>(?<!\w)\w{1,80})\s*:?=\s*[\w.]*\b(?:New\w*|Default|Classic)\s*\(/g;
const IS_VERB = new RegExp(`^(?:${VERBS})$`);

/** `http.MethodGet`, `"GET"`; null where it is not a constant. */
function methodIn(source: RouteSource, range: Range | undefined): string | null {
  if (!range) return null;
  const named = /\bMethod(\w+)/.exec(codeOf(source, range))?.[1];
  const method = (named ?? constantIn(source, range))?.toUpperCase() ?? "";
  return new RegExp(`^(?:${METHODS})$`).test(method) ? method : null;
}

/** Where variables come from: routes on a router that is handed in may have any prefix. */
interface Origin {
  start: number;
  names: ReadonlySet<string>;
  isHandedIn: boolean;
}

/** The parameters that may stand below a prefix. A `ServeMux`, an engine or an application has none. */
const routersAmong = (parameters: string): Set<string> =>
  new Set([...parameters.matchAll(ROUTER_PARAMETER)].map((match) => match[1] ?? ""));
const ROUTER_PARAMETER =
  /(?<!\w)(\w{1,80})\s+(?![*\w.]*ServeMux\b)[*\w.]*(?:RouterGroup|Router|IRoutes|Group|Mux|\bhuma\.API)\b/g;

const originsIn = ({ code }: RouteSource): Origin[] =>
  [...code.matchAll(ORIGIN)].map(({ index: start, groups: { parameters, made } = {} }) => ({
    start,
    names: parameters === undefined ? namesIn(made ?? "") : routersAmong(parameters),
    isHandedIn: parameters !== undefined,
  }));

const isHandedIn = ({ origins }: Reading, { receiver, start }: NamedCall): boolean =>
  origins.findLast((origin) => origin.start < start && origin.names.has(receiver ?? ""))?.isHandedIn === true;

/** The calls of a file, in their order, and the prefixes that those before give to their receivers. */
interface Reading {
  source: RouteSource;
  /** Prefixes of variables, and of calls by where they end: `r.Group("/x")`. One that the file does not tell is a hole. */
  ofVariable: Map<string, string>;
  ofCall: Map<number, string>;
  /** gorilla: the methods of a chain, by where its calls end. */
  methodsOf: Map<number, readonly string[]>;
  /** `r.Route("/x", func(r chi.Router) { … })`. */
  blocks: PrefixBlock[];
  origins: readonly Origin[];
  found: DeclaredRoutes;
}

/** The prefix of a call's receiver; undefined where the calls before give it none. */
const prefixOf = ({ ofVariable, ofCall }: Reading, { receiver, start }: NamedCall): string | undefined =>
  receiver === ")" ? ofCall.get(start) : ofVariable.get(receiver ?? "");

/** Keeps the prefix of what a call gives, for its variable and for calls on it. */
function keep({ source: { code }, ofVariable, ofCall }: Reading, call: NamedCall, prefix: string): void {
  ofCall.set(call.end - 1, prefix);
  const before = code.slice(Math.max(0, call.start - 200), call.start);
  const variable = /(\w+)\s*:?=\s*[\w.\s]*$/.exec(before)?.[1];
  if (variable !== undefined) ofVariable.set(variable, prefix);
}

/** The last name of an argument that is a variable or a field: `s.api`. */
const variableIn = (source: RouteSource, range: Range | undefined): string | null =>
  (range && /^\s*(?:\w+\.)*(\w+)\s*$/.exec(codeOf(source, range))?.[1]) ?? null;

/** huma: functions take the router first. `huma.Get(api, "/cats", list)` is read as `api.Get("/cats", list)`, and `huma.NewGroup(api, "/v1")` as a group. */
function onItsRouter(source: RouteSource, call: NamedCall): NamedCall[] {
  if (call.receiver !== "huma") return call.name === "NewGroup" ? [] : [call];
  const [router, ...args] = call.args;
  const name = call.name === "NewGroup" ? "Group" : call.name;
  return [{ ...call, name, receiver: variableIn(source, router), args }];
}

const OPERATION = /(?:(?<!\w)(?<variable>\w{1,80})\s*:?=\s*&?)?\bhuma\.Operation\s*\{/g;
/** An operation stands in at most so many calls, of which one registers it. */
const MOST_CALLS = 4;

/** huma: each operation with the call that takes it behind a router: `huma.Register(api, huma.Operation{Method: …, Path: …}, list)`, and wrappers of it. */
function operationsIn(source: RouteSource): NamedCall[] {
  const { code, closed } = source;
  return [...code.matchAll(OPERATION)].flatMap((match): NamedCall[] => {
    const open = match.index + match[0].length - 1;
    const end = closed.get(open);
    if (end === undefined) return [];
    const fields = argumentsIn(code, closed, { start: open + 1, end });
    const variable = match.groups?.variable;
    const at = variable === undefined ? match.index : usedBehind(code, variable, end);
    const call = at === null ? null : callAround(source, at);
    return call ? [{ ...call, name: "Operation", args: fields }] : [];
  });
}

/** Where a variable is the second argument of a call behind a position. */
function usedBehind(code: string, variable: string, from: number): number | null {
  const match = new RegExp(`,\\s*&?${variable}\\s*,`).exec(code.slice(from, from + MOST_ARGUMENT));
  return match ? from + match.index + 1 : null;
}

/** The call around an argument that is not its first; calls that take it alone, such as `secured(huma.Operation{…})`, are passed. */
function callAround(source: RouteSource, at: number): Omit<NamedCall, "name" | "args"> | null {
  const { code, closed } = source;
  let open = at;
  for (let level = 0; level < MOST_CALLS; level++) {
    do open = code.lastIndexOf("(", open - 1);
    while (open > at - MOST_ARGUMENT && open > 0 && (closed.get(open) ?? 0) < at);
    const close = closed.get(open);
    if (open <= Math.max(0, at - MOST_ARGUMENT) || close === undefined) return null;
    const args = argumentsIn(code, closed, { start: open + 1, end: close });
    if (args.length < 2) continue;
    const start = open - (/[\w.[\], ]*$/.exec(code.slice(Math.max(0, open - 80), open))?.[0].trimStart().length ?? 0);
    const isBehind = (args[0]?.end ?? at) < at;
    return isBehind ? { receiver: variableIn(source, args[0]), start, nameAt: start, end: close + 1 } : null;
  }
  return null;
}

/** The methods of `.Methods("GET", "POST")` behind a call; null where none are told. */
function methodsBehind(source: RouteSource, end: number): string[] | null {
  const match = /^\s*\.\s*Methods\s*\(/.exec(source.code.slice(end, end + 200));
  if (!match) return null;
  const start = end + match[0].length;
  return methodsAmong(source, { start, end: source.closed.get(start - 1) ?? start });
}

/** The methods that arguments name: `"GET", http.MethodPost`. */
function methodsAmong(source: RouteSource, { start, end }: Range): string[] {
  const constants = source.literals.filter((text) => start <= text.start && text.start < end).map(({ value }) => value);
  const named = source.code.slice(start, end).match(/(?<=\bMethod)[A-Z][a-z]+/g) ?? [];
  return [...constants, ...named].map((method) => method.toUpperCase());
}

/** A call that may declare a route, with what the calls before it tell. */
interface Registration extends Reading {
  call: NamedCall;
  /** The prefix of its receiver and of the block that it stands in. */
  prefix: string;
  /** Its first argument, where that is a text. */
  text: string | null;
  /** The fields that all routes of the call share. */
  shared: Omit<DeclaredRoute, "method" | "path">;
}

/** How the calls of each name are read. Those of the verbs, and of `Any` and `All`, are read by `readVerb`. */
const READ_AS: Record<string, (registration: Registration) => void> = {
  Group: readGroup,
  PathPrefix: readGroup,
  Route: readGroup,
  Mount: readMount,
  Method: readMethod,
  MethodFunc: readMethod,
  Path: readPath,
  Use: passChain,
  With: passChain,
  Methods: readMethods,
  Queries: passChain,
  Headers: passChain,
  Schemes: passChain,
  Host: passChain,
  Name: passChain,
  Handle: readPattern,
  HandleFunc: readPattern,
  Handler: readChainEnd,
  HandlerFunc: readChainEnd,
  Operation: readOperation,
};

/** Calls that requests have no namesakes of: their paths may begin with a value that the file does not tell. */
const MAY_BE_OPEN = new Set(["Path", "PathPrefix", "Handle", "HandleFunc"]);

/** The text of a path, or of one behind a value: `version+"/cats"`, which begins with a hole then. */
function openPathIn(source: RouteSource, range: Range | undefined): string | null {
  const text = range ? textIn(source, range) : null;
  return text?.startsWith(`${HOLE}/`) && text.length > HOLE.length + 1 ? text : constantIn(source, range);
}

function read(reading: Reading, call: NamedCall): void {
  const { source, blocks, ofVariable } = reading;
  const outer = prefixAround(blocks, call.start);
  const owner = call.receiver === ")" ? null : call.receiver;
  const readCall = READ_AS[call.name] ?? readVerb;
  readCall({
    ...reading,
    call,
    prefix: prefixOf(reading, call) ?? outer ?? "",
    text: (MAY_BE_OPEN.has(call.name) ? openPathIn : constantIn)(source, call.args[0]),
    shared: {
      lineStart: source.lineAt(call.nameAt),
      lineEnd: source.lineAt(call.end - 1),
      handler: null,
      owner,
      isPartial: outer === null && !ofVariable.has(owner ?? "") && isHandedIn(reading, call),
    },
  });
}

/** Adds a route below the prefix of the call. */
const add = (registration: Registration, method: string | null, path: string): void =>
  addWhole(registration, method, joinRoute(registration.prefix, path));

/** Adds a route by its whole path; holes at its beginning are a prefix that the file does not tell. */
function addWhole({ found, shared }: Registration, method: string | null, path: string): void {
  const [, rest] = OPEN_PREFIX.exec(path) ?? [];
  found.routes.push({ ...shared, method, path: rest ?? path, isPartial: shared.isPartial || rest !== undefined });
}

const OPEN_PREFIX = /^(?:\/?\$\{\})+(\/.+)$/;

/** `r.Group("/cats")`, `r.PathPrefix("/cats")`, `r.Route("/cats", func(r chi.Router) { … })`: a prefix for what follows, or for a block. */
function readGroup(registration: Registration): void {
  const { source, call, blocks, prefix, text } = registration;
  const isOpen = text === null && call.name === "PathPrefix";
  const own = text === null && !isOpen ? prefix : joinRoute(prefix, text ?? HOLE);
  const isNested = call.args.some((arg) => /^\s*func\b/.test(codeOf(source, arg)));
  if (isNested) blocks.push({ prefix: own, end: call.end });
  else if (call.name !== "Route" || text !== null) keep(registration, call, own);
}

/** `r.Mount("/cats", cats)`. */
function readMount({ source, call, found, prefix, text, shared: { owner } }: Registration): void {
  const [, router] = call.args;
  if (text === null || !router) return;
  found.mounts.push({ prefix: joinRoute(prefix, text), names: namesIn(codeOf(source, router)), owner });
}

/** `r.Method(http.MethodGet, "/cats", list)`. */
function readMethod(registration: Registration): void {
  const { source, call } = registration;
  const [method, second] = call.args;
  const path = constantIn(source, second);
  if (path !== null && call.args.length > 2) add(registration, methodIn(source, method), path);
}

/** gorilla: `r.Path("/cats")`, whose route the end of the chain declares. */
function readPath(registration: Registration): void {
  const { call, prefix, text, ofCall } = registration;
  passChain(registration);
  if (text === null) ofCall.delete(call.end - 1);
  else keep(registration, call, joinRoute(prefix, text));
}

/** gorilla: `r.Path("/cats").Methods("GET").HandlerFunc(list)`, and `r.Methods("GET").Path("/cats")`: the chain goes on with the same path. */
function readMethods(registration: Registration): void {
  const { source, call, methodsOf } = registration;
  passChain(registration);
  methodsOf.set(
    call.end - 1,
    call.args.flatMap((arg) => methodsAmong(source, arg)),
  );
}

/** `r.Group("/cats").Use(auth).GET("", list)`, of gorilla `.Queries("kind", "{kind}")`: the chain goes on with the same path and methods. */
function passChain(registration: Registration): void {
  const { call, methodsOf } = registration;
  const own = prefixOf(registration, call);
  const methods = methodsOf.get(call.start);
  if (own !== undefined) keep(registration, call, own);
  if (methods) methodsOf.set(call.end - 1, methods);
}

/** gorilla: `.HandlerFunc(list)` at the end of a chain with a path; the methods stand before it or behind it. */
function readChainEnd(registration: Registration): void {
  const { source, call, ofCall, methodsOf } = registration;
  const path = ofCall.get(call.start);
  if (call.receiver !== ")" || path === undefined || call.args.length === 0) return;
  const methods = methodsOf.get(call.start) ?? methodsBehind(source, call.end);
  for (const method of methods ?? [null]) addWhole(registration, method, path);
}

/** net/http: `mux.Handle("GET /cats/{id}", find)`, also with a host before the path; of gin `r.Handle("GET", "/cats", list)`. */
function readPattern(registration: Registration): void {
  const { source, call, text } = registration;
  const [, second] = call.args;
  if (text === null || !second) return;
  const [, method, path] = /^(?:([A-Z]+)\s+)?(?:(?!\$\{)[^\s/])*((?:\$\{\})?\/\S*|\*)$/.exec(text) ?? [];
  if (method === undefined && new RegExp(`^(?:${METHODS})$`).test(text)) {
    const own = constantIn(source, second);
    if (own !== null) add(registration, text, own);
  } else if (path !== undefined) {
    const methods = method === undefined ? methodsBehind(source, call.end) : [method];
    for (const each of methods ?? [null]) add(registration, each, path.replace(/\{\$\}$/, ""));
  }
}

/** `r.GET("/cats", list)`, `r.Any("/cats", list)`; not `client.Get("/cats", nil)`. */
function readVerb(registration: Registration): void {
  const { source, call, text } = registration;
  const [, second] = call.args;
  if (text === null || !/^(?:\/|$|:|\*)/.test(text) || !second || isBody(source, second)) return;
  add(registration, IS_VERB.test(call.name) ? call.name.toUpperCase() : null, text);
}

/** The fields of an operation of huma: `Method: http.MethodGet, Path: "/cats"`. */
function readOperation(registration: Registration): void {
  const { source, call } = registration;
  const field = (name: RegExp): Range | undefined =>
    call.args.flatMap(({ start, end }) => {
      const named = name.exec(source.code.slice(start, end))?.[0];
      return named === undefined ? [] : [{ start: start + named.length, end }];
    })[0];
  const path = constantIn(source, field(/^\s*Path\s*:/));
  if (path !== null) add(registration, methodIn(source, field(/^\s*Method\s*:/)), path);
}

/** An argument that a request sends: `client.Post("/cats", "application/json", body)`, `client.Get("/cats", nil)`. */
const isBody = (source: RouteSource, range: Range) =>
  /^\s*(?:"|nil\b|bytes\.|strings\.|ctx\b|&)/.test(codeOf(source, range));

const DECLARES = new RegExp(
  `\\.\\s*(?:${VERBS}|Any|All|Handle|HandleFunc|HandlerFunc|Method|MethodFunc|Mount|Route)\\s*\\(|\\bhuma\\.Operation\\b|(?:uery|utation|ubscription)Resolver\\b`,
);

function declared(_path: string, text: string): DeclaredRoutes {
  const found: DeclaredRoutes = { routes: [], mounts: [] };
  if (!DECLARES.test(text)) return found;
  const source = sourceOf(text);
  const reading: Reading = {
    source,
    ofVariable: new Map(),
    ofCall: new Map(),
    methodsOf: new Map(),
    blocks: [],
    origins: originsIn(source),
    found,
  };
  const calls = callsIn(source.code, source.closed, REGISTRATION).flatMap((call) => onItsRouter(source, call));
  for (const call of [...calls, ...operationsIn(source)].sort((a, b) => a.start - b.start)) read(reading, call);
  found.routes.push(...declaredFields(source));
  return found;
}

const REQUEST = new RegExp(
  `(?<receiver>(?<!\\w)\\w{1,80}|\\))\\s*\\.\\s*(?<name>${VERBS}|PostForm|NewRequest(?:WithContext)?)\\s*\\(`,
  "g",
);
/** The beginning of a path; a value before it may hold its first slash. */
const IS_PATH = /^(?:\/|https?:\/\/|\$\{\}(?:[A-Za-z][\w-]{0,60})?\/)/;

function requested(source: RouteSource, text: string): RouteRequest[] {
  const calls = callsIn(source.code, source.closed, REQUEST).flatMap((call): RouteRequest[] => {
    const { name, args, nameAt } = call;
    const isMade = name.startsWith("NewRequest");
    const offset = name === "NewRequestWithContext" ? 1 : 0;
    const range = args[isMade ? offset + 1 : 0];
    const path = range ? textIn(source, range) : null;
    if (path === null || !IS_PATH.test(path)) return [];
    const [, second] = args;
    // r.Get("/cats", list) declares.
    if (!isMade && second && !isBody(source, second)) return [];
    const method = isMade ? methodIn(source, args[offset]) : name === "PostForm" ? "POST" : name.toUpperCase();
    return [{ method, path, line: source.lineAt(nameAt) }];
  });
  return [...calls, ...rowsOfTables(source), ...fieldsRequested(source, text)].sort((a, b) => a.line - b.line);
}

const ADDRESS = /(?<![\w.])(?:url|uri|path|target|endpoint|route)\s{0,20}:\s{0,20}(?=["\w])/gi;
const METHOD = /^\s*method\s{0,20}:/i;
/** A field's value is at most so long, and its method at most so far away. */
const LONGEST_VALUE = 500;
const FARTHEST = 2000;

/** Rows of a table of tests, which a helper sends: `{Method: http.MethodGet, URL: "/cats"}`. */
function rowsOfTables(source: RouteSource): RouteRequest[] {
  const { code, closed, lineAt } = source;
  if (!/\bmethod\s{0,20}:/i.test(code)) return [];
  const valueAt = (start: number) => {
    const length = code.slice(start, start + LONGEST_VALUE).search(/[,}\n]/);
    return { start, end: start + (length < 0 ? LONGEST_VALUE : length) };
  };
  return [...code.matchAll(ADDRESS)].flatMap(({ index, 0: field }): RouteRequest[] => {
    const path = textIn(source, valueAt(index + field.length));
    if (path === null || !IS_PATH.test(path)) return [];
    let open = index;
    do open = code.lastIndexOf("{", open - 1);
    while (open > index - FARTHEST && open > 0 && (closed.get(open) ?? 0) < index);
    if (open < 0 || open <= index - FARTHEST) return [];
    // An operation of huma declares.
    if (/\bhuma\.Operation\s*$/.test(code.slice(Math.max(0, open - 40), open))) return [];
    const fields = argumentsIn(code, closed, { start: open + 1, end: closed.get(open) ?? open + 1 });
    return fields.flatMap(({ start, end }) => {
      const name = METHOD.exec(code.slice(start, end))?.[0];
      const method = name === undefined ? null : methodIn(source, { start: start + name.length, end });
      return method === null ? [] : [{ method, path, line: lineAt(index) }];
    });
  });
}

function asked(text: string): AskedRoutes {
  const source = sourceOf(text);
  return { requests: requested(source, text), kept: keptPaths(source) };
}

export const routes: RouteConventions = { declared, asked };
