/** Routes of Vapor and Hummingbird, and requests of their tests. Pure. */
import {
  type AskedRoutes,
  blank,
  callsIn,
  codeOf,
  type DeclaredRoute,
  type DeclaredRoutes,
  HOLE,
  joinRoute,
  keptPaths,
  type NamedCall,
  type RouteConventions,
  type RouteRequest,
  type RouteSource,
  routeSource,
  textIn,
} from "../routing.js";

const SKIPPED =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\\.)*"/g;
const VALUE = /\\\([^()]*(?:\([^()]*\)[^()]*)*\)/g;

const sourceOf = (text: string): RouteSource =>
  routeSource(
    blank(text, SKIPPED, (matched) =>
      matched.startsWith("/") ? null : matched.replace(/^"+|"+$/g, "").replace(VALUE, HOLE),
    ),
  );

const VERBS = "get|post|put|patch|delete|head|options";
const IS_VERB = new RegExp(`^(?:${VERBS})$`);
const REGISTRATION = new RegExp(
  `(?<receiver>(?<!\\w)\\w{1,80}|\\))\\s*\\.\\s*(?<name>${VERBS}|on|ws|webSocket|grouped|group)\\s*[({]`,
  "g",
);
/** The label of an argument. */
const LABEL = /^\s*\w+\s*:\s*/;
/** `routes` that is handed in may have any prefix. */
const HANDED_IN =
  /\b(?:_\s+)?(\w+)\s*:\s*(?:some\s+|any\s+|inout\s+)*(?:RoutesBuilder|RouterGroup|RouterMethods|Router)\b/g;

