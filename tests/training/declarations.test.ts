/** Declarations with the sentences about them, read by training/declarations.js. */
import { expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";

interface Declaration {
  kind: string;
  name: string;
  parent: string;
  doc: string;
  code: string;
}
const { declarations } = (await import(new URL("../../training/declarations.js", import.meta.url).href)) as {
  declarations(text: string, language: string): Declaration[];
};

/** Declarations as `kind parent.name: doc`. */
const read = (text: string, language: string) =>
  declarations(text, language).map(
    ({ kind, parent, name, doc }) => `${kind} ${parent ? `${parent}.` : ""}${name}: ${doc}`,
  );

test("JavaScript: functions, methods and members with their sentences", () => {
  const source = `
/**
 * Opens the file for reading.
 * @param path where it is
 */
export async function open(path) { if (path) { return "}"; } }
class Cache extends Map {
  /** Forgets what was used longest ago. */
  evict() { const brace = /[{]/; this.delete(brace); }
}
export const parse = (text) => { return text; };
`;
  expect(read(source, "js")).toEqual([
    "function open: Opens the file for reading.",
    "function Cache.evict: Forgets what was used longest ago.",
    "class Cache: ",
    "function parse: ",
  ]);
});

test("a sentence is not part of the code it describes", () => {
  const [found] = declarations(
    dedent`
      /** Adds two of them together. */
      function add(a, b) { return a + b; }`,
    "js",
  );
  expect(found!.code).toBe("function add(a, b) { return a + b; }");
});

test("C#: summaries, properties and verbatim strings", () => {
  const source = `
namespace Store {
  /// <summary>Keeps rows of the <see cref="Table"/> in memory.</summary>
  public class Pages {
    /// <summary>How many pages there are.</summary>
    public int Count { get; set; }
    /// <summary>Reads one page from disk.</summary>
    public Page Read(int number) { return Open(@"c:\\{"); }
  }
}`;
  expect(read(source, "csharp")).toEqual([
    "property Pages.Count: How many pages there are.",
    "function Pages.Read: Reads one page from disk.",
    "class Store.Pages: Keeps rows of the Table in memory.",
  ]);
});

test("Python: docstrings, and bodies by indentation", () => {
  const source = `
class Queue:
    """Holds jobs until a worker is free."""

    def push(self, job):
        """Puts a job at the end."""
        self.jobs.append(job)

def main():
    pass
`;
  expect(read(source, "python")).toEqual([
    "class Queue: Holds jobs until a worker is free.",
    "function Queue.push: Puts a job at the end.",
    "function main: ",
  ]);
});

test("Go and Rust: lines of comment above", () => {
  const go = dedent`
    // Close releases the connection
    // and its buffers.
    func (c *Conn) Close() error { return nil }
  `;
  expect(read(go, "go")).toEqual(["function Close: Close releases the connection and its buffers."]);
  const rust = dedent`
    impl Parser<'_> {
        /// Skips blanks and comments here.
        fn skip(&mut self) { let c = '{'; }
    }
  `;
  expect(read(rust, "rust")).toEqual(["function Parser.skip: Skips blanks and comments here."]);
});

test("a comment that says nothing of the code is not a sentence", () => {
  for (const comment of [
    "// eslint-disable-next-line no-empty here",
    "/* Copyright of somebody else */",
    "// LCOV_EXCL_STOP",
  ]) {
    expect(
      declarations(
        dedent`
          ${comment}
          function f() { run(); }`,
        "js",
      )[0]!.doc,
    ).toBe("");
  }
});
