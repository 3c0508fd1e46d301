/** /: introduces the service and explains how to connect, as a page to browsers and in plain text to other clients. */
import { randomBytes } from "node:crypto";
import { type Request, Router } from "express";
import { VERSION } from "../../base/version.js";
import { type Config, isLoopback } from "../../config/config.js";
import { CONFIG_KEYS } from "../../config/keys.js";
import type { Client, Machine } from "../../mcp/clients/client.js";
import { configText, entryFor, shownChoice } from "../../mcp/clients/config.js";
import { CLIENT_NAMES, clientOf } from "../../mcp/clients/index.js";
import { originOf } from "../origin.js";

/** Clients shown at once; the others are behind a menu. */
const SHOWN_FIRST = 3;
const PLACES = ["/mcp", "/openapi.json", "/health", "/ready", "/metrics"];

export function homeRoute(config: Pick<Config, "publicUrl" | "auth">): Router {
  const router = Router();
  router.get("/", (request, response) => {
    const origin = originOf(config, request);
    response.vary("Accept");
    if (request.accepts(["text", "html"]) !== "html") {
      response.type("text/plain").send(words(origin, config));
      return;
    }
    const nonce = randomBytes(16).toString("base64");
    response
      .set({
        "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        "Referrer-Policy": "no-referrer",
      })
      .type("html")
      .send(page(origin, machineOf(request), nonce, config));
  });
  return router;
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

/** The platform of the visitor, from its browser's headers, because paths of files differ. */
function machineOf(request: Request): Machine {
  const agent = request.get("user-agent") ?? "";
  if (agent.includes("Windows")) return { platform: "win32", home: "%USERPROFILE%", env: { APPDATA: "%APPDATA%" } };
  return { platform: agent.includes("Mac") ? "darwin" : "linux", home: "~", env: {} };
}

function page(origin: string, machine: Machine, nonce: string, config: Pick<Config, "auth">): string {
  const command = `codeindex mcp-config --client NAME --write${isDefault(origin) ? "" : ` --url ${origin}`}`;
  const cards = CLIENT_NAMES.map((name) => card(clientOf(name), origin, machine, config));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>codeindex</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>codeindex <small>${VERSION}</small></h1>
<p>Your agents ask here about code: where it is, what calls it, what breaks if it changes. They reach it at</p>
${block(`${origin}/mcp`)}
<h2>Connect a client</h2>
<p>Put this into the client's file, beside the servers that are there. <code>${escapeHtml(command)}</code> does it for you.</p>
${cards.slice(0, SHOWN_FIRST).join("\n")}
<details class="others">
<summary>Other clients</summary>
${cards.slice(SHOWN_FIRST).join("\n")}
</details>
<h2>Look around</h2>
<p>${PLACES.slice(1)
    .map((path) => `<a href="${escapeHtml(origin + path)}">${path.slice(1)}</a>`)
    .join(" · ")}</p>
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

/** Whether programs on the same machine use this address by default. */
function isDefault(origin: string): boolean {
  const { hostname, port } = new URL(origin);
  return isLoopback(hostname) && Number(port) === CONFIG_KEYS.port.fallback;
}

function card(client: Client, origin: string, machine: Machine, config: Pick<Config, "auth">): string {
  const choice = shownChoice(origin, config);
  const namesUrl = !isDefault(origin);
  const byUrl = configText(client, entryFor(client, choice));
  const asProgram = configText(client, entryFor(client, { ...choice, stdio: { namesUrl, isAuto: true, env: {} } }));
  const files = [client.projectFile, client.userFile(machine)].filter((file) => file !== undefined);
  const program = `<details><summary>as a program, on stdin and stdout</summary>${block(asProgram)}</details>`;
  return `<section>
<h3>${escapeHtml(client.title)}</h3>
<p>${files.map((file) => `<code>${escapeHtml(file)}</code>`).join(" or ")}</p>
${block(byUrl)}
${byUrl === asProgram ? "" : program}
${client.hint ? `<p class="hint">${escapeHtml(client.hint)}</p>` : ""}
</section>`;
}

function block(text: string): string {
  return `<div class="block"><pre>${escapeHtml(text)}</pre><button type="button">Copy</button></div>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0 0 .5rem; } h1 small { font-size: .9rem; font-weight: normal; opacity: .6; }
h2 { margin: 2rem 0 .25rem; } h3 { margin: 1.5rem 0 0; } p { margin: .25rem 0 .5rem; }
code, pre { font: 14px/1.5 ui-monospace, monospace; } code { overflow-wrap: anywhere; }
.block { position: relative; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; }
.block pre { margin: 0; padding: .75rem 5rem .75rem .75rem; overflow-x: auto; }
.block button { position: absolute; top: .5rem; right: .5rem; font: inherit; font-size: .85rem; padding: .1rem .6rem; cursor: pointer; }
details { margin: .5rem 0; } summary { cursor: pointer; }
.others > summary { margin-top: 1.5rem; font-weight: 600; } .hint { font-size: .9rem; opacity: .75; }
`;

// Pages that are neither local nor https have no clipboard: there the text is selected, for Ctrl-C.
const SCRIPT = `
for (const button of document.querySelectorAll(".block button")) {
  button.addEventListener("click", async () => {
    const text = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}
`;
