/** A repository made up for tests: TypeScript modules and barrels, C# classes in parts, notes, files that are left out; and edits of it. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dedent } from "../helpers/dedent.js";
import { writeFiles } from "../helpers/folders.js";
import { commitAll, git, makeRepository } from "../helpers/git.js";
import type { Random } from "./random.js";

const AREAS = ["orders", "users", "billing", "stock"];

/** Writes a repository of about 4 × `size` files into the folder `root`. */
export function writeRepository(root: string, size: number): void {
  const write = (path: string, text: string) => put(root, path, text);
  write(".gitignore", "*.out\nlogs/\n");
  write(".codeindexignore", "docs/private/\n");
  write("package.json", '{ "name": "shop", "type": "module" }\n');
  write("tsconfig.json", '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n');
  write("logs/today.txt", "nothing\n");
  write("run.out", "nothing\n");
  write("docs/private/plan.md", "# Plan\n");
  write(".env", "SECRET=1\n");
  write("logo.bin", "\0\u0001\u0002");
  for (const [number, area] of AREAS.entries()) {
    const before = AREAS[number - 1];
    const names: string[] = [];
    for (let index = 0; index < size; index++) {
      names.push(`${area}${index}`);
      write(`src/${area}/${area}${index}.ts`, moduleText(area, index, index % 5 === 0 ? before : undefined));
      write(`server/${area}/${pascal(area)}${index}.cs`, classText(area, index));
      if (index % 6 === 0) write(`server/${area}/${pascal(area)}${index}.Parts.cs`, partText(area, index));
      if (index % 4 === 0)
        write(
          `docs/${area}-${index}.md`,
          dedent`
            # ${area} ${index}

            How \`${area}${index}\` works.
          `,
        );
    }
    write(`src/${area}/index.ts`, names.map((name) => `export * from "./${name}.js";\n`).join(""));
  }
}

function moduleText(area: string, index: number, before: string | undefined, revision = 0): string {
  const base = index > 0 ? `${pascal(area)}${index - 1}` : null;
  return `${base ? `import { ${base} } from "./${area}${index - 1}.js";\n` : ""}${before ? `import { load${pascal(before)}0 } from "@/${before}/index.js";\n` : ""}import { readFile } from "node:fs/promises";

/** The ${area} of kind ${index}. */
export class ${pascal(area)}${index}${base ? ` extends ${base}` : ""} {
  readonly kind${index} = ${revision};
  describe(): string {
    return load${pascal(area)}${index}(this.kind${index});
  }
}

export function load${pascal(area)}${index}(count: number): string {
  ${before ? `load${pascal(before)}0(count);` : `void readFile("${area}");`}
  return "${area} ${index} revision ${revision}".repeat(count);
}
`;
}

function classText(area: string, index: number, revision = 0): string {
  const name = `${pascal(area)}${index}`;
  const base = index > 0 ? ` : ${pascal(area)}${index - 1}` : "";
  return `using System;

namespace Shop.${pascal(area)}
{
    /// <summary>Keeps ${area} of kind ${index}.</summary>
    public partial class ${name}${base}
    {
        public int Revision${index} { get; set; } = ${revision};
        public ${index > 0 ? "override" : "virtual"} string Describe() => Count(${revision}).ToString();
        private int Count(int start) { Console.WriteLine(start); return start + Revision${index}; }
    }
}
`;
}

function partText(area: string, index: number): string {
  return `namespace Shop.${pascal(area)}
{
    public partial class ${pascal(area)}${index}
    {
        public void Reset() { Count(0); Revision${index} = 0; }
    }
}
`;
}

function pascal(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

export function put(root: string, path: string, text: string | Buffer): void {
  writeFiles(root, { [path]: text });
}

/** All files of the repository that edits may touch, in order. */
export function listFiles(root: string): string[] {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith(".git/"))
    .sort();
}

/** Makes the folder a git repository with two branches, `main` (checked out) and `other`, which differ in a third of the sources. */
export function commitTwoBranches(root: string, random: Random): void {
  makeRepository(root);
  git(root, "checkout", "-qb", "other");
  for (const path of listFiles(root)) if (/\.(ts|cs)$/.test(path) && random.chance(0.3)) rewrite(root, path, random);
  commitAll(root, "other");
  git(root, "checkout", "-q", "main");
}

function rewrite(root: string, path: string, random: Random): void {
  const text = readFileSync(join(root, path), "utf8");
  const more = path.endsWith(".ts")
    ? `export function extra${random.int(1000)}(): void { helper${random.int(20)}(); }\n`
    : path.endsWith(".cs")
      ? `public class Extra${random.int(1000)} { }\n`
      : `A line ${random.int(1000)}.\n`;
  writeFileSync(
    join(root, path),
    random.chance(0.5) ? text + more : text.replace(/revision \d+|= \d+;/, `= ${random.int(99)};`),
  );
}

/** One edit as people and tools make them; gives the paths that a watcher would name. */
export function editOnce(root: string, random: Random): string[] {
  const files = listFiles(root).filter((path) => !path.startsWith(".") && path !== "tsconfig.json");
  const path = random.of(files);
  const folder = dirname(path);
  const fresh = `src/new/made${random.int(200)}.ts`;
  switch (
    random.of([
      "write",
      "write",
      "write",
      "replace",
      "delete",
      "rename",
      "create",
      "create",
      "folder",
      "rules",
      "breakage",
      "swap",
    ])
  ) {
    case "write":
      rewrite(root, path, random);
      return [path];
    case "replace": {
      // A save by rename.
      cpSync(join(root, path), join(root, `${path}.tmp`));
      rewrite(root, `${path}.tmp`, random);
      renameSync(join(root, `${path}.tmp`), join(root, path));
      return [`${path}.tmp`, path];
    }
    case "delete":
      rmSync(join(root, path));
      return [path];
    case "rename":
      mkdirSync(join(root, "src/new"), { recursive: true });
      renameSync(join(root, path), join(root, fresh));
      return [path, fresh];
    case "create":
      put(
        root,
        fresh,
        dedent`
          import { Orders1 } from "@/orders/index.js";
          export function helper${random.int(20)}() { new Orders1().describe(); }
        `,
      );
      return [fresh];
    case "folder": {
      if (folder === "." || folder === "src" || folder === "docs") return [];
      const moved = `${folder}${random.int(10)}`;
      if (existsSync(join(root, moved))) return [];
      renameSync(join(root, folder), join(root, moved));
      return [folder, moved];
    }
    case "breakage":
      writeFileSync(join(root, path), `${readFileSync(join(root, path), "utf8").slice(0, 300)}\n}}} (((\n`);
      return [path];
    case "swap":
      // A file becomes a folder, and perhaps a file again later on.
      rmSync(join(root, path));
      put(root, `${path}/inner.ts`, `export const inner${random.int(9)} = 1;\n`);
      return [path];
    default: {
      const where = random.of([".gitignore", "src/.gitignore", ".codeindexignore"]);
      put(root, where, `*.out\n${random.of(["stock*", "new/", "*.md", "users/", "# none"])}\n`);
      return [where, "*"];
    }
  }
}
