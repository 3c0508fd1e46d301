/** Chunks of code: where src/chunking/chunk.ts cuts a file, and the symbols that each piece holds. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chunk } from "../../src/chunking/chunk.js";
import { languageOf } from "../../src/languages/index.js";
import { createParser } from "../../src/languages/parse.js";
import type { Chunk } from "../../src/model/chunk.js";
import { dedent } from "../helpers/dedent.js";

const parser = createParser();

async function chunks(path: string, source: string): Promise<Chunk[]> {
  const language = languageOf(path);
  if (language === null) return chunk(source, null, path);
  await parser.load(language);
  return chunk(source, parser.parse(language, source), path);
}

/** `1-4 function login`: lines, kind and names. */
const shown = (all: Chunk[]): string[] =>
  all.map((one) => `${one.startLine}-${one.endLine} ${one.kind} ${one.symbolNames.join(" ")}`.trim());

/** Statements of about `tokens` tokens. */
const body = (name: string, lines: number): string =>
  Array.from({ length: lines }, (_, index) => `    this.${name}.push(compute(${index}, "${name}"));`).join("\n");

function expectCoverage(source: string, all: Chunk[]): void {
  const lines = source.split("\n");
  const held = new Uint8Array(lines.length + 1);
  for (const one of all) for (let line = one.startLine; line <= one.endLine; line++) held[line]!++;
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== "") expect(held[index + 1], `line ${index + 1}: ${line.slice(0, 60)}`).toBe(1);
    else expect(held[index + 1]).toBeLessThanOrEqual(1);
  }
  for (const one of all) {
    expect(source.slice(one.start, one.end).split("\n")).toHaveLength(one.endLine - one.startLine + 1);
    expect(one.start === 0 || source[one.start - 1] === "\n").toBe(true);
  }
}

