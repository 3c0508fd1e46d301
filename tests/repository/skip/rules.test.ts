/** Rules that leave paths out, by src/repository/skip/rules.ts, and contents that are left out, by src/repository/decode.ts. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeText, judgeContent } from "../../../src/repository/decode.js";
import { createSkipRules } from "../../../src/repository/skip/rules.js";
import { projectSkip, type SkipSettings } from "../../../src/repository/skip/settings.js";
import { dedent } from "../../helpers/dedent.js";
import { temporaryFolder } from "../../helpers/folders.js";
import { git } from "../../helpers/git.js";

/** The reason and, after a space, the rule; null where the path is taken in. A path that ends in / is a folder. */
async function judged(files: Record<string, string>, path: string, settings?: SkipSettings): Promise<string | null> {
  const rules = createSkipRules(temporaryFolder(files), settings);
  const found = await rules.judgePath(path.replace(/\/$/, ""), path.endsWith("/") ? "directory" : "file", null);
  return found && `${found.skip.reason} ${found.skip.detail}`;
}

const IGNORE_CASES: { name: string; files: Record<string, string>; path: string; want: string | null }[] = [
  { name: "root rule", files: { ".gitignore": "a.ts" }, path: "x/a.ts", want: "ignored a.ts (.gitignore:1)" },
  { name: "nearer file wins", files: { ".gitignore": "*.gen", "x/.gitignore": "!a.gen" }, path: "x/a.gen", want: null },
  {
    name: "nearer file adds",
    files: { "x/.gitignore": "\n/a.ts" },
    path: "x/a.ts",
    want: "ignored /a.ts (x/.gitignore:2)",
  },
  { name: "but only below", files: { "x/.gitignore": "a.ts" }, path: "y/a.ts", want: null },
  {
    name: "folder above",
    files: { ".gitignore": "x/", "x/.gitignore": "!*" },
    path: "x/a.ts",
    want: "ignored x/ (.gitignore:1)",
  },
  {
    name: "folder taken in again nearer",
    files: { ".gitignore": "gen", "x/.gitignore": "!gen" },
    path: "x/gen/a.ts",
    want: null,
  },
  {
    name: "info/exclude",
    files: { ".git/HEAD": "", ".git/info/exclude": "a.ts" },
    path: "a.ts",
    want: "ignored a.ts (.git/info/exclude:1)",
  },
  {
    name: ".gitignore over info/exclude",
    files: { ".git/info/exclude": "a.ts", ".gitignore": "!a.ts" },
    path: "a.ts",
    want: null,
  },
  {
    name: "worktree",
    files: {
      ".git": "gitdir: real/.g/worktrees/w",
      "real/.g/worktrees/w/commondir": "../..",
      "real/.g/info/exclude": "a.ts",
    },
    path: "a.ts",
    want: "ignored a.ts (.git/info/exclude:1)",
  },
  {
    name: "own file leaves out",
    files: { ".codeindexignore": "a.ts" },
    path: "a.ts",
    want: "ignored a.ts (.codeindexignore:1)",
  },
  {
    name: "own file over .gitignore",
    files: { ".codeindexignore": "!gen/", "gen/.gitignore": "b.ts", ".gitignore": "gen/\n*.txt" },
    path: "gen/a.ts",
    want: null,
  },
  {
    name: "other rules hold below",
    files: { ".codeindexignore": "!gen/", ".gitignore": "gen/\n*.txt" },
    path: "gen/a.txt",
    want: "ignored *.txt (.gitignore:2)",
  },
  { name: "own file over secrets", files: { ".codeindexignore": "!.env" }, path: ".env", want: null },
  { name: "own file over configuration", files: { ".codeindexignore": "!dist/" }, path: "dist/x/a.ts", want: null },
  {
    name: "own file over defaults",
    files: { ".codeindexignore": "!package-lock.json" },
    path: "package-lock.json",
    want: null,
  },
  {
    name: "node_modules stays out of a folder taken in",
    files: { ".codeindexignore": "!dist/" },
    path: "dist/node_modules/a.js",
    want: "excluded node_modules/ (default)",
  },
  {
    name: ".git is never read",
    files: { ".codeindexignore": "!.git" },
    path: ".git/config",
    want: "excluded .git: version control",
  },
  {
    name: "obj beside a project",
    files: { "app/app.csproj": "" },
    path: "app/obj/a.cs",
    want: "excluded obj/ beside app.csproj (build output)",
  },
  { name: "bin elsewhere", files: {}, path: "bin/cli.js", want: null },
  { name: "target elsewhere", files: { "package.json": "" }, path: "target/a.ts", want: null },
  { name: "vendor elsewhere", files: { "package.json": "" }, path: "vendor/a.js", want: null },
  { name: "deps elsewhere", files: {}, path: "deps/a.c", want: null },
];

