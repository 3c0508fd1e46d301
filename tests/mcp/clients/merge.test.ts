/** Entries into files that people keep: what is theirs stays, to the character. */
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { CLIENT_NAMES, clientOf } from "../../../src/mcp/clients/index.js";
import { merge } from "../../../src/mcp/clients/merge.js";
import { dedent } from "../../helpers/dedent.js";

const lines = (...all: string[]) => `${all.join("\n")}\n`;
const URL_ENTRY = { type: "http", url: "http://127.0.0.1:8400/mcp" };
const PROGRAM = { type: "stdio", command: "node", args: ["x.js", "mcp"] };

describe("JSON with comments", () => {
  const vscode = clientOf("vscode");
  const KEPT = lines(
    "// what the team uses",
    "{",
    "\t/* the ticket system */",
    '\t"servers": {',
    '\t\t"tickets": { "type": "http", "url": "https://tickets.example.com/mcp" }, // do not remove',
    "\t},",
    "}",
  );

  test("an entry is put beside the others, comments and tabs as they are", () => {
    expect(merge(vscode, KEPT, URL_ENTRY)).toBe(
      lines(
        "// what the team uses",
        "{",
        "\t/* the ticket system */",
        '\t"servers": {',
        '\t\t"tickets": { "type": "http", "url": "https://tickets.example.com/mcp" },',
        '\t\t"codeindex": {',
        '\t\t\t"type": "http",',
        '\t\t\t"url": "http://127.0.0.1:8400/mcp"',
        "\t\t}, // do not remove",
        "\t},",
        "}",
      ),
    );
  });

  test("taken out again, nothing is left of it", () => {
    expect(JSON.parse(merge(vscode, '{"servers":{"a":{},"codeindex":{}},"inputs":[]}', null))).toEqual({
      servers: { a: {} },
      inputs: [],
    });
    expect(merge(vscode, KEPT, null)).toBe(KEPT);
  });

  test("additions of people to our entry stay; settings of another way to reach us go", () => {
    const given = lines(
      "{",
      '  "servers": {',
      '    "codeindex": {',
      '      "type": "http", "url": "http://old",',
      "      // mine",
      '      "headers": { "X-Team": "a" }, "dev": { "watch": "x" }',
      "    }",
      "  }",
      "}",
    );
    const byUrl = merge(vscode, given, { ...URL_ENTRY, headers: { Authorization: "Bearer x" } });
    expect(byUrl).toContain("// mine");
    expect(JSON.parse(byUrl.replace("// mine", "")).servers.codeindex).toEqual({
      ...URL_ENTRY,
      headers: { "X-Team": "a", Authorization: "Bearer x" },
      dev: { watch: "x" },
    });
    expect(JSON.parse(merge(vscode, given, PROGRAM).replace("// mine", "")).servers.codeindex).toEqual({
      ...PROGRAM,
      dev: { watch: "x" },
    });
  });

  test("VS Code's input for the token comes once, and goes with the entry", () => {
    const withToken = { ...URL_ENTRY, headers: { Authorization: `Bearer \${input:codeindex-token}` } };
    const other = { type: "promptString", id: "other", description: "x" };
    const once = merge(vscode, JSON.stringify({ inputs: [other] }), withToken);
    expect(JSON.parse(once).inputs).toEqual([other, vscode.listed!.item]);
    expect(merge(vscode, once, withToken)).toBe(once);
    expect(JSON.parse(merge(vscode, once, null)).inputs).toEqual([other]);
  });

  test("an item of a list on one line is taken out whole", () => {
    const item = '{"id":"codeindex-token"}';
    for (const list of [
      `[${item}]`,
      `[{"id":"a"},${item}]`,
      `[${item}, {"id":"b"}]`,
      `[{"id":"a"},${item},{"id":"b"}]`,
    ])
      expect(JSON.parse(merge(vscode, `{"inputs":${list}}`, null)).inputs).not.toContainEqual({
        id: "codeindex-token",
      });
  });

  test("Cline: what was approved stays approved", () => {
    const given = JSON.stringify({
      mcpServers: { codeindex: { url: "http://old", autoApprove: ["search_code"], disabled: true } },
    });
    expect(JSON.parse(merge(clientOf("cline"), given, { type: "streamableHttp", url: "http://new" }))).toEqual({
      mcpServers: {
        codeindex: { type: "streamableHttp", url: "http://new", autoApprove: ["search_code"], disabled: true },
      },
    });
  });

  test.each([
    { name: "an empty file", text: "" },
    { name: "an object", text: "{}" },
    { name: "Windows' line ends", text: '{\r\n  "servers": {}\r\n}\r\n' },
    { name: "a comma too many", text: '{ "servers": { "a": {}, }, }' },
    { name: "an entry that is none", text: '{"servers":{"codeindex":null}}' },
  ])("into $name", ({ text }) => {
    const merged = merge(vscode, text, URL_ENTRY);
    expect(merged).toMatch(/"codeindex": ?\{\s*"type": ?"http",\s*"url": ?"http:\/\/127.0.0.1:8400\/mcp"\s*\}/);
    expect(merge(vscode, merged, URL_ENTRY)).toBe(merged);
    if (text.includes("\r\n")) expect(merged.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test.each([
    { name: "half of a file", text: '{\n  "servers": {', want: /it is not JSON \(.* in line 2\)/ },
    { name: "a list", text: "[]", want: /not a JSON object/ },
    { name: "servers that are not objects", text: '{"servers": []}', want: /servers in it is not an object/ },
    {
      name: "our entry twice",
      text: '{"servers":{"codeindex":{"a":1},"codeindex":{"a":2}}}',
      want: /cannot be changed safely/,
    },
  ])("$name is left alone", ({ text, want }) => expect(() => merge(vscode, text, URL_ENTRY)).toThrow(want));
});

describe("TOML", () => {
  const codex = clientOf("codex");
  const entry = { url: "http://127.0.0.1:8400/mcp", bearer_token_env_var: "CODEINDEX_TOKEN" };
  const KEPT = lines(
    'model = "gpt" # the good one',
    "",
    "[mcp_servers.tickets]",
    'command = "npx"',
    "",
    "# quiet",
    "[tui]",
    "notifications = false",
  );

  test("a table is put at the end, and taken out again", () => {
    const merged = merge(codex, KEPT, entry);
    expect(merged).toBe(
      `${KEPT}\n${lines("[mcp_servers.codeindex]", 'url = "http://127.0.0.1:8400/mcp"', 'bearer_token_env_var = "CODEINDEX_TOKEN"')}`,
    );
    expect(merge(codex, merged, entry)).toBe(merged);
    expect(merge(codex, merged, null).trimEnd()).toBe(KEPT.trimEnd());
    expect(merge(codex, KEPT, null)).toBe(KEPT);
    expect(merge(codex, "", entry)).toBe(merged.slice(KEPT.length + 1));
  });

  test("in a table that is there, only what differs is changed", () => {
    const given = lines(
      "[mcp_servers.codeindex] # ours",
      "# which tools",
      "enabled_tools = [ # a few",
      '  "search_code",',
      "]",
      'url = "http://old"',
      "tool_timeout_sec = 60",
      "",
      "# below",
      "[mcp_servers.codeindex.env_http_headers]",
      'X-Team = "TEAM"',
      "",
      "[tui]",
    );
    expect(merge(codex, given, entry)).toBe(
      given
        .replace('url = "http://old"', 'url = "http://127.0.0.1:8400/mcp"')
        .replace("# ours\n", '# ours\nbearer_token_env_var = "CODEINDEX_TOKEN"\n'),
    );
  });

  test("another way to reach us: what was of the first goes, with its tables", () => {
    const given = lines(
      "[mcp_servers.codeindex]",
      'command = "x"',
      "args = [",
      '  "mcp",',
      "]",
      "startup_timeout_sec = 60",
      "",
      "[mcp_servers.codeindex.env]",
      'A = "b"',
      "",
      "[tui]",
      "x = 1",
    );
    expect(parseToml(merge(codex, given, entry))).toEqual({
      mcp_servers: { codeindex: { ...entry, startup_timeout_sec: 60 } },
      tui: { x: 1 },
    });
  });

  test.each([
    { name: "no TOML", text: "[mcp_servers\n", want: /not TOML \(line 1\)/ },
    {
      name: "servers in one line",
      text: "mcp_servers = { tickets = { command = 'x' } }\n",
      want: /cannot be changed safely/,
    },
    { name: "servers that are none", text: "mcp_servers = 3\n", want: /is not a table/ },
  ])("$name is left alone", ({ text, want }) => expect(() => merge(codex, text, entry)).toThrow(want));
});

test("each client's entry goes into a file of others', and out of it, and the rest is as it was", () => {
  for (const name of CLIENT_NAMES) {
    const client = clientOf(name);
    const entry = client.byStdio({ command: "node", args: ["mcp"], env: {}, hasToken: true });
    const empty =
      client.format === "toml"
        ? 'a = "b"\n'
        : dedent`
          {
            "a": "b"
          }
        `;
    const read = (text: string) => (client.format === "toml" ? parseToml(text) : JSON.parse(text));
    const merged = merge(client, empty, entry);
    expect(read(merged).a, name).toBe("b");
    expect(merge(client, merged, entry), name).toBe(merged);
    expect(read(merge(client, merged, null)), name).toMatchObject({ a: "b" });
    expect(merge(client, merged, null), name).not.toContain("codeindex");
  }
});