describe("chunks", () => {
  test("a method that stands below its type is a chunk of its own, not a part of the type", async () => {
    const statements = Array.from({ length: 12 }, (_, index) => `  s.list = append(s.list, compute(${index}))`).join(
      "\n",
    );
    const fields = Array.from({ length: 90 }, (_, index) => `  field${index} map[string]int`).join("\n");
    const source = dedent`
      package a

      type Server struct {
      ${fields}
      }

      func (s *Server) Run() {
      ${statements}
      }
    `;
    const all = await chunks("a.go", source);
    expectCoverage(source, all);
    expect(shown(all).at(-1)).toBe("96-109 method Run");
  });

  test("are functions with their comments; small neighbours share one", async () => {
    const source = [
      "import { a } from './a';",
      "",
      "/** Logs a user in. */",
      "export function login() {",
      body("users", 12),
      "}",
      "",
      "// Small ones.",
      "export const LIMIT = 3;",
      "export const NAME = 'x';",
      "",
    ].join("\n");
    const all = await chunks("a.ts", source);
    expect(shown(all)).toEqual(["1-1 block", "3-17 function login", "19-21 constants LIMIT NAME"]);
    expect(all[1]).toMatchObject({ doc: "Logs a user in.", breadcrumb: "login" });
    expectCoverage(source, all);
  });

  test("are functions without their comment where both together are too large", async () => {
    const said = Array.from({ length: 40 }, (_, index) => ` * What the reader should know about paragraph ${index}.`);
    const source = [
      "/**",
      ...said,
      " */",
      "export function login() {",
      body("users", 12),
      "}",
      "",
      "/** Logs a user out. */",
      "export function logout() {",
      body("users", 40),
      "}",
      "",
    ].join("\n");
    const all = await chunks("a.ts", source);
    expect(shown(all)).toEqual(["1-42 comment", "43-56 function login", "58-73 function logout", "74-100 block"]);
    expect(all[0]).toMatchObject({ breadcrumb: "login", signature: null });
    expect(all[1]).toMatchObject({ signature: "login()" });
    expectCoverage(source, all);
  });

  test("are types with the namespace that is declared above them, which says nothing alone", async () => {
    const large = (name: string) => dedent`
      class ${name}
      {
          public void Run()
          {
      ${body("users", 12)}
          }
      }
    `;
    const scoped = dedent`
      using System;

      namespace Shop.Carts;

      ${large("Cart")}`;
    expect(shown(await chunks("Cart.cs", scoped))).toEqual(["1-1 block", "3-22 class Shop.Carts Cart Run"]);
    const block = dedent`
      namespace Shop
      {
      ${large("Cart")}
      ${large("Order")}}
    `;
    const all = await chunks("Shop.cs", block);
    expect(shown(all)).toEqual(["1-20 class Shop Cart Run", "22-40 class Order Run"]);
    expect(all[0]).toMatchObject({ breadcrumb: "Shop › Cart", kind: "class" });
    expectCoverage(block, all);
  });

  test("are the head of a large class with its small members, then its methods", async () => {
    const source = [
      "@Injectable({",
      "  scope: 'x',",
      "})",
      "export class AuthService {",
      "  private users: string[] = [];",
      "  private names: string[] = [];",
      "",
      "  /** Checks. */",
      "  authenticate(user: string): boolean {",
      body("users", 14),
      "  }",
      "",
      "  @Log()",
      "  logout(): void {",
      body("names", 14),
      "  }",
      "}",
    ].join("\n");
    const all = await chunks("a.ts", source);
    expect(shown(all)).toEqual([
      "1-6 class AuthService users names",
      "8-24 method authenticate",
      "26-43 method logout",
    ]);
    expect(all[1]).toMatchObject({
      breadcrumb: "AuthService › authenticate",
      signature: "authenticate(user: string): boolean",
    });
    expectCoverage(source, all);
  });

  test("tell the first method of a class with a primary constructor from that", async () => {
    const source = [
      "public class Handler(",
      "    IBus bus,",
      "    ILogger<Handler> logger) : IHandler",
      "{",
      "    // Tells the others.",
      "    public async Task Handle(Event e)",
      "    {",
      body("events", 20),
      "    }",
      "",
      "    public void Stop()",
      "    {",
      body("stops", 20),
      "    }",
      "}",
      "",
    ].join("\n");
    const all = await chunks("Handler.cs", source);
    expect(shown(all)).toEqual(["1-4 class Handler", "5-28 method Handle", "30-53 method Stop"]);
    expect(all[1]).toMatchObject({ breadcrumb: "Handler › Handle", signature: "Handle(Event e): Task" });
    expectCoverage(source, all);
  });

  test("split a function that is too large, at blank lines and low indentation", async () => {
    const source = `function huge() {\n${Array.from({ length: 12 }, (_, part) => body(`part${part}`, 10)).join("\n\n")}\n}\n`;
    const all = await chunks("a.ts", source);
    expect(all.length).toBeGreaterThan(4);
    for (const one of all) expect(one.tokenCount).toBeLessThanOrEqual(500);
    expectCoverage(source, all);
  });

  test("know how much of them is code, and no lines of comment", async () => {
    const code = ["function rotate(token: string) {", "  return fresh(token);", "}", ""].join("\n");
    const comment = ["/**", " * Rotates a token that is due", "*/", "// once a day", ""].join("\n");
    const [bare] = await chunks("a.ts", code);
    const [commented] = await chunks("a.ts", comment + code);
    expect(bare!.codeTokens).toBe(bare!.tokenCount);
    expect(commented!.codeTokens).toBe(bare!.tokenCount);
    expect(commented!.tokenCount).toBeGreaterThan(bare!.tokenCount);
    const [text] = await chunks("a.txt", comment);
    expect(text!.codeTokens).toBe(text!.tokenCount);
  });

  test("of a document are its sections", async () => {
    const source = dedent`
      # Install

      Text.

      ## Linux

      \`\`\`sh
      # no heading
      apt
      \`\`\`

      ## macOS

      brew
    `;
    const all = await chunks("README.md", source);
    expect(all.map((one) => [one.kind, one.breadcrumb, one.startLine, one.endLine])).toEqual([
      ["section", "Install", 1, 3],
      ["section", "Install › Linux", 5, 10],
      ["section", "Install › macOS", 12, 14],
    ]);
  });

  test("of other text are paragraphs, of blank text none", async () => {
    expect(await chunks("a.yml", "")).toEqual([]);
    expect(await chunks("a.yml", " \n\t\n\r\n")).toEqual([]);
    const source = `a: 1\nb:\n${"  - item number one\n".repeat(300)}c: 2\n`;
    const all = await chunks("a.yml", source);
    for (const one of all) {
      expect(one.kind).toBe("text");
      expect(one.tokenCount).toBeLessThanOrEqual(500);
    }
    expectCoverage(source, all);
  });

  for (const [name, source] of [
    ["a line of 5 MB", `const a = "${"x ".repeat(2_500_000)}";`],
    ["50,000 lines", "const a = 1;\n".repeat(50_000)],
    ["CRLF and a BOM", "\ufeffclass A {\r\n  b = 1;\r\n}\r\n\r\nfunction c() {}\r\n"],
    ["errors on every line", "}}} class ((( {\n".repeat(500)],
    ["500 nested classes", `${"class A {\n".repeat(10)}${"}\n".repeat(10)}`],
    ["several declarations on a line", "const a = 1, b = 2; function c() {} class D { e() {} }\n".repeat(100)],
  ] as const) {
    test(`cover ${name}`, async () => {
      const language = languageOf("a.ts")!;
      await parser.load(language);
      const parse = source.length > 500_000 ? null : parser.parse(language, source);
      const all = chunk(source, parse, "a.ts");
      expectCoverage(source, all);
    });
  }

  test("cover this project's own sources", async () => {
    for (const path of ["../../src/chunking/chunk.ts", "../../src/postings/merge.ts", "chunk.test.ts"]) {
      const source = readFileSync(new URL(path, import.meta.url), "utf8");
      const all = await chunks(path, source);
      expectCoverage(source, all);
      for (const one of all) expect(one.tokenCount).toBeLessThanOrEqual(500);
    }
  });
});