/** By the project file beside it, where one makes it what it is. */
const BUILD_FOLDERS: [path: string, project: string | null, detail?: string][] = [
  ["venv/lib/a.py", null],
  ["tools/.venv/lib/a.py", null],
  ["lib/python3.12/site-packages/six.py", null],
  ["app/__pycache__/a.py", null],
  [".tox/py3/a.py", null],
  [".gradle/a.txt", null],
  [".build/debug/a.swift", null],
  ["ios/DerivedData/a.swift", null],
  [".dart_tool/a.dart", null],
  [".terraform/modules/a.tf", null],
  ["cmake-build-debug/a.c", null],
  ["crates/a/target/debug/a.rs", "crates/a/Cargo.toml", "crates/a/target/ beside Cargo.toml (build output)"],
  ["core/target/classes/A.java", "core/pom.xml", "core/target/ beside pom.xml (build output)"],
  ["app/build/generated/A.kt", "app/build.gradle.kts", "app/build/ beside build.gradle.kts (build output)"],
  ["vendor/github.com/a/a.go", "go.mod", "vendor/ beside go.mod (libraries)"],
  ["vendor/autoload.php", "composer.json", "vendor/ beside composer.json (libraries)"],
  ["vendor/bundle/a.rb", "Gemfile", "vendor/ beside Gemfile (libraries)"],
  ["ios/Pods/A/A.m", "ios/Podfile", "ios/Pods/ beside Podfile (libraries)"],
  ["Carthage/Checkouts/A.swift", "Cartfile", "Carthage/ beside Cartfile (libraries)"],
  ["bazel-out/a.cc", "MODULE.bazel", "bazel-out/ beside MODULE.bazel (build output)"],
  ["deps/phoenix/a.ex", "mix.exs", "deps/ beside mix.exs (libraries)"],
  ["_build/dev/a.ex", "mix.exs", "_build/ beside mix.exs (build output)"],
];

describe("folders of libraries and build output", () => {
  for (const [path, project, detail] of BUILD_FOLDERS) {
    test(`${path}: left out, and taken in where git tracks it`, async () => {
      const files = { [path]: "text\n", ...(project === null ? {} : { [project]: "text\n" }) };
      const said = await judged(files, path);
      if (detail === undefined) expect(said).toMatch(/^excluded \S+\/ \(default\)$/);
      else expect(said).toBe(`excluded ${detail.replace(/^\S*\/(?=[^/]+\/ )/, "")}`);
      const root = temporaryFolder(files);
      git(root, "init", "-q");
      git(root, "add", "-f", path);
      expect(await createSkipRules(root).judgePath(path, "file", null)).toBeNull();
    });
  }

  test("are judged again when the project file beside them comes or goes", () => {
    const rules = createSkipRules(temporaryFolder({}));
    for (const name of ["Cargo.toml", "app/go.mod", "a.csproj"]) expect(rules.decides(name)).toBe("existence");
    expect(rules.decides("package.json")).toBe(null);
  });
});

