/** The head of a Go file: its package, its build constraint and its imports. */
import type { Export, Import } from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";
import type { Reading } from "./reading.js";

/** Before the constraint of a file, as an export has it. */
export const CONSTRAINT = "//go:build ";

/**
 * The package clause and the build constraint of a file, as its exports: the name of the package comes first. Both say which other files
 * see its declarations.
 */
export function headOf(tree: SyntaxTree): Export[] {
  const clause = tree.childOfType(0, "package_clause");
  const name = clause < 0 ? -1 : tree.childOfType(clause, "package_identifier");
  const line = clause < 0 ? 1 : tree.startLine(clause);
  const head: Export[] = [
    { exported: name < 0 ? "" : tree.text(name), target: { in: "unknown" }, isTypeOnly: false, line },
  ];
  const constraint = constraintOf(clause < 0 ? tree.source.slice(0, 2000) : tree.source.slice(0, tree.start(clause)));
  if (constraint !== "")
    head.push({ exported: CONSTRAINT + constraint, target: { in: "unknown" }, isTypeOnly: false, line: 1 });
  return head;
}

/** The constraint in the comments above the package clause, in the form of `//go:build`; "" where there is none. */
function constraintOf(head: string): string {
  const written = /^\/\/go:build[ \t]+([^\r\n]+)/m.exec(head)?.[1];
  if (written !== undefined) return written.trim();
  // The older form: lines are joined by "and", words by "or", commas by "and".
  const lines = [...head.matchAll(/^\/\/[ \t]*\+build[ \t]+([^\r\n]+)/gm)].map(([, line = ""]) =>
    line
      .trim()
      .split(/\s+/)
      .map((word) => `(${word.split(",").join(" && ")})`)
      .join(" || "),
  );
  return lines.map((line) => `(${line})`).join(" && ");
}

/** Reads the imports. A name that is not written is guessed from the path. */
export function readImports({ tree, imports }: Reading): void {
  for (let node = tree.firstChild(0); node !== -1; node = tree.nextSibling(node)) {
    if (tree.type(node) !== "import_declaration") continue;
    for (let spec = node + 1; spec < tree.subtreeEnd(node); spec++) {
      if (tree.type(spec) !== "import_spec") continue;
      const path = tree.child(spec, "path");
      const name = tree.child(spec, "name");
      if (path < 0) continue;
      const specifier = tree.text(path).slice(1, -1);
      const written = name < 0 ? null : tree.text(name);
      imports.push(importOf(specifier, written, tree.startLine(spec)));
    }
  }
}

function importOf(specifier: string, written: string | null, line: number): Import {
  const local = written === null ? guessedName(specifier) : written === "_" ? "" : written;
  // The kind tells whether the source writes the name: `static` opens the package (`.`), `alias` names it.
  const kind = written === null || written === "_" ? "module" : written === "." ? "static" : "alias";
  return { kind, specifier, imported: local === "" ? "" : "*", local, isTypeOnly: false, isGlobal: false, line };
}

/** The name that a package of a path usually has: `yaml` for `gopkg.in/yaml.v3` and `bar` for `example.com/go-bar/v2`. */
export function guessedName(path: string): string {
  const parts = path.split("/");
  let last = parts.pop() ?? "";
  if (/^v\d+$/.test(last) && parts.length > 0) last = parts.pop() ?? "";
  last = last.replace(/\.v\d+$/, "").replace(/^go[-.]|[-.]go$/, "");
  return last.replace(/^.*[-.](?=[\p{L}_])/u, "");
}

/** The import that a name before a dot means; -1 where none fits. */
export function importNamed(imports: readonly Import[], name: string): number {
  const named = imports.findIndex(({ local, kind }) => local === name && kind !== "static");
  if (named >= 0) return named;
  // `go-isatty` may be the package isatty, and `client-go-v2` another one: a part of the path says so.
  return imports.findIndex(
    ({ specifier, kind }) => kind === "module" && specifier.split(/[/.-]/).includes(name) && specifier.includes("."),
  );
}
