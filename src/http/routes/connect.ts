/** /connect: how clients are connected to this service, for the page and for programs. */
import { type Request, Router } from "express";
import { z } from "zod";
import { VERSION } from "../../base/version.js";
import { type Config, isLoopback } from "../../config/config.js";
import { CONFIG_KEYS } from "../../config/keys.js";
import type { Machine } from "../../mcp/clients/client.js";
import { configText, entryFor, shownChoice } from "../../mcp/clients/config.js";
import { CLIENT_NAMES, clientOf } from "../../mcp/clients/index.js";
import { originOf } from "../origin.js";

const client = z.object({
  name: z.string().describe("As `codeindex mcp-config --client` takes it."),
  title: z.string(),
  files: z.array(z.string()).describe("The files that hold its servers: the project's first, then the user's."),
  config: z.string().describe("The entry to put into the file."),
  program: z.string().nullable().describe("The same for a program on stdin and stdout; null where config is that."),
  hint: z.string().nullable().describe("Another way to the settings."),
});

/** The answer of GET /connect. */
export const connection = z.object({
  version: z.string(),
  url: z.string().describe("The URL of the service."),
  mcp: z.string().describe("The URL of its MCP endpoint."),
  command: z.string().describe("The command that writes a client's file."),
  clients: z.array(client).describe("The most used first."),
});
export type Connection = z.infer<typeof connection>;

/** Serves /connect to anybody: it tells nothing of projects. */
export function connectRoute(config: Pick<Config, "publicUrl" | "auth">): Router {
  const router = Router();
  router.get("/connect", (request, response) => {
    response.json(describeConnection(originOf(config, request), machineOf(request), config));
  });
  return router;
}

function describeConnection(url: string, machine: Machine, config: Pick<Config, "auth">): Connection {
  const namesUrl = !isDefault(url);
  return {
    version: VERSION,
    url,
    mcp: `${url}/mcp`,
    command: `codeindex mcp-config --client NAME --write${namesUrl ? ` --url ${url}` : ""}`,
    clients: CLIENT_NAMES.map((name) => {
      const known = clientOf(name);
      const choice = shownChoice(url, config);
      const byUrl = configText(known, entryFor(known, choice));
      const asProgram = configText(known, entryFor(known, { ...choice, stdio: { namesUrl, isAuto: true, env: {} } }));
      return {
        name,
        title: known.title,
        files: [known.projectFile, known.userFile(machine)].filter((file) => file !== undefined),
        config: byUrl,
        program: byUrl === asProgram ? null : asProgram,
        hint: known.hint ?? null,
      };
    }),
  };
}

/** The platform of the visitor, from its browser's headers, because paths of files differ. */
function machineOf(request: Request): Machine {
  const agent = request.get("user-agent") ?? "";
  if (agent.includes("Windows")) return { platform: "win32", home: "%USERPROFILE%", env: { APPDATA: "%APPDATA%" } };
  return { platform: agent.includes("Mac") ? "darwin" : "linux", home: "~", env: {} };
}

/** Whether programs on the same machine use this address by default. */
function isDefault(url: string): boolean {
  const { hostname, port } = new URL(url);
  return isLoopback(hostname) && Number(port) === CONFIG_KEYS.port.fallback;
}
