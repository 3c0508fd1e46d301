/** / and /ui/: the page to browsers. To other clients / explains in plain text how to connect. */
import { type Request, type Response, Router } from "express";
import { VERSION } from "../../base/version.js";
import type { Config } from "../../config/config.js";
import { configText, entryFor, shownChoice } from "../../mcp/clients/config.js";
import { clientOf } from "../../mcp/clients/index.js";
import { originOf } from "../origin.js";
import type { WebManifest } from "../web-files.js";

const PLACES = ["/mcp", "/openapi.json", "/health", "/ready", "/metrics"];
/** Nothing inline, nothing from another host, no frame around it, and no text that becomes a script. `blob:` is for pictures that were fetched. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Serves the page; `manifest` names its files, and is null where it was not built. */
export function homeRoute(config: Pick<Config, "publicUrl" | "auth">, manifest: WebManifest | null): Router {
  const router = Router();
  router.get("/", (request, response) => {
    response.vary("Accept");
    if (request.accepts(["text", "html"]) === "html") sendPage(request, response);
    else response.type("text/plain").send(words(originOf(config, request), config));
  });
  router.get(["/ui", "/ui/*path"], sendPage);
  return router;

  function sendPage(request: Request, response: Response): void {
    response
      .set({ "Content-Security-Policy": POLICY, "X-Frame-Options": "DENY", "Cache-Control": "no-cache" })
      .type("html")
      .send(manifest ? shell(manifest, request, config) : NOT_BUILT);
  }
}

function words(origin: string, config: Pick<Config, "auth">): string {
  const cursor = clientOf("cursor");
  return [
    `codeindex ${VERSION}`,
    "",
    ...PLACES.map((path) => `${path.slice(1).padEnd(14)}${origin}${path}`),
    "",
    `Client configuration (${cursor.title}; a browser shows others here, and codeindex mcp-config prints them):`,
    configText(cursor, entryFor(cursor, shownChoice(origin, config))),
    "",
  ].join("\n");
}

/**
 * The way from a URL of the page up to the root of the service. It is relative, so it holds behind every path prefix that a proxy takes away, and the
 * service need not know the prefix.
 */
function baseOf(request: Request): string {
  return "../".repeat(request.path.split("/").length - 2) || "./";
}

/** The chunks of the page that a path leads to: a browser loads them beside the script, and not only after it. */
function chunksOf({ preload, pages }: WebManifest, path: string): readonly string[] {
  const [, , place = ""] = path.split("/");
  const page = PAGE_AT.get(place) ?? place;
  return [...preload, ...(Object.hasOwn(pages, page) ? (pages[page] ?? []) : [])];
}

/** Pages whose file has another name than their place below /ui. */
const PAGE_AT = new Map([
  ["", "search"],
  ["index", "index-state"],
]);

/** The document. All in it is ours: nothing of the request but how deep its path is, and which page it leads to. */
function shell(manifest: WebManifest, request: Request, { auth }: Pick<Config, "auth">): string {
  const { script, style } = manifest;
  const preload = chunksOf(manifest, request.path);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<base href="${baseOf(request)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="codeindex-version" content="${VERSION}">
<meta name="codeindex-auth" content="${auth.join(",")}">
<title>codeindex</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="stylesheet" href="ui/assets/${style}">
${preload.map((name) => `<link rel="modulepreload" href="ui/assets/${name}">\n`).join("")}<script type="module" src="ui/assets/${script}"></script>
</head>
<body>
<noscript>This page needs JavaScript. The command codeindex asks the same service, and so does curl: see openapi.json.</noscript>
<div id="app"></div>
</body>
</html>
`;
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#4f6bed"/><path d="M6.2 4.5 3.2 8l3 3.5M9.8 4.5l3 3.5-3 3.5" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>codeindex</title><body><p>The page was not built: <code>npm run build</code> makes it.</p></body></html>';
