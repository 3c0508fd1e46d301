/** Routes that the path of a file declares: Next, SvelteKit, Remix. Pure. */
import { type DeclaredRoute, joinRoute } from "../routing.js";
import { lineCounter } from "../testing.js";

const HANDLER =
  /^export\s+(?:(?:async\s+)?function\s*\*?|const|let)\s+(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|loader|action)\b/gm;
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
      routeAt(lines.at(index), name === "loader" ? "GET" : name === "action" ? "POST" : name),
    );
    const standard = byDefault === undefined ? null : DEFAULT.exec(text);
    return standard ? [...named, routeAt(lineCounter(text).at(standard.index), byDefault ?? null)] : named;
  }
  return [];
}
