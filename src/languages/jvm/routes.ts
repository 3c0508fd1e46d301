/**
 * Routes of Java and Kotlin: Spring, Micronaut and JAX-RS by annotations, Javalin, Spark, Vert.x and Ktor by calls; and requests of MockMvc, WebTestClient,
 * RestTemplate, REST Assured, Ktor's client, Retrofit and Feign; and calls of gRPC. Pure.
 */
import { lastOf, nth } from "../../base/need.js";
import { fieldsRequested } from "../graphql.js";
import {
  type AskedRoutes,
  argumentsIn,
  blank,
  callsIn,
  codeOf,
  type DeclaredRoute,
  type DeclaredRoutes,
  HOLE,
  joinRoute,
  keptPaths,
  type NamedCall,
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
import { declaredCalls, hasRemoteCalls, requestedCalls } from "./remote-calls.js";

const SKIPPED =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\[^\n]{1,8})'/g;
/** Values in a text: `$id` and `${cat.id}` of Kotlin, `%s` of `String.format`. */
const VALUE = /\$\w{1,80}|\$\{[^}]{0,200}\}|%[sd]/g;

const sourceOf = (text: string): RouteSource =>
  routeSource(
    blank(text, SKIPPED, (matched) =>
      /^[/']/.test(matched) ? null : matched.replace(/^"+|"+$/g, "").replace(VALUE, HOLE),
    ),
  );

const METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS";
const VERBS = "get|post|put|patch|delete|head|options";
const IS_METHOD = new RegExp(`^(?:${METHODS})$`);
const IS_VERB = new RegExp(`^(?:${VERBS})$`);
/** Annotations that route, and the heads of types that they stand before. */
const ANNOTATION_OR_TYPE = new RegExp(
  `@(?:\\w+\\.)*(?<annotation>(?:Get|Post|Put|Patch|Delete|Request)Mapping|Get|Post|Put|Patch|Delete|Head|Options|${METHODS}|Path|Controller|FeignClient|HttpExchange|` +
    "(?:Get|Post|Put|Patch|Delete)Exchange)\\b(?!\\s*[.:])\\s*(?<open>\\()?|\\b(?<type>class|interface|object|record)\\s+(?<name>\\w+)",
  "g",
);

/** The paths and methods that an annotation gives: `("/a")`, `({"/a", "/b"})`, `(value = ["/a"], method = RequestMethod.POST)`. */
interface MappingArguments {
  paths: string[];
  methods: string[];
}

function givenIn(source: RouteSource, args: readonly Range[]): MappingArguments {
  const given: MappingArguments = { paths: [], methods: [] };
  for (const arg of args) {
    const code = codeOf(source, arg);
    const [head = "", name] = /^\s*(?:(\w+)\s*=(?!=))?\s*/.exec(code) ?? [];
    if (name === "method" || name === "methods") {
      given.methods.push(...(code.slice(head.length).match(new RegExp(`\\b(?:${METHODS})\\b`, "g")) ?? []));
    } else if (name === undefined || /^(?:value|path|uri|url|uris)$/.test(name)) {
      const range = { start: arg.start + head.length, end: arg.end };
      const isList = /^\s*(?:[[{]|arrayOf\s*\()/.test(codeOf(source, range));
      const texts = isList
        ? source.literals.filter(({ start }) => range.start <= start && start < range.end).map(({ value }) => value)
        : [textIn(source, range)];
      given.paths.push(...texts.flatMap((text) => text ?? []));
    }
  }
  return given;
}

/** A type whose members may route. */
interface Owner {
  prefixes: readonly string[];
  /** Where it ends. */
  end: number;
  /** Its methods send what they are annotated with. */
  isClient: boolean;
}

interface Annotated {
  declared: DeclaredRoute[];
  requested: RouteRequest[];
}

/** An annotation that routes. */
interface Annotation {
  name: string;
  given: MappingArguments;
  offset: number;
}

/** The types around the place that is read, and the annotations of a declaration to come. */
interface Reading {
  source: RouteSource;
  found: Annotated;
  owners: Owner[];
  pending: Annotation[];
}

/** `@GetMapping("/{id}")` in a class with `@RequestMapping("/cats")`; in a client's interface it is a request. */
function annotated(source: RouteSource): Annotated {
  const found: Annotated = { declared: [], requested: [] };
  const owners: Owner[] = [{ prefixes: [""], isClient: false, end: source.code.length }];
  const reading: Reading = { source, found, owners, pending: [] };
  for (const match of source.code.matchAll(ANNOTATION_OR_TYPE)) {
    while (owners.length > 1 && lastOf(owners).end < match.index) owners.pop();
    if (match.groups?.type === undefined) readAnnotation(reading, match);
    else openType(reading, match.index + match[0].length);
  }
  return found;
}

/** Opens the type whose head ends at a position: the annotations before it are its own. */
function openType({ source: { code, closed }, owners, pending }: Reading, end: number): void {
  const prefixes = pending.flatMap(({ name, given }) => (PREFIX.test(name) ? given.paths : []));
  const isClient = pending.some(({ name }) => /^(?:FeignClient|HttpExchange)$/.test(name));
  const body = code.indexOf("{", end);
  owners.push({ prefixes: prefixes.length > 0 ? prefixes : [""], isClient, end: closed.get(body) ?? end });
  pending.length = 0;
}

/** Reads an annotation; the last one before a method makes its routes. */
function readAnnotation({ source, found, owners, pending }: Reading, match: RegExpExecArray): void {
  const { annotation: name = "", open } = match.groups ?? {};
  const end = match.index + match[0].length;
  const close = open === undefined ? end : (source.closed.get(end - 1) ?? end);
  const args = open === undefined ? [] : argumentsIn(source.code, source.closed, { start: end, end: close });
  pending.push({ name, given: givenIn(source, args), offset: match.index });
  const declaration = declarationBelow(source, open === undefined ? close : close + 1);
  if (declaration === null || declaration.isType) return;
  const line = source.lineAt(nth(pending, 0).offset);
  addRoutes(found, lastOf(owners), togetherOf(pending.slice(-MOST_ANNOTATIONS)), {
    line,
    handler: source.lineAt(declaration.offset),
  });
  pending.length = 0;
}

/** Adds the routes of a method, or its requests: one for each prefix of its type, path and method of HTTP. */
function addRoutes(
  found: Annotated,
  { prefixes, isClient }: Owner,
  { methods, paths, isSent }: Together,
  { line, handler }: { line: number; handler: number },
): void {
  const wholes = prefixes.flatMap((prefix) => paths.map((path) => joinRoute(prefix, path)));
  for (const path of wholes)
    for (const method of methods)
      if (isClient || isSent)
        found.requested.push({ method, path: path.startsWith("/") ? path : `/${path}`, line: handler });
      else
        found.declared.push({ method, path, lineStart: line, lineEnd: line, handler, owner: null, isPartial: false });
}

/** Annotations before one method that are looked at. */
const MOST_ANNOTATIONS = 8;
const PREFIX = /^(?:RequestMapping|Path|Controller|HttpExchange|FeignClient)$/;

/** The annotations before a method as one. `isSent`: it sends a request. */
interface Together {
  methods: (string | null)[];
  paths: string[];
  isSent: boolean;
}

/** The route of the annotations before a method: JAX-RS has the method and the path in two of them. */
function togetherOf(pending: readonly Annotation[]): Together {
  const methods: (string | null)[] = [];
  const paths: string[] = [];
  let isSent = false;
  for (const { name, given } of pending) {
    if (name === "RequestMapping") methods.push(...(given.methods.length > 0 ? given.methods : [null]));
    else if (name !== "Path" && !/^(?:Controller|FeignClient|HttpExchange)$/.test(name))
      methods.push(name.replace(/(?:Mapping|Exchange)$/, "").toUpperCase());
    // Retrofit: @GET("users/{id}")
    if (IS_METHOD.test(name) && given.paths.length > 0) isSent = true;
    paths.push(...given.paths);
  }
  return { methods, paths: paths.length > 0 ? paths : [""], isSent };
}

/** The declaration below the annotations up to a position; null if another annotation of a route comes first. */
function declarationBelow({ code, closed }: RouteSource, offset: number): { offset: number; isType: boolean } | null {
  const annotation = /\s*@(?:\w+[.:])*(\w+)\s*(\()?/y;
  for (let next = offset; ; ) {
    annotation.lastIndex = next;
    const match = annotation.exec(code);
    if (!match) {
      const start = next + (/^\s*/.exec(code.slice(next, next + 2000))?.[0].length ?? 0);
      return {
        offset: start,
        isType: /^(?:[\w-]+\s+){0,6}(?:class|interface|object|record)\b/.test(code.slice(start, start + 200)),
      };
    }
    if (ROUTES.test(match[1] ?? "")) return null;
    next = match[2] ? (closed.get(annotation.lastIndex - 1) ?? annotation.lastIndex) + 1 : annotation.lastIndex;
  }
}

const ROUTES = new RegExp(
  `^(?:(?:Get|Post|Put|Patch|Delete|Request)Mapping|Get|Post|Put|Patch|Delete|Head|Options|${METHODS}|Path|Controller|FeignClient|(?:Http|Get|Post|Put|Patch|Delete)Exchange)$`,
);

/** Calls that declare or request: `app.get("/cats", handler)`, `get("/cats") { … }` of Ktor, `path("/cats", () -> { … })` of Javalin. */
const CALL = new RegExp(
  `(?:(?<receiver>(?<!\\w)\\w{1,80}|\\))\\s*\\.\\s*|(?<![\\w.@]))(?<name>${VERBS}|route|path|uri|url|(?:get|post|put|patch|delete|head)(?:For)\\w{1,20}|exchange|request)\\s*(?:<[^<>()]{0,100}>\\s*)?\\(`,
  "g",
);
/** `get { … }` of Ktor, which handles the path of the block around it. */
const BLOCK = new RegExp(`(?<![\\w.@])(?<name>${VERBS})\\s*\\{`, "g");
const CLIENT = /client|template|http|mvc|rest|request|given|when|\)/i;

interface Called {
  call: NamedCall;
  path: string;
  /** The end of the block that follows, such as a handler's; null: no block follows. */
  block: number | null;
}

const IS_BLOCK = /^\s*\{/;
const IS_LAMBDA = /->|::/;
const IS_NAME = /^\s*(?:new\s+)?[A-Za-z_][\w.]*\s*(?:\(\s*\))?\s*$/;

/** The calls with a constant path, and those of a block alone, in their order. */
function called(source: RouteSource): Called[] {
  const { code, closed } = source;
  const calls = callsIn(code, closed, CALL).flatMap((call): Called[] => {
    const [first] = call.args;
    const isRequest = call.name === "exchange" || call.name === "request";
    const path = first ? textIn(source, first) : null;
    if (path === null || (isRequest && !path.includes("/"))) return [];
    const open = IS_BLOCK.test(code.slice(call.end, call.end + 20)) ? code.indexOf("{", call.end) : -1;
    return [{ call, path, block: closed.get(open) ?? null }];
  });
  const blocks = callsIn(code, closed, BLOCK).map(
    (call): Called => ({ call: { ...call, args: [] }, path: "", block: call.end - 1 }),
  );
  return [...calls, ...blocks].sort((a, b) => a.call.start - b.call.start);
}

/** Routes of calls, in Ktor and Javalin below the blocks around them. */
function registered(source: RouteSource, calls: readonly Called[]): DeclaredRoute[] {
  const blocks: PrefixBlock[] = [];
  return calls.flatMap(({ call, path, block }): DeclaredRoute[] => {
    const [, second] = call.args;
    const outer = prefixAround(blocks, call.start);
    const whole = joinRoute(outer ?? "", path);
    if (call.name === "route" || call.name === "path") {
      const end = block ?? (second && codeOf(source, second).includes("{") ? call.end : null);
      if (end !== null) blocks.push({ prefix: whole, end });
      return [];
    }
    if (call.args.length === 0 && outer === null) return [];
    if (!IS_VERB.test(call.name) || !/^(?:\/|$)|^[\w{]/.test(path)) return [];
    const given = second && codeOf(source, second);
    const isHandled = given
      ? IS_LAMBDA.test(given) || (call.receiver !== null && IS_NAME.test(given))
      : block !== null && call.receiver === null;
    const isClient = call.receiver !== null && CLIENT.test(call.receiver);
    if (!isHandled || isClient || (path !== "" && !path.startsWith("/") && outer === null)) return [];
    const [lineStart, lineEnd] = [source.lineAt(call.nameAt), source.lineAt(block ?? call.end - 1)];
    const owner = call.receiver === ")" ? null : call.receiver;
    return [
      {
        method: call.name.toUpperCase(),
        path: whole,
        lineStart,
        lineEnd,
        handler: null,
        owner,
        isPartial: false,
      },
    ];
  });
}

const DECLARES = new RegExp(
  `@(?:\\w+\\.)*(?:\\w+Mapping|Path|Controller|Get|Post|Put|Patch|Delete|Query|Mutation|Subscription|Dgs\\w+)\\b|\\b(?:${VERBS})\\s*\\(\\s*"|\\bHttpExchange\\b`,
);

function declared(_path: string, text: string): DeclaredRoutes {
  const isRemote = hasRemoteCalls(text);
  if (!DECLARES.test(text) && !isRemote) return { routes: [], mounts: [] };
  const source = sourceOf(text);
  const routes = [...annotated(source).declared, ...registered(source, called(source)), ...declaredFields(source)];
  if (isRemote) routes.push(...declaredCalls(source));
  return { routes: routes.sort((a, b) => a.lineStart - b.lineStart), mounts: [] };
}

/** The beginning of a path; a value before it may hold its first slash. */
const IS_PATH = /^(?:\/|(?:https?|lb):\/\/|\$\{\}(?:[A-Za-z][\w-]{0,60})?\/)/;

function requested(source: RouteSource, text: string): RouteRequest[] {
  const byCall = called(source).flatMap(({ call, path, block }): RouteRequest[] => {
    const { name, args, receiver, nameAt } = call;
    if (!IS_PATH.test(path) || name === "route" || name === "path") return [];
    const line = source.lineAt(nameAt);
    const [, second] = args;
    if (name === "uri" || name === "url") {
      const verb = /\.\s*(get|post|put|patch|delete|head|options|method)\s*\([^()]{0,100}\)\s*\.\s*$/i.exec(
        source.code.slice(Math.max(0, nameAt - 200), nameAt),
      );
      return [{ method: verb?.[1] && verb[1] !== "method" ? verb[1].toUpperCase() : null, path, line }];
    }
    if (name === "exchange" || name === "request")
      return [
        {
          method: second ? (new RegExp(`\\b(?:${METHODS})\\b`).exec(codeOf(source, second))?.[0] ?? null) : null,
          path,
          line,
        },
      ];
    const isDeclared = second ? IS_LAMBDA.test(codeOf(source, second)) : block !== null;
    if (isDeclared && !(receiver !== null && CLIENT.test(receiver))) return [];
    return [{ method: (/^[a-z]+/.exec(name)?.[0] ?? "").toUpperCase(), path, line }];
  });
  const remote = hasRemoteCalls(text) ? requestedCalls(source) : [];
  const all = [...annotated(source).requested, ...byCall, ...fieldsRequested(source, text), ...remote];
  return all.sort((a, b) => a.line - b.line);
}

function asked(text: string): AskedRoutes {
  const source = sourceOf(text);
  return { requests: requested(source, text), kept: keptPaths(source) };
}

export const routes: RouteConventions = { declared, asked };
