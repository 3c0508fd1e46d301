/** The tables of the documents and `.env.example`, which src/cli/docs.ts generates from the lists. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ERRORS } from "../../src/base/errors.js";
import { envExample, fillTables, generatedTables, SET_BY_COMPOSE } from "../../src/cli/docs.js";
import { createProgram } from "../../src/cli/program.js";
import { CONFIG_KEYS } from "../../src/config/keys.js";
import { TOOLS } from "../../src/tools/index.js";
import { dedent } from "../helpers/dedent.js";

const empty = ["clients", "installed", "tools", "commands", "config", "errors", "resources", "prompts", "metrics"]
  .map(
    (name) => dedent`
      ## ${name}
      <!-- generated:${name} -->
      old
      <!-- /generated:${name} -->
    `,
  )
  .join("\n");

describe("the generated tables", () => {
  const tables = Object.assign({}, ...Object.values(generatedTables(createProgram())));
  const filled = fillTables(empty, tables);

  test("name every tool, setting and error, and keep what stands around them", () => {
    for (const { name } of TOOLS) expect(filled).toContain(`| \`${name}\` |`);
    for (const { environment } of Object.values(CONFIG_KEYS)) expect(filled).toContain(`\`${environment}\``);
    for (const code of Object.keys(ERRORS)) expect(filled).toContain(`| \`${code}\` |`);
    for (const command of ["serve", "index", "mcp-config", "docs"])
      expect(filled).toContain(`\`codeindex ${command}\``);
    expect(filled).not.toContain("\nold\n");
    expect(filled).toContain("## errors\n");
    expect(filled).toContain("`codeindex read <path> [line_start] [line_end]`");
  });

  test("are the same when made again", () => expect(fillTables(filled, tables)).toBe(filled));

  test("every row has the cells of its head", () => {
    for (const block of filled.slice(filled.indexOf("## tools")).split("\n\n")) {
      const cells = block
        .split("\n")
        .filter((line) => line.startsWith("|"))
        .map((line) => line.split(/(?<!\\)\|/).length);
      expect(new Set(cells).size).toBe(1);
    }
  });

  test("a page without the markers is refused", () => {
    expect(() => fillTables("# codeindex", tables)).toThrow(/lacks <!-- generated:clients -->/);
  });
});

describe(".env.example", () => {
  const compose = readFileSync(new URL("../../docker-compose.yml", import.meta.url), "utf8");
  const example = envExample();

  test("names every setting and every variable of docker-compose.yml, each once and commented out", () => {
    const named = [...example.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name!);
    const inCompose = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!);
    const settings = Object.values(CONFIG_KEYS).map(({ environment }) => environment);
    expect(named.toSorted()).toEqual([...new Set([...settings, ...inCompose])].toSorted());
    for (const line of example.split("\n")) expect(line).toMatch(/^(# |$)/);
  });

  test("says which settings docker-compose.yml makes itself", () => {
    const fixed = [...compose.matchAll(/^ +((?:CODEINDEX|DATABASE|REDIS)_[A-Z_]+): (.*)$/gm)]
      .filter(([, name, value]) => !value!.includes(`\${${name}`) && name !== "CODEINDEX_PORT")
      .map(([, name]) => name!);
    expect(fixed.toSorted()).toEqual(SET_BY_COMPOSE);
  });
});
