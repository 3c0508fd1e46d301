/** `docs`: writes the tables of docs/ that repeat the code, the JSON Schema of the settings and .env.example, or reports that they are stale. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { z } from "zod";
import { CodeindexError, ERRORS } from "../base/errors.js";
import { present } from "../base/need.js";
import { packageFile } from "../base/package.js";
import { configSchema, localUrl } from "../config/config.js";
import { CHANGEABLE, CONFIG_KEYS, type ConfigKey } from "../config/keys.js";
import { type ClientPart, PARTS } from "../mcp/clients/client.js";
import { type Choice, configText, entryFor } from "../mcp/clients/config.js";
import { CLIENT_NAMES, type ClientName, clientOf } from "../mcp/clients/index.js";
import { HOOKS, PERMISSIONS } from "../mcp/clients/parts.js";
import { partFileOf } from "../mcp/clients/steps.js";
import { PROMPTS } from "../mcp/prompts/index.js";
import { RESOURCES } from "../mcp/resources/index.js";
import { SCHEME } from "../mcp/resources/uri.js";
import { describeMetrics } from "../telemetry/metrics.js";
import { TOOLS } from "../tools/index.js";
import type { ToolDefinition } from "../tools/running/tool.js";
import { commandName, summaryOf } from "./tool-commands.js";

/** Writes all of it, the commands from `program`; with `check` only compares. Returns the exit code: 1 where `check` finds a stale file. */
export function writeDocs(program: Command, check: boolean): number {
  const pages = Object.entries(generatedTables(program)).map(([page, tables]) => {
    const url = packageFile(page);
    return { url, text: fillTables(readFileSync(url, "utf8"), tables) };
  });
  const wanted = [
    ...pages,
    { url: packageFile("codeindex.config.schema.json"), text: `${JSON.stringify(configSchema(), null, 2)}\n` },
    { url: packageFile(".env.example"), text: envExample() },
  ];
  const stale = wanted.filter(({ url, text }) => !existsSync(url) || readFileSync(url, "utf8") !== text);
  for (const { url, text } of stale) {
    if (check) console.error(`${fileURLToPath(url)} is stale: run npm run docs`);
    else writeFileSync(url, text);
  }
  return check && stale.length > 0 ? 1 : 0;
}

type Tables = Record<string, () => string>;

/** The generated tables by page. */
export const generatedTables = (program: Command): Record<string, Tables> => ({
  "docs/clients.md": { clients: clientExamples, installed: installedTable },
  "docs/tools.md": { tools: toolTable },
  "docs/commands.md": { commands: () => commandTable(program) },
  "docs/configuration.md": { config: settingTable },
  "docs/errors.md": { errors: errorTable },
  "docs/operations.md": { metrics: metricTable },
  "docs/mcp.md": { resources: resourceTable, prompts: promptTable },
});

