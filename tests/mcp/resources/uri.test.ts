/** URIs of resources: what is taken apart, decoded, refused. */
import { describe, expect, test } from "vitest";
import { CodeindexError } from "../../../src/base/errors.js";
import { fileUri, matchTemplate, splitUri, templateOf } from "../../../src/mcp/resources/uri.js";

const FILE = templateOf("file/{+path}");
const CHUNKS = templateOf("file/{+path}/chunks");
const SEARCH = templateOf("search/{query}{?maxResults,strategy}");

function read(template: typeof FILE, uri: string): unknown {
  try {
    return matchTemplate(template, splitUri(uri));
  } catch (error) {
    if (error instanceof CodeindexError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe("taking apart", () => {
  test.each([
    { uri: "codeindex://file/src/a.ts", template: FILE, want: { path: "src/a.ts" } },
    { uri: "CODEINDEX://file/src/a.ts", template: FILE, want: { path: "src/a.ts" } },
    { uri: "codeindex://file/with%20space/%C3%BC.ts", template: FILE, want: { path: "with space/ü.ts" } },
    { uri: "codeindex://file/with space/ü.ts", template: FILE, want: { path: "with space/ü.ts" } },
    { uri: "codeindex://file/100%25.ts", template: FILE, want: { path: "100%.ts" } },
    { uri: "codeindex://file/100%2525.ts", template: FILE, want: { path: "100%25.ts" } },
    { uri: "codeindex://file/a%23b%3Fc.ts", template: FILE, want: { path: "a#b?c.ts" } },
    { uri: "codeindex://file/src%2Fa.ts", template: FILE, want: { path: "src/a.ts" } },
    { uri: "codeindex://file/a+b.ts", template: FILE, want: { path: "a+b.ts" } },
    { uri: "codeindex://file/src/a.ts/chunks", template: CHUNKS, want: { path: "src/a.ts" } },
    { uri: "codeindex://file/src%2Fchunks", template: CHUNKS, want: null },
    { uri: "codeindex://file/chunks", template: CHUNKS, want: null },
    { uri: "codeindex://search/log%20in?maxResults=3", template: SEARCH, want: { query: "log in", maxResults: "3" } },
    { uri: "codeindex://search/a?strategy=%74fidf&", template: SEARCH, want: { query: "a", strategy: "tfidf" } },
    { uri: "codeindex://file/", template: FILE, want: null },
  ])("$uri", ({ uri, template, want }) => {
    expect(read(template, uri)).toEqual(want);
  });

  test.each([
    { uri: "codeindex://file/%zz.ts", want: "invalid_parameter: uri: has a % that begins no UTF-8" },
    { uri: "codeindex://file/%E0%A4%A", want: "invalid_parameter: uri: has a %" },
    { uri: "codeindex://file/%ff", want: "invalid_parameter: uri: has a %" },
    { uri: "codeindex://file/a#b.ts", want: "invalid_parameter: uri: has a fragment; write # as %23" },
    { uri: "codeindex://file/a?b.ts", want: "invalid_parameter: b.ts: there is no such parameter; write ? as %3F" },
    { uri: "https://file/a.ts", want: "not_found: There is no resource" },
    { uri: `codeindex://file/${"a".repeat(9000)}`, want: "invalid_parameter: uri: is longer" },
  ])("refuses $uri", ({ uri, want }) => {
    expect(read(FILE, uri)).toContain(want);
  });
});

test.each([
  "src/a.ts",
  "with space/ü 100%.ts",
  "a#b?c&d=e.ts",
  "src/chunks",
  "chunks",
  "日本/語.md",
  "(group)/[id].tsx",
])("the URI of %s leads back to it", (path) => {
  const uri = fileUri("shop", path).replace("shop/", "");
  expect(read(FILE, uri)).toEqual({ path });
  expect(read(CHUNKS, uri)).toBeNull();
});
