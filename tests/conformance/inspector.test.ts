/** The MCP Inspector's command line, in both eras, against codeindex as it ships. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { useService } from "./service.js";

const PROGRAM = fileURLToPath(new URL("node_modules/.bin/mcp-inspector", import.meta.url));
const PATIENCE = 120_000;

const shipped = useService();

async function inspect(era: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const url = `${shipped().url}/mcp`;
  const child = spawn(
    PROGRAM,
    ["--cli", url, "--transport", "http", "--protocol-era", era, "--format", "json", "-q", ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  return { code: await new Promise((done) => child.on("close", done)), output };
}

describe.each(["legacy", "modern"])("%s", (era) => {
  test.each<[string, string[], RegExp]>([
    ["lists tools whose schemas any client can take", ["--method", "tools/list", "--strict"], /"search_code"/],
    [
      "calls a tool",
      ["--method", "tools/call", "--tool-name", "search_symbols", "--tool-arg", "query=start"],
      /app\.ts/,
    ],
    ["lists resources", ["--method", "resources/list"], /codeindex:\/\/projects/],
    ["lists templates", ["--method", "resources/templates/list"], /\{\+path\}/],
    ["reads a resource", ["--method", "resources/read", "--uri", "codeindex://file/app.ts"], /function start/],
    ["lists prompts", ["--method", "prompts/list"], /code-search/],
    [
      "gets a prompt",
      ["--method", "prompts/get", "--prompt-name", "code-search", "--prompt-args", "intent=start"],
      /start/,
    ],
  ])(
    "%s",
    async (_what, args, want) => {
      const { code, output } = await inspect(era, ...args);
      expect(output).toMatch(want);
      expect(code).toBe(0);
    },
    PATIENCE,
  );
});