/** The path of a call's constants: `"cats", ":id"`, `"cats/:id"`, `.constant("x")`; null where an argument before a label is not text. */
function pathOf(source: RouteSource, { args }: NamedCall): string | null {
  let path = "";
  for (const arg of args) {
    const code = codeOf(source, arg);
    if (LABEL.test(code)) continue;
    if (!/^\s*"/.test(code)) return null;
    path = joinRoute(path, textIn(source, arg) ?? "");
  }
  return path;
}

/** The end of the block behind a call: `{ req in … }`; null without one. */
function blockBehind({ code, closed }: RouteSource, end: number): { open: number; end: number } | null {
  const match = /^\s*\{/.exec(code.slice(end, end + 100));
  const open = match ? end + match[0].length - 1 : -1;
  const close = closed.get(open);
  return close === undefined ? null : { open, end: close };
}

/** Prefixes of variables, in a block or from where they are made on. */
interface Prefixed {
  name: string;
  start: number;
  end: number;
  prefix: string;
}

function declared(_path: string, text: string): DeclaredRoutes {
  if (!new RegExp(`\\.\\s*(?:${VERBS}|on|group|grouped)\\s*[({]`).test(text)) return { routes: [], mounts: [] };
  const source = sourceOf(text);
  const { code, closed } = source;
  const routes: DeclaredRoute[] = [];
  const prefixed: Prefixed[] = [];
  const ofCall = new Map<number, string>();
  const handedIn = new Set([...code.matchAll(HANDED_IN)].map((match) => match[1] ?? ""));
  const prefixOf = ({ receiver, start }: NamedCall): string | undefined =>
    receiver === ")"
      ? ofCall.get(start)
      : prefixed.findLast(({ name, start: from, end }) => name === receiver && from <= start && start < end)?.prefix;
  for (const found of callsIn(code, closed, REGISTRATION)) {
    // `routes.get { … }` has no brackets: its block is what handles it.
    const isBlock = code[found.end - 1] === "}";
    const call: NamedCall = isBlock ? { ...found, args: [] } : found;
    const prefix = prefixOf(call);
    const block = isBlock ? { open: 0, end: call.end - 1 } : blockBehind(source, call.end);
    if (call.name === "grouped" || call.name === "group") {
      const own = joinRoute(prefix ?? "", pathOf(source, call) ?? "");
      ofCall.set(call.end - 1, own);
      const parameter = block && /^\{\s*(\w+)\s+in\b/.exec(code.slice(block.open, block.open + 200))?.[1];
      const variable = /(?:let|var)\s+(\w+)\s*=\s*[\w.\s]*$/.exec(
        code.slice(Math.max(0, call.start - 200), call.start),
      )?.[1];
      if (block && parameter) prefixed.push({ name: parameter, start: block.open, end: block.end, prefix: own });
      else if (variable !== undefined)
        prefixed.push({ name: variable, start: call.end, end: code.length, prefix: own });
      continue;
    }
    const isOn = call.name === "on";
    const [first] = call.args;
    const method = isOn && first ? (/^\s*\.\s*(\w+)/.exec(codeOf(source, first))?.[1] ?? null) : null;
    if (isOn && method === null) continue;
    const path = pathOf(source, isOn ? { ...call, args: call.args.slice(1) } : call);
    const handles = call.args.some((arg) => /^\s*(?:use|onUpgrade|shouldUpgrade)\s*:/.test(codeOf(source, arg)));
    const isRouted =
      handles ||
      (block !== null &&
        (prefix !== undefined || IS_ROUTER.test(call.receiver ?? "") || handedIn.has(call.receiver ?? "")));
    if (path === null || !isRouted) continue;
    routes.push({
      method: method?.toUpperCase() ?? (IS_VERB.test(call.name) ? call.name.toUpperCase() : null),
      path: joinRoute(prefix ?? "", path),
      lineStart: source.lineAt(call.nameAt),
      lineEnd: source.lineAt(block?.end ?? call.end - 1),
      handler: null,
      owner: call.receiver === ")" ? null : call.receiver,
      isPartial: prefix === undefined && handedIn.has(call.receiver ?? ""),
    });
  }
  return { routes, mounts: [] };
}

const IS_ROUTER = /^(?:app|application|routes?|router|group)$/i;

const REQUEST =
  /(?:(?<receiver>(?<!\w)\w{1,80}|\))\s*\.\s*)(?<name>test|sendRequest|execute|testable|get|post|put|patch|delete)\s*\(/g;
const IS_PATH = /^(?:\/|https?:\/\/|\$\{\}\/|[\w-]+(?:\/|$))/;

/** `app.test(.GET, "/cats")`, `client.execute(uri: "/cats", method: .get)`, `client.get("https://…")`. */
function requested(source: RouteSource): RouteRequest[] {
  return callsIn(source.code, source.closed, REQUEST).flatMap((call): RouteRequest[] => {
    const method = call.args.flatMap(
      (arg) =>
        /^\s*(?:method\s*:\s*)?\.\s*(get|post|put|patch|delete|head|options)\b/i.exec(codeOf(source, arg))?.[1] ?? [],
    );
    const isVerb = IS_VERB.test(call.name);
    if (!isVerb && method.length === 0) return [];
    const texts = call.args.flatMap((arg) => {
      const label = LABEL.exec(codeOf(source, arg))?.[0] ?? "";
      if (label !== "" && !/^\s*(?:uri|path|to|at)\b/.test(label)) return [];
      const range = { start: arg.start + label.length, end: arg.end };
      return /^\s*"/.test(codeOf(source, range)) ? (textIn(source, range) ?? []) : [];
    });
    const [path] = texts;
    if (path === undefined || !IS_PATH.test(path) || (isVerb && !/^(?:\/|https?:|\$)/.test(path))) return [];
    if (
      isVerb &&
      (texts.length > 1 ||
        blockBehind(source, call.end) !== null ||
        /\buse\s*:/.test(source.code.slice(call.nameAt, call.end)))
    )
      return [];
    const named = isVerb ? call.name : method[0];
    return [
      {
        method: named?.toUpperCase() ?? null,
        path: /^[\w-]/.test(path) && !path.includes(":") ? `/${path}` : path,
        line: source.lineAt(call.nameAt),
      },
    ];
  });
}

function asked(text: string): AskedRoutes {
  const source = sourceOf(text);
  return { requests: requested(source), kept: keptPaths(source) };
}

export const routes: RouteConventions = { declared, asked };
