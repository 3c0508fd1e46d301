/** Which tools a client is shown. */
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { TOOLSETS, type Toolset } from "../../src/config/keys.js";
import { isChosen, toolChoice, toToolResult } from "../../src/mcp/listing.js";
import { registerTool } from "../../src/tools/running/registry.js";

const DEFAULT: Toolset[] = ["search", "research", "symbols", "files", "manage"];

interface Asked {
  name: string;
  query?: string;
  headers?: Record<string, string>;
  env?: Record<string, string>;
  toolsets?: (Toolset | "core")[];
  readOnly?: boolean;
}

function choose({ query = "", headers = {}, env = {} }: Asked) {
  const config = readConfig({ repos: ["/srv/a"], dataDir: "/srv/data" }, env);
  return toolChoice(new URL(`http://localhost/mcp${query}`), (header) => headers[header] ?? null, config);
}

describe("content that a client is shown", () => {
  test.each<Asked>([
    { name: "nothing is said" },
    { name: "the URL", query: "?toolsets=symbols,search", toolsets: ["search", "symbols"] },
    { name: "spaces, capitals, commas too many", query: "?toolsets=%20Search,,", toolsets: ["search"] },
    {
      name: "nothing between commas",
      query: "?toolsets=,",
      headers: { "x-codeindex-toolsets": "files" },
      toolsets: ["files"],
    },
    { name: "with one that must be asked for", query: "?toolsets=default,codrag", toolsets: [...DEFAULT, "codrag"] },
    { name: "another one", query: "?toolsets=symbols,research", toolsets: ["research", "symbols"] },
    {
      name: "that one by configuration",
      env: { CODEINDEX_TOOLSETS: "search,research" },
      toolsets: ["search", "research"],
    },
    { name: "the core, and more", query: "?toolsets=files,core", toolsets: ["core", "files"] },
    { name: "all", query: "?toolsets=all", toolsets: [...TOOLSETS] },
    { name: "the header", headers: { "x-codeindex-toolsets": "files" }, toolsets: ["files"] },
    {
      name: "the URL before the header",
      query: "?toolsets=search",
      headers: { "x-codeindex-toolsets": "files" },
      toolsets: ["search"],
    },
    { name: "the configuration", env: { CODEINDEX_TOOLSETS: "search,codrag" }, toolsets: ["search", "codrag"] },
    {
      name: "the header before the configuration",
      env: { CODEINDEX_TOOLSETS: "search" },
      headers: { "x-codeindex-toolsets": "files" },
      toolsets: ["files"],
    },
    { name: "read only by URL", query: "?read_only=1", readOnly: true },
    { name: "by the bare parameter", query: "?read_only", readOnly: true },
    { name: "by header", headers: { "x-codeindex-read-only": "true" }, readOnly: true },
    {
      name: "by configuration, which no URL takes back",
      env: { CODEINDEX_READ_ONLY: "true" },
      query: "?read_only=0",
      readOnly: true,
    },
    { name: "not", query: "?read_only=false", readOnly: false },
  ])("$name", (asked) => {
    expect(choose(asked)).toEqual({
      toolsets: asked.toolsets ?? DEFAULT,
      readOnly: asked.readOnly ?? false,
      profile: null,
    });
  });

  test.each<Asked & { profile: string | null }>([
    { name: "the URL names a profile", query: "?profile=codrag", profile: "codrag" },
    { name: "capitals and spaces", query: "?profile=%20SwiftIndex", profile: "swiftindex" },
    { name: "the header", headers: { "x-codeindex-profile": "codeagent" }, profile: "codeagent" },
    { name: "the configuration", env: { CODEINDEX_PROFILE: "context-engine" }, profile: "context-engine" },
    {
      name: "the URL over the header",
      query: "?profile=codrag",
      headers: { "x-codeindex-profile": "codeagent" },
      profile: "codrag",
    },
    {
      name: "toolsets of the URL over a profile of the configuration",
      query: "?toolsets=default",
      env: { CODEINDEX_PROFILE: "codrag" },
      profile: null,
    },
    { name: "an empty name says nothing", query: "?profile=", profile: null },
  ])("the profile: $name", ({ profile, ...asked }) => {
    expect(choose(asked).profile).toBe(profile);
  });

  test("a profile that is none is refused with those there are", () => {
    expect(() => choose({ name: "", query: "?profile=best" })).toThrow(
      'profile: "best" is none; known are codeagent, codeindex, codrag, context-engine, swiftindex',
    );
  });

  test("a toolset that is none is refused with those there are", () => {
    expect(() => choose({ name: "", query: "?toolsets=search,best" })).toThrow(
      'toolsets: "best" is none; known are core, search, research, symbols',
    );
  });

  test.each([
    { tool: { toolset: "search", readOnly: true }, shown: true },
    { tool: { toolset: "search", readOnly: false }, shown: false },
    { tool: { toolset: "files", readOnly: true }, shown: false },
    { tool: { readOnly: true }, shown: true },
  ] as const)("$tool among read-only tools of search: $shown", ({ tool, shown }) => {
    expect(isChosen(tool, { toolsets: ["search"], readOnly: true, profile: null })).toBe(shown);
  });
});

test("a tool that is registered again takes the place it had", () => {
  const tools: { name: string; title?: string }[] = [{ name: "a" }, { name: "b" }, { name: "c" }];
  const again = registerTool(tools, { name: "b", title: "new" });
  expect(again).toEqual([{ name: "a" }, { name: "b", title: "new" }, { name: "c" }]);
  expect(registerTool(again, { name: "d" }).map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
});

describe("links to files", () => {
  const files = [
    { project: "shop", path: "src/a b.ts", lines: "3-9" },
    { project: "shop", path: "README.md", lines: null },
  ];
  const answer = { isError: false, status: 200, structured: { results: [] }, text: "words", files };

  test("the best first, by their priority", () => {
    expect(toToolResult(answer, { links: true }).content).toEqual([
      { type: "text", text: "words" },
      {
        type: "resource_link",
        uri: "codeindex://shop/file/src/a%20b.ts",
        name: "src/a b.ts",
        description: "The whole file; the answer is about lines 3-9.",
        mimeType: "text/plain",
        annotations: { audience: ["user", "assistant"], priority: 1 },
      },
      {
        type: "resource_link",
        uri: "codeindex://shop/file/README.md",
        name: "README.md",
        description: "The whole file.",
        mimeType: "text/markdown",
        annotations: { audience: ["user", "assistant"], priority: 0.9 },
      },
    ]);
  });

  test("images and sounds are for the user too", () => {
    const media = { mimeType: "audio/wav", data: "UklGRg==" };
    expect(toToolResult({ ...answer, files: [], media }).content[1]).toEqual({
      type: "audio",
      ...media,
      annotations: { audience: ["user", "assistant"], priority: 1 },
    });
  });

  test("not for clients that do not know them", () => {
    expect(toToolResult(answer, { links: false }).content).toEqual([{ type: "text", text: "words" }]);
  });
});
