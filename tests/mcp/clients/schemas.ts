/**
 * The rules that each client's documentation gives for its file, as schemas. Strict: a key that is not documented is a mistake. Where a client takes
 * more than these, it is left out here as we do not write it.
 */
import { z } from "zod";
import type { ClientName } from "../../../src/mcp/clients/index.js";

const url = z.url({ protocol: /^https?$/ });
const strings = z.record(z.string(), z.string());
const args = z.array(z.string());
/** How a token is written: nowhere as it is. */
const headers = (variable: string) => z.strictObject({ Authorization: z.literal(`Bearer ${variable}`) });

/** Cursor 60 characters with the tool's, VS Code 18, Gemini no underscore: one name does for all. */
const named = <T extends z.ZodType>(entry: T) => z.strictObject({ codeindex: entry });

/** cursor.com/docs/context/mcp: a server has a url, or a command with type stdio; `${env:NAME}` in both. */
const cursor = z.strictObject({
  mcpServers: named(
    z.union([
      z.strictObject({ url, headers: headers(`\${env:CODEINDEX_TOKEN}`).optional() }),
      z.strictObject({ type: z.literal("stdio"), command: z.string(), args, env: strings.optional() }),
    ]),
  ),
});

/** code.claude.com/docs/en/mcp: `type` is required with a url; `${NAME}` in command, args, env, url and headers. */
const claudeCode = z.strictObject({
  mcpServers: named(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("http"), url, headers: headers(`\${CODEINDEX_TOKEN}`).optional() }),
      z.strictObject({ type: z.literal("stdio"), command: z.string(), args, env: strings.optional() }),
    ]),
  ),
});

/** code.visualstudio.com/docs/copilot/reference/mcp-configuration: `servers`, and inputs that are asked for once. */
const vscode = z
  .strictObject({
    inputs: z
      .array(
        z.strictObject({
          type: z.literal("promptString"),
          id: z.string(),
          description: z.string(),
          password: z.literal(true),
        }),
      )
      .optional(),
    servers: named(
      z.discriminatedUnion("type", [
        z.strictObject({ type: z.literal("http"), url, headers: headers(`\${input:codeindex-token}`).optional() }),
        z.strictObject({ type: z.literal("stdio"), command: z.string(), args, env: strings.optional() }),
      ]),
    ),
  })
  .refine(({ inputs = [], servers }) => {
    const used = JSON.stringify(servers).match(/\$\{input:[^}]+\}/g) ?? [];
    return used.every((name) => inputs.some(({ id }) => name === `\${input:${id}}`));
  }, "an input is used that is not declared");

/** developers.openai.com/codex/mcp: `bearer_token_env_var` for a url (no `bearer_token`, no `headers`); `env_vars` are passed on to a command. */
const codex = z.strictObject({
  mcp_servers: named(
    z.union([
      z.strictObject({ url, bearer_token_env_var: z.literal("CODEINDEX_TOKEN").optional() }),
      z.strictObject({
        command: z.string(),
        args,
        env: strings.optional(),
        env_vars: z.tuple([z.literal("CODEINDEX_TOKEN")]).optional(),
      }),
    ]),
  ),
});

/** geminicli.com/docs/tools/mcp-server: `httpUrl` is Streamable HTTP, while `url` is SSE; settings' strings hold `$NAME` or `${NAME}`. */
const gemini = z.strictObject({
  mcpServers: named(
    z.union([
      z.strictObject({ httpUrl: url, headers: headers(`\${CODEINDEX_TOKEN}`).optional() }),
      z.strictObject({ command: z.string(), args, env: strings.optional() }),
    ]),
  ),
});

/** docs.windsurf.com/windsurf/cascade/mcp: `serverUrl`; `${env:NAME}` in it, in headers, command, args and env. */
const windsurf = z.strictObject({
  mcpServers: named(
    z.union([
      z.strictObject({ serverUrl: url, headers: headers(`\${env:CODEINDEX_TOKEN}`).optional() }),
      z.strictObject({ command: z.string(), args, env: strings.optional() }),
    ]),
  ),
});

/** modelcontextprotocol.io/docs/develop/connect-local-servers: programs only, with an absolute path. */
const claudeDesktop = z.strictObject({
  mcpServers: named(z.strictObject({ command: z.string().startsWith("/"), args, env: strings.optional() })),
});

/** zed.dev/docs/ai/mcp: `url` with headers, or command, args and env; nothing of the environment in headers. */
const zed = z.strictObject({
  context_servers: named(
    z.union([z.strictObject({ url }), z.strictObject({ command: z.string(), args, env: strings })]),
  ),
});

/** docs.cline.bot/mcp: without `type: streamableHttp` a url is taken for SSE. */
const cline = z.strictObject({
  mcpServers: named(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("streamableHttp"), url, disabled: z.literal(false), autoApprove: z.tuple([]) }),
      z.strictObject({
        type: z.literal("stdio"),
        command: z.string(),
        args,
        env: strings.optional(),
        disabled: z.literal(false),
        autoApprove: z.tuple([]),
      }),
    ]),
  ),
});

/** junie.jetbrains.com/docs/junie-cli-mcp-configuration.html: a url, or a command; no type. */
const jetbrains = z.strictObject({
  mcpServers: named(
    z.union([z.strictObject({ url }), z.strictObject({ command: z.string(), args, env: strings.optional() })]),
  ),
});

/** opencode.ai/config.json: `type` and a command that is a list; `oauth: false` keeps it from looking for a login; `{env:NAME}`. */
const opencode = z.strictObject({
  mcp: named(
    z.discriminatedUnion("type", [
      z.strictObject({
        type: z.literal("remote"),
        url,
        oauth: z.literal(false),
        headers: headers("{env:CODEINDEX_TOKEN}").optional(),
        enabled: z.literal(true),
      }),
      z.strictObject({
        type: z.literal("local"),
        command: z.array(z.string()).min(1),
        environment: strings.optional(),
        enabled: z.literal(true),
      }),
    ]),
  ),
});

export const SCHEMAS: Record<ClientName, z.ZodType> = {
  cursor,
  "claude-code": claudeCode,
  vscode,
  codex,
  gemini,
  windsurf,
  "claude-desktop": claudeDesktop,
  zed,
  cline,
  jetbrains,
  opencode,
};