describe("skip rules", () => {
  for (const { name, files, path, want } of IGNORE_CASES)
    test(name, async () => {
      expect(await judged(files, path)).toBe(want);
    });

  const REASONS: Record<string, string[]> = {
    secret: [
      ".env",
      "a/.env.local",
      "server.pem",
      "x.KEY",
      "id_rsa",
      "id_ed25519.old",
      ".npmrc",
      "secrets.yaml",
      "credentials",
      "prod.tfvars",
      "terraform.tfstate",
      ".aws/credentials",
      "x/.docker/config.json",
      "kubeconfig",
      "service-account-1.json",
      "ca.crt",
    ],
    lock_file: [
      "package-lock.json",
      "x/yarn.lock",
      "Cargo.lock",
      "packages.lock.json",
      "pnpm-lock.yaml",
      "Gemfile.lock",
    ],
    generated: ["a.generated.json", "a.pb.h", "a.js.map"],
    minified: ["a-min.css"],
    binary: ["a.png", "a.DLL", "a.woff2", "a.zip"],
    excluded: ["node_modules/x/a.js", "p/node_modules/x/a.js", "dist/a.js", "build/a.js", "x/a.log", ".next/a.js"],
    taken: [
      ".env.example",
      ".env.sample",
      "a.ts",
      "A.g.cs",
      "Form.Designer.cs",
      "x.generated.ts",
      "jquery.min.js",
      "README.md",
      "keys.ts",
      "credentials.ts",
      "a.lock.ts",
      "environment.env.ts",
      "src/dist/a.ts",
      "x/bin/a.ts",
      "Dockerfile",
      "a.svg",
      "node.ts",
    ],
  };
  for (const [reason, paths] of Object.entries(REASONS))
    test(`${reason} by name`, async () => {
      for (const path of paths)
        expect([path, (await judged({}, path))?.split(" ")[0] ?? "taken"]).toEqual([path, reason]);
    });

  test("configured patterns, size and the data folder", async () => {
    expect(await judged({}, "a/b.snap", { exclude: ["*.snap"] })).toBe("excluded *.snap (configuration)");
    expect(await judged({}, "a/b/", { exclude: ["a/**"] })).toBe("excluded a/** (configuration)");
    expect(await judged({}, "docs/a.ts", { include: ["src/**"] })).toMatch(/^excluded matches none/);
    expect(await judged({}, "src/a.ts", { include: ["src/**"] })).toBeNull();
    const root = temporaryFolder();
    const rules = createSkipRules(root, { maxFileSize: 10, dataDir: join(root, "data") });
    expect(await rules.judge("a.ts", "file", 10)).toBeNull();
    expect((await rules.judge("a.ts", "file", 11))?.reason).toBe("too_large");
    expect((await rules.judge("data", "directory", null))?.reason).toBe("excluded");
  });

  test("a project's own settings come on top of the service's", async () => {
    const common = { exclude: ["*.snap"], include: ["**/*"] };
    const settings = { exclude: ["docs/**"], include: ["src/**"], languages: ["typescript"] };
    const inProject = (path: string) => judged({}, path, projectSkip(common, { settings }));
    expect(await inProject("src/a.snap")).toBe("excluded *.snap (configuration)");
    expect(await inProject("docs/")).toBe("excluded docs/** (configuration)");
    expect(await inProject("lib/a.ts")).toMatch(/^excluded matches none/);
    expect(await inProject("src/a.cs")).toBe("language csharp: the project takes in typescript only");
    for (const path of ["src/a.tsx", "src/a.md"]) expect(await inProject(path)).toBeNull();
    expect(await judged({}, "lib/a.cs", projectSkip(common, { settings: {} }))).toBeNull();
  });

  test("sees a changed ignore file once it is told", async () => {
    const root = temporaryFolder({ ".gitignore": "a.ts" });
    const rules = createSkipRules(root);
    expect((await rules.judge("a.ts", "file", 1))?.reason).toBe("ignored");
    writeFileSync(join(root, ".gitignore"), "b.ts");
    rules.forget(".gitignore");
    expect(await rules.judge("a.ts", "file", 1)).toBeNull();
    expect(rules.decides("x/.gitignore")).toBe("content");
  });
});

