/** Routes that the path of a file declares: Next, SvelteKit, Remix. Pure. */
import { type DeclaredRoute, joinRoute } from "../routing.js";
import { lineCounter } from "../testing.js";

/** The names of exports that handle requests. */
const NAMES = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|loader|action";
const HANDLER = new RegExp(`^export\\s+(?:(?:async\\s+)?function\\s*\\*?|const|let)\\s+(${NAMES})\\b`, "gm");
/** Handlers that a function makes, and gives together: `const { action, loader } = createRoute(options, async () => …)`. */
const MADE = /^(export\s+)?const\s+\{([^{}\n]{1,200})\}\s*=\s*[\w$.]{1,100}\s*[(<]/gm;
const IS_HANDLER = new RegExp(`^(?:${NAMES})$`);
const DEFAULT = /^export\s+default\b/m;

interface Form {
  file: RegExp;
  /** The route of the part of the path that the form has found. */
  route: (found: string) => string;
  /** The method of the default export, where it handles requests; undefined where it does not. */
  byDefault?: string | null;
}

const bracketed = (folders: string) =>
  folders
    .split("/")
    .filter((part) => !/^(?:\(.*\)|@.*)$/.test(part))
    .join("/");

/** `_auth+/t.$team+/docs.$id._index` of Remix: `t/:team/docs/:id`. */
function flat(name: string): string {
  return name
    .replace(/\/(?:route|index)$/, "")
    .split(/[./]/)
    .map((part) => part.replace(/\+$/, ""))
    .filter((part) => part !== "" && !part.startsWith("_") && part !== "index")
    .map((part) => (part === "$" ? "*" : part.replace(/_$/, "").replace(/^\(?\$(\w+)\)?/, ":$1")))
    .join("/");
}

const FORMS: readonly Form[] = [
  { file: /(?:^|\/)app\/(?:(.*)\/)?route\.[jt]s$/, route: bracketed },
  { file: /(?:^|\/)app\/(?:(.*)\/)?page\.[jt]sx?$/, route: bracketed, byDefault: "GET" },
  {
    file: /(?:^|\/)pages\/(api\/.*)\.[jt]s$/,
    route: (found) => bracketed(found.replace(/\/index$/, "")),
    byDefault: null,
  },
  { file: /(?:^|\/)src\/routes\/(?:(.*)\/)?\+server\.[jt]s$/, route: bracketed },
  { file: /(?:^|\/)app\/routes\/(.*)\.[jt]sx?$/, route: flat, byDefault: "GET" },
];

/** The method that an export of this name handles. */
const methodOfExport = (name: string): string => (name === "loader" ? "GET" : name === "action" ? "POST" : name);

/** The exported handlers that one call makes, and its lines, up to a bracket that begins one. */
function madeTogether(text: string): { names: string[]; lineStart: number; lineEnd: number }[] {
  const lines = lineCounter(text);
  return [...text.matchAll(MADE)].flatMap(({ index, 0: head, 1: exported, 2: list = "" }) => {
    const isExported = (name: string) =>
      exported !== undefined || new RegExp(`^export\\s*\\{[^}]{0,300}\\b${name}\\b`, "m").test(text);
    const names = list
      .split(",")
      .map((part) => part.replace(/[:=].*$/, "").trim())
      .filter((name) => IS_HANDLER.test(name) && isExported(name));
    if (names.length === 0) return [];
    const lineStart = lines.at(index);
    const end = text.slice(index + head.length).search(/\n\)/);
    const rest = end < 0 ? "" : text.slice(index, index + head.length + end + 1);
    return [{ names, lineStart, lineEnd: lineStart + rest.split("\n").length - 1 }];
  });
}

/** The routes of a file's exports, by where it stands. */
export function fileRoutes(path: string, text: string): DeclaredRoute[] {
  for (const { file, route, byDefault } of FORMS) {
    const match = file.exec(path);
    if (!match) continue;
    const whole = joinRoute("/", route(match[1] ?? ""));
    const lines = lineCounter(text);
    const routeAt = (line: number, method: string | null): DeclaredRoute => ({
      method,
      path: whole,
      lineStart: line,
      lineEnd: line,
      handler: line,
      owner: null,
      isPartial: false,
    });
    const named = [...text.matchAll(HANDLER)].map(({ index, 1: name = "" }) =>
      routeAt(lines.at(index), methodOfExport(name)),
    );
    for (const { names, lineStart, lineEnd } of madeTogether(text))
      for (const name of names) named.push({ ...routeAt(lineStart, methodOfExport(name)), lineEnd, handler: null });
    const standard = byDefault === undefined ? null : DEFAULT.exec(text);
    return standard ? [...named, routeAt(lineCounter(text).at(standard.index), byDefault ?? null)] : named;
  }
  return [];
}
