/** Procedures of tRPC: the routers that declare them, `router({ list: procedure.query(…) })`, and the clients that call them, `api.tags.list.useQuery()`. Pure. */
import {
  argumentsIn,
  callsIn,
  codeOf,
  type DeclaredRoutes,
  type NamedCall,
  namesIn,
  PROCEDURE,
  type PrefixBlock,
  prefixAround,
  type Range,
  type RouteRequest,
  type RouteSource,
} from "../routing.js";

/** `router({`, `createTRPCRouter({`, `t.router({`, `mergeRouters(a, b)`. */
const ROUTER =
  /(?:(?<receiver>(?<![\w$])[\w$]{1,80})\s{0,20}\.\s{0,20})?(?<![\w$])(?<name>[\w$]{0,60}[rR]outer|mergeRouters)\s{0,20}\(/g;
const HAS_ROUTERS = /outers?\s{0,20}\(/;
const HAS_PROCEDURES = /procedure|trpc/i;
/** A variable that keeps an object: `const queries = {`. Its entries may be procedures of a router. */
const KEPT_OBJECT = /\b(?:const|let|var)\s{1,20}(?<name>[\w$]{1,80})\s{0,20}(?::[^=;{]{0,80})?=\s{0,20}\{/g;
/** The entries of another object: `...queries`. */
const SPREAD = /^\s*\.\.\.\s*([\w$]+)\s*$/;
/** An entry of a router's object: its key, and the value behind the colon. */
const ENTRY = /^\s*([A-Za-z_$][\w$]*)\s*(?::\s*|$)/;
const IS_NAME = /^[\w$.\s]*$/;
/** Objects within objects that are looked at. */
const MOST_DEPTH = 5;
const MOUNT = { isOfProcedures: true } as const;
const IS_PROCEDURE = /\.\s*(?:query|mutation|subscription)\s*\(/;

/** The procedures that a file's routers have, and the routers that stand within others. */
export function declaredProcedures(source: RouteSource, text: string): DeclaredRoutes {
  const found: DeclaredRoutes = { routes: [], mounts: [] };
  if (HAS_PROCEDURES.test(text)) addKeptObjects(source, found);
  if (!HAS_ROUTERS.test(text)) return found;
  const blocks: (PrefixBlock & { owner: string | null })[] = [];
  for (const call of callsIn(source.code, source.closed, ROUTER)) {
    const outer = prefixAround(blocks, call.start);
    const owner = outer === null ? variableOf(source, call) : (blocks.at(-1)?.owner ?? null);
    const [first] = call.args;
    if (call.name === "mergeRouters")
      found.mounts.push({ ...MOUNT, prefix: "", names: namesIn(codeOf(source, call)), owner });
    else if (first && source.code.slice(first.start, first.end).trimStart().startsWith("{"))
      addEntries(source, first, { prefix: outer ?? "", owner, found, blocks, depth: 0 });
  }
  if (HAS_PROCEDURES.test(text)) return found;
  // A router of routers alone need not say its library.
  return { routes: [], mounts: found.mounts.filter(({ names }) => [...names].some((name) => /[rR]outer/.test(name))) };
}

/** Adds the procedures in objects that variables keep: a router that spreads such an object has them. */
function addKeptObjects(source: RouteSource, found: DeclaredRoutes): void {
  for (const { index, 0: whole, groups = {} } of source.code.matchAll(KEPT_OBJECT)) {
    const start = index + whole.length - 1;
    const object = { start, end: (source.closed.get(start) ?? start) + 1 };
    if (!IS_PROCEDURE.test(codeOf(source, object))) continue;
    addEntries(source, object, { prefix: "", owner: groups.name ?? null, found, blocks: [], depth: 0 });
  }
}

/** The variable that a router is kept in. */
function variableOf({ code }: RouteSource, { start }: NamedCall): string | null {
  return (
    /\b(?:const|let|var)\s+([\w$]+)\s*(?::[^=;]{0,80})?=\s*$/.exec(code.slice(Math.max(0, start - 200), start))?.[1] ??
    null
  );
}

interface ObjectEntry extends Range {
  key: string;
  value: Range;
}

function entriesOf({ code, closed }: RouteSource, object: Range): ObjectEntry[] {
  const open = code.indexOf("{", object.start);
  const end = closed.get(open) ?? object.end;
  return argumentsIn(code, closed, { start: open + 1, end }).flatMap((range) => {
    const match = ENTRY.exec(code.slice(range.start, range.end));
    if (!match) return [];
    const start = range.start + match[0].length;
    return [
      {
        start: range.start + match[0].search(/\S/),
        end: range.end,
        key: match[1] ?? "",
        value: { start, end: range.end },
      },
    ];
  });
}

/** The names of the objects that an object spreads. */
function spreadIn({ code, closed }: RouteSource, object: Range): string[] {
  const open = code.indexOf("{", object.start);
  return argumentsIn(code, closed, { start: open + 1, end: closed.get(open) ?? object.end }).flatMap(
    ({ start, end }) => SPREAD.exec(code.slice(start, end))?.[1] ?? [],
  );
}

/** Where the entries of an object belong. */
interface RoutersAround {
  prefix: string;
  owner: string | null;
  found: DeclaredRoutes;
  /** Routers within, whose calls come later. */
  blocks: (PrefixBlock & { owner: string | null })[];
  depth: number;
}

function addEntries(source: RouteSource, object: Range, around: RoutersAround): void {
  const { depth, prefix, owner, found } = around;
  if (depth > MOST_DEPTH) return;
  for (const entry of entriesOf(source, object)) addEntry(source, entry, around);
  for (const name of spreadIn(source, object)) found.mounts.push({ ...MOUNT, prefix, names: new Set([name]), owner });
}

function addEntry(source: RouteSource, { key, start, end, value }: ObjectEntry, around: RoutersAround): void {
  const { owner, found, blocks, depth } = around;
  const prefix = `${around.prefix}/${key}`;
  const code = codeOf(source, value);
  const own = { method: PROCEDURE, path: prefix, owner, isPartial: true };
  const line = source.lineAt(start);
  if (IS_NAME.test(code)) {
    // Another router, or a procedure that is declared elsewhere.
    const names = code.trim() === "" ? new Set([key]) : namesIn(code);
    found.mounts.push({ ...MOUNT, prefix, names, owner });
    found.routes.push({ ...own, lineStart: line, lineEnd: source.lineAt(end - 1), handler: null });
  } else if (code.trimStart().startsWith("{")) addEntries(source, value, { ...around, prefix, depth: depth + 1 });
  else if (/^\s*(?:[\w$]+\.)?[\w$]*[rR]outer\s*\(/.test(code)) blocks.push({ prefix, end, owner });
  else if (IS_PROCEDURE.test(code)) found.routes.push({ ...own, lineStart: line, lineEnd: line, handler: line });
}

const HOOKS =
  "use(?:Suspense)?(?:Infinite)?Query|useMutation|useSubscription|(?:query|infiniteQuery|mutation|subscription)Options|fetch|prefetch|ensureData";
const CALL = new RegExp(
  "(?<![\\w$.])[A-Za-z_$][\\w$]{0,60}(?<path>(?:\\s{0,40}\\.\\s{0,40}[A-Za-z_$][\\w$]{0,60}){1,6})" +
    `\\s{0,40}\\.\\s{0,40}(?:(?<hook>${HOOKS})|query|mutate|subscribe)\\s{0,20}(?:<[^()]{0,200}>)?\\(`,
  "g",
);

/** A caller of procedures in their own process: `const admin = createCaller(context)`, `appRouter.createCaller(context)`. */
const CALLER =
  /(?<![\w$.])(?:const|let|var)\s{1,20}([A-Za-z_$][\w$]{0,60})\s{0,20}=\s{0,20}(?:await\s{1,20})?(?:[\w$]{1,60}\.)?create[\w$]{0,30}Caller\s{0,20}\(/g;
const MOST_CALLERS = 20;

/** A call by such a caller, `caller.tags.list()`; by the names that it has elsewhere, too: `api`, `c.var.api`, `trpc`. */
const callsOf = (callers: readonly string[]) =>
  new RegExp(
    `(?<![\\w$])(?:(?:[\\w$]{0,40}C|c)aller|${["api", "trpc", ...callers].map((name) => name.replaceAll("$", "\\$")).join("|")})` +
      "(?<path>(?:\\s{0,40}\\.\\s{0,40}[A-Za-z_$][\\w$]{0,60}){2,7})\\s{0,20}\\(",
    "g",
  );

/** The procedures that a file's clients call. */
export function requestedProcedures({ code, lineAt }: RouteSource): RouteRequest[] {
  const callers = new Set([...code.matchAll(CALLER)].flatMap(([, name]) => name ?? []));
  const calls = code.matchAll(callsOf([...callers].slice(0, MOST_CALLERS)));
  const inProcess = [...calls].map(({ index, 0: whole, groups = {} }) => ({
    method: PROCEDURE,
    path: pathOfSteps(groups.path ?? ""),
    line: lineAt(index + whole.length - 1),
  }));
  const remote = [...code.matchAll(CALL)].flatMap(({ index, 0: whole, groups = {} }): RouteRequest[] => {
    const path = pathOfSteps(groups.path ?? "");
    // `db.users.query(…)` asks a database as well: the path tells, where a procedure has it.
    if (groups.hook === undefined && path.indexOf("/", 1) < 0) return [];
    return [{ method: PROCEDURE, path, line: lineAt(index + whole.length - 1) }];
  });
  return [...remote, ...inProcess];
}

/** `/tags/list` of `.tags.list`. */
const pathOfSteps = (steps: string): string => steps.replace(/\s/g, "").replaceAll(".", "/");
