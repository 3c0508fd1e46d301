/** Commands are made from the tools, and ask a real service. */
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.js";
import { clientUrl, connectService, serviceUrl } from "../../src/cli/service.js";
import { addToolCommands, flagName } from "../../src/cli/tool-commands.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { TOOLS } from "../../src/tools/index.js";
import { TABLE, tableHost } from "../mcp/table.js";

let server: HttpServer;
beforeAll(async () => {
  server = await listen(tableHost());
});
afterAll(() => server.close());

/** Runs the command line over the table's tools; gives what it printed. */
async function run(...words: string[]): Promise<string> {
  const printed: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = ((text: string) => printed.push(text) > 0) as typeof process.stdout.write;
  try {
    const program = new Command().exitOverride();
    addToolCommands(program, TABLE);
    await program.parseAsync(["node", "codeindex", ...words, "--url", server.url]);
  } finally {
    process.stdout.write = write;
  }
  return printed.join("");
}

describe("a tool as a command", () => {
  test("its positional parameters, its words", async () => {
    expect(await run("count", "2")).toMatch(/^1: the number 1/);
  });

  test("its own name works too, and options are its parameters", async () => {
    const answer = JSON.parse(await run("count_to", "5", "--limit", "2", "--json"));
    expect(answer.results).toHaveLength(2);
    expect(answer.next_cursor).toEqual(expect.any(String));
  });

  test("a value that is not a number is refused by the service, by name", async () => {
    await expect(run("count", "many")).rejects.toThrow(/^up_to: must be a number/);
  });

  test("with --json an error is JSON, and the exit code tells", async () => {
    const answer = JSON.parse(await run("count", "many", "--json"));
    expect(answer.error.code).toBe("invalid_parameter");
    expect(process.exitCode).toBe(1);
    process.exitCode = 0;
  });

  test("no service: daemon_unavailable, and how to start one", async () => {
    const call = connectService("http://127.0.0.1:9").call("list_projects", {}, { json: true });
    await expect(call).rejects.toMatchObject({
      code: "daemon_unavailable",
      suggestions: [expect.stringMatching(/npm start/)],
    });
  });
});

test.each([
  { name: "maxResults", want: "max-results" },
  { name: "path_filter", want: "path-filter" },
  { name: "query", want: "query" },
])("--$want for $name", ({ name, want }) => expect(flagName(name)).toBe(want));

test("every tool is a command, and no two commands have one name", () => {
  const program = createProgram();
  addToolCommands(program, TOOLS);
  const names = program.commands.flatMap((command) => [command.name(), ...command.aliases()]);
  expect(new Set(names).size).toBe(names.length);
  for (const { name } of TOOLS) expect(names).toContain(name);
});

test("both ends of a way can be words, and each can be an option", () => {
  const program = new Command();
  addToolCommands(program, TOOLS);
  const trace = program.commands.find((command) => command.name() === "trace");
  expect(trace?.registeredArguments.map((argument) => argument.name())).toEqual(["from", "to"]);
  expect(trace?.options.map(({ long }) => long)).toEqual(expect.arrayContaining(["--from", "--to"]));
});

test("CODEINDEX_API_BASE is where the service is", () => {
  expect(serviceUrl(undefined, { CODEINDEX_API_BASE: "http://127.0.0.1:9000/" })).toBe("http://127.0.0.1:9000");
  expect(serviceUrl(undefined, {})).toBe("http://127.0.0.1:8400");
  expect(() => serviceUrl(undefined, { CODEINDEX_API_BASE: "ftp://x" })).toThrow(/CODEINDEX_API_BASE/);
});

test("clients are told the public URL, unless another is named", () => {
  const env = { CODEINDEX_PUBLIC_URL: "https://code.example.com" };
  expect(serviceUrl(undefined, env)).toBe("http://127.0.0.1:8400");
  expect(clientUrl(undefined, env)).toBe("https://code.example.com");
  expect(clientUrl(undefined, { ...env, CODEINDEX_API_BASE: "http://127.0.0.1:9000" })).toBe("http://127.0.0.1:9000");
  expect(clientUrl("http://127.0.0.1:9001", env)).toBe("http://127.0.0.1:9001");
  expect(clientUrl(undefined, {})).toBe("http://127.0.0.1:8400");
});

test("a service that listens everywhere is asked on this machine", () => {
  expect(serviceUrl(undefined, { CODEINDEX_HOST: "0.0.0.0", CODEINDEX_AUTH: "token" })).toBe("http://127.0.0.1:8400");
});