/** The text with each table between its markers, `<!-- generated:tools -->` and `<!-- /generated:tools -->`. Throws where a pair is missing. */
export function fillTables(text: string, tables: Tables): string {
  let filled = text;
  for (const [name, table] of Object.entries(tables)) {
    const [open, close] = [`<!-- generated:${name} -->`, `<!-- /generated:${name} -->`];
    const start = filled.indexOf(open);
    const end = filled.indexOf(close, start);
    if (start < 0 || end < 0) throw new CodeindexError("configuration", `The page lacks ${open} … ${close}.`);
    filled = `${filled.slice(0, start + open.length)}\n${table()}\n${filled.slice(end)}`;
  }
  return filled;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function resourceTable(): string {
  return table(
    ["resource", "what it is"],
    RESOURCES.map(({ path, usesProject, description }) => {
      const forms = usesProject === false ? [path] : [`{project}/${path}`, path];
      return [forms.map((form) => `\`${SCHEME}${form}\``).join("<br>"), description];
    }),
  );
}

function promptTable(): string {
  return table(
    ["prompt", "what for", "arguments"],
    PROMPTS.map(({ name, description, arguments: list }) => [
      `\`${name}\``,
      description,
      list.map((each) => `\`${each.name}\`${each.required ? " (required)" : ""}`).join(", "),
    ]),
  );
}

/** Clients that docs/clients.md shows; mcp-config prints the others. */
const SHOWN_CLIENTS = 3;

function clientExamples(): string {
  const base = localUrl(String(CONFIG_KEYS.host.fallback), Number(CONFIG_KEYS.port.fallback));
  const program = ["node", "/path/to/codeindex/bin/codeindex.js"] as const;
  const shown = CLIENT_NAMES.slice(0, SHOWN_CLIENTS).flatMap((name) => {
    const client = clientOf(name);
    const [onLinux, onMac] = (["linux", "darwin"] as const).map((platform) =>
      client.userFile({ platform, home: "~", env: {} }),
    );
    const userFile = onLinux === onMac ? `\`${onLinux}\`` : "your own, which `mcp-config` names,";
    const choice = { base, hasToken: false, program };
    const stdio = { namesUrl: false, isAuto: true, env: {} };
    const text = (of: Choice) => ["```json", configText(client, entryFor(client, of)), "```", ""];
    return [
      `**${client.title}**: \`${client.projectFile}\` in a project, or ${userFile} for all. By URL:`,
      "",
      ...text(choice),
      "As a program:",
      "",
      ...text({ ...choice, stdio }),
    ];
  });
  return shown.join("\n").trimEnd();
}

/** The table of installed files by client: the project's and the user's. */
function installedTable(): string {
  const machine = { platform: "linux", home: "~", env: {} } as const;
  const cell = (name: ClientName, part: ClientPart): string => {
    const { project, user } = partFileOf(name, part) ?? {};
    const files = [typeof project === "object" ? project.otherwise : project, user?.(machine)];
    const note = part === "permissions" ? PERMISSIONS[name]?.note : part === "hook" ? HOOKS[name]?.note : undefined;
    const named = files.flatMap((file) => (file === undefined ? [] : [`\`${file}\``])).join("<br>");
    return note ? `${named}<br>${note}` : named;
  };
  return table(
    ["client", ...PARTS.map((part) => `\`${part}\``)],
    CLIENT_NAMES.map((name) => [clientOf(name).title, ...PARTS.map((part) => cell(name, part))]),
  );
}

function toolTable(): string {
  return table(
    ["tool", "toolset", "what for", "command"],
    TOOLS.map((tool) => [
      `\`${tool.name}\``,
      tool.core ? `core, ${tool.toolset}` : tool.toolset,
      summaryOf(tool),
      `\`${usage(tool.name)}\``,
    ]),
  );
}

/** `codeindex callers <node_id>` */
function usage(toolName: string): string {
  const tool = present(TOOLS.find(({ name }) => name === toolName));
  const positional = (tool.command?.positional ?? []).map((name) => {
    const words = name === "node_id" ? "symbol" : name;
    return isOptional(tool, name) ? `[${words}]` : `<${words}>`;
  });
  return ["codeindex", commandName(tool), ...positional].join(" ");
}

function isOptional(tool: ToolDefinition, name: string): boolean {
  return z.object({ value: present(tool.input[name]) }).safeParse({}).success;
}

function commandTable(program: Command): string {
  const isTool = new Set(TOOLS.map(commandName));
  const own = program.commands.filter((command) => !isTool.has(command.name()));
  const options = (command: Command) => command.options.map(({ flags }) => `\`${flags}\``).join(", ");
  return table(
    ["command", "does", "options"],
    own.map((command) => [`\`codeindex ${command.name()}\``, command.description(), options(command)]),
  );
}

function settingTable(): string {
  const rows = (Object.entries(CONFIG_KEYS) as [string, ConfigKey][]).map(([name, key]) => [
    `\`${key.environment}\``,
    key.flag ? `\`${key.flag}\`` : "",
    `\`${key.file}\``,
    defaultInWords(key),
    `${key.meaning} ${sentence(key.kind.allowed)}${key.reindex ? " Another value rebuilds the index." : ""}${key.fileVariable ? ` \`${key.fileVariable}\` names a file that holds it.` : ""}${isChangeable(name) ? ` \`update_config\` may change it, as \`${name}\`.` : ""}`,
  ]);
  return table(["environment", "option", "codeindex.config.json", "default", "meaning"], rows);
}

const isChangeable = (name: string): boolean => (CHANGEABLE as readonly string[]).includes(name);

const ENV_HEAD = `# Settings for docker compose: copy this to .env and uncomment what should be another value.

# The folder whose repositories are indexed; it is only read.
# REPOS_DIR=..

# Who the processes run as (user:group, by number): somebody who may read the repositories.
# CODEINDEX_USER=1000:1000

# An image that was built elsewhere, instead of the one that is built here.
# CODEINDEX_IMAGE=codeindex

# The password of the database, which only these containers reach. Set it before the first start.
# POSTGRES_PASSWORD=codeindex
`;

/** Settings that docker-compose.yml fixes for its own containers, regardless of .env. */
export const SET_BY_COMPOSE = [
  "CODEINDEX_CLONES_DIR",
  "CODEINDEX_HOST",
  "CODEINDEX_METRICS_PORT",
  "CODEINDEX_ROOT",
  "DATABASE_URL",
  "REDIS_URL",
];

/** .env.example: every setting with its meaning and its default, commented out. */
export function envExample(): string {
  const settings = (Object.values(CONFIG_KEYS) as ConfigKey[]).map(
    ({ environment, fallback, meaning, kind, ...key }) => {
      const isPlain = typeof fallback !== "function" && fallback !== null && key.fallbackInWords === undefined;
      const byCompose = SET_BY_COMPOSE.includes(environment) ? " docker-compose.yml sets it itself." : "";
      const otherwise = isPlain ? "" : ` Default: ${key.fallbackInWords}.`;
      return `# ${meaning} ${sentence(kind.allowed)}${otherwise}${byCompose}\n# ${environment}=${isPlain ? fallback : ""}\n`;
    },
  );
  return [ENV_HEAD, ...settings].join("\n");
}

function defaultInWords({ fallback, fallbackInWords }: ConfigKey): string {
  if (fallbackInWords !== undefined) return fallbackInWords;
  return `\`${Array.isArray(fallback) ? fallback.join(",") : String(fallback)}\``;
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function metricTable(): string {
  return table(
    ["metric", "kind", "labels", "of", "meaning"],
    describeMetrics().map(({ name, kind, labels, help, isShared }) => [
      `\`${name}\``,
      kind,
      labels.map((label) => `\`${label}\``).join(", "),
      isShared ? "installation" : "process",
      help,
    ]),
  );
}

function errorTable(): string {
  return table(
    ["code", "status", "may succeed later", "what to do"],
    Object.entries(ERRORS).map(([code, { status, retryable, suggestions }]) => [
      `\`${code}\``,
      String(status),
      retryable ? "yes" : "no",
      suggestions.join(" "),
    ]),
  );
}