describe("content", () => {
  const line = "const a = 1;";
  const CASES: { name: string; path?: string; bytes: string | Buffer; want: string | null }[] = [
    { name: "empty", bytes: "", want: null },
    { name: "text", bytes: "const a = 1;\r\n", want: null },
    { name: "NUL", bytes: "ab\0cd", want: "binary" },
    { name: "PNG", bytes: Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"), want: "binary" },
    {
      name: "random bytes",
      bytes: Buffer.from(Array.from({ length: 2000 }, (_, index) => 128 + ((index * 37) % 128))),
      want: "binary",
    },
    { name: "one Latin-1 letter", bytes: Buffer.from("// caf\xe9\nlet a = 1;\n".repeat(9), "latin1"), want: null },
    { name: "UTF-16 with a mark", bytes: Buffer.from("\uFEFFlet a", "utf16le"), want: null },
    { name: "UTF-16 without", bytes: Buffer.from("let a", "utf16le"), want: "binary" },
    { name: "@generated", bytes: "// @generated by x\nlet a;", want: "made: generated" },
    { name: "auto-generated", path: "a.cs", bytes: "//-----\n// <auto-generated>\n", want: "made: generated" },
    { name: "generated by its name", path: "a.g.cs", bytes: "class A {}\n", want: "made: generated" },
    { name: "minified by its name", path: "a.min.js", bytes: "let a;\n", want: "made: minified" },
    { name: "do not edit", path: "a.go", bytes: "// Code generated by x. DO NOT EDIT.\n", want: "made: generated" },
    {
      name: "protobuf",
      path: "a.rb",
      bytes: dedent`
        # Generated by the protocol buffer compiler.
        # source: a.proto
      `,
      want: "generated",
    },
    { name: "bindgen", path: "a.rs", bytes: "/* automatically generated by rust-bindgen 0.69 */\n", want: "generated" },
    { name: "erlang", path: "a.erl", bytes: "%% Generated by leex, do not edit\n", want: "generated" },
    { name: "bison", path: "a.c", bytes: "/* A Bison parser, made by GNU Bison 3.8.  */\n", want: "generated" },
    { name: "ocaml", path: "a.ml", bytes: "(* @generated from a.atd *)\n", want: "generated" },
    { name: "prose about it", path: "a.md", bytes: "# @generated\n", want: null },
    { name: "a string about it", bytes: 'const mark = "@generated";\n', want: null },
    { name: "minified", bytes: `${line.repeat(1000)}\n`, want: "made: minified" },
    { name: "a minified bundle", bytes: `${line.repeat(20_000)}\n`, want: "minified" },
    { name: "minified, of no language", path: "a.css", bytes: `${".a{b:c}".repeat(2000)}\n`, want: "minified" },
    {
      name: "minified, with long literals in it",
      bytes: `${line.repeat(1000)}const page = "${"<p>text</p>".repeat(300)}";\n`,
      want: "made: minified",
    },
    { name: "one long literal", bytes: `export const page = "${"abc<br>".repeat(2000)}";\n`, want: null },
    {
      name: "the path of a drawing",
      path: "a.tsx",
      bytes: dedent`
        export const Logo = () => (
          <svg>
            <path d="${"M1 2L3 4".repeat(2000)}" />
          </svg>
        );
      `,
      want: null,
    },
    { name: "a drawing", path: "a.svg", bytes: `<svg>\n<path d="${"M1,2L3,4".repeat(2000)}"/>\n</svg>\n`, want: null },
    {
      name: "a source map in the last line",
      bytes: `${`${line}\n`.repeat(9)}//# sourceMappingURL=data:application/json;base64,${"QUJD".repeat(3000)}\n`,
      want: null,
    },
    {
      name: "one long line among many",
      bytes: `const a = "${"x".repeat(6000)}";\n${`${line}\n`.repeat(900)}`,
      want: null,
    },
    { name: "long prose", path: "a.md", bytes: "word ".repeat(4000), want: null },
  ];
  for (const { name, path = "a.ts", bytes, want } of CASES)
    test(name, () => {
      const { skip, made } = judgeContent(path, Buffer.from(bytes));
      expect(skip?.reason ?? (made && `made: ${made.reason}`)).toBe(want);
    });

  test("decodes what is text", () => {
    const text = (bytes: Buffer) => decodeText(bytes);
    expect(text(Buffer.from("\uFEFFa\r\nb"))).toEqual({ text: "a\r\nb" });
    expect(text(Buffer.from("\uFEFFé", "utf16le"))).toEqual({ text: "é" });
    expect(text(Buffer.from("\uFEFFé", "utf16le").swap16())).toEqual({ text: "é" });
    expect(text(Buffer.from("caf\xe9 au lait, s'il vous plait", "latin1"))).toEqual({
      text: "caf\uFFFD au lait, s'il vous plait",
    });
    expect(text(Buffer.from("a\0"))).toEqual({ reason: "binary", detail: "application/octet-stream" });
  });
});

test("a first line that says generated again and again", () => {
  const line = `${"/".repeat(2000)}${"generated ".repeat(200)}\n`;
  expect(judgeContent("a.ts", Buffer.from(`${line}${"a();\n".repeat(2000)}`)).made).toBe(null);
});
