/** Paths that callers give, held within the repository by src/repository/sandbox.ts. */
import { chmodSync, linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import { listFolder, locateFolder, normalizePath, readBytes } from "../../src/repository/sandbox.js";
import { createSkipRules } from "../../src/repository/skip/rules.js";
import { temporaryFolder } from "../helpers/folders.js";

/** The code of the error that reading a path gives, or the text that was read. */
async function read(root: string, path: string): Promise<string> {
  try {
    return (await readBytes(root, createSkipRules(root), path, 1000)).bytes.toString();
  } catch (error) {
    if (error instanceof CodeindexError) {
      expect(error.message).not.toContain(root);
      return error.code;
    }
    throw error;
  }
}

const HOSTILE: Record<string, string[]> = {
  path_escape: [
    "..",
    "../",
    "../x",
    "../../etc/passwd",
    "src/../../x",
    "src/../..",
    "a/b/../../../x",
    "./../x",
    "src/./../../x",
    "..//x",
    "/",
    "/etc/passwd",
    "//etc/passwd",
    "///",
    "/src/a.ts",
    "~",
    "~/x",
    "~/.ssh/id_rsa",
    "C:",
    "C:/x",
    "c:x",
    "C:\\x",
    "z:/Windows",
    "\\",
    "\\\\server\\share",
    "src\\a.ts",
    "..\\x",
    "src\\..\\..\\x",
    "src/a.ts\\",
    "\0",
    "src/a.ts\0",
    "src/a.ts\0.png",
    "src\0/a.ts",
    "\n",
    "src/a.ts\n",
    "src/\ta.ts",
    "\x7f",
    "\x85a",
    "file:///etc/passwd",
    "http://x/y",
    "FILE://x",
    "\uFF0E\uFF0E/x",
    "\uFF0E\uFF0E",
    "src/\uFF0E\uFF0E/\uFF0E\uFF0E/x",
    "\u2025/x",
    "\u2024\u2024/x",
    "..\uFF0Fx",
    "src\uFF0Fa.ts",
    "src\u2215a.ts",
    "src\u2044a.ts",
    "src\uFF3Ca.ts",
    "src\u29F8a.ts",
    "src\uFE68a.ts",
    "\u202Ea.ts",
    "src/\u200Ba.ts",
    "src/a.ts\uFEFF",
    "src/\u2066a.ts",
    "\u200F..",
    ".<U+200B>.",
    "src/.<U+FEFF>./a.ts",
    "src/a\u2060.ts",
    "...",
    "src/.../a.ts",
    ".. ",
    ". .",
    "src/.. /a.ts",
    "....",
    " ",
    "src/ /a.ts",
    "\uD800",
    "src/\uDC00.ts",
    "outside",
    "outside/passwd",
    "out-file",
    "src/deep-out/passwd",
  ],
  not_found: [
    "missing.ts",
    "src/missing/a.ts",
    "src/a.ts/x",
    "%2e%2e/x",
    "%2e%2e%2fx",
    "..%2fx",
    "..x/y",
    "src/a.ts.",
    "src/a.ts ",
    "src/A.TS.bak",
    "src:a.ts",
    "src/a.ts::$DATA",
    "loop",
    "loop/x",
    "broken",
    "$HOME",
    "$(id)",
    "`id`",
    "*",
    "src/*.ts",
    "-rf",
    "src/\u0301a.ts",
  ],
  invalid_parameter: [
    "",
    ".",
    "./",
    "src",
    "src/",
    "src/.",
    "src/..",
    "a".repeat(256),
    "a/".repeat(1500),
    `src/${"é".repeat(200)}`,
  ],
  forbidden: [
    ".git/config",
    "src/../.git/config",
    ".GIT/config",
    "sub/.git/config",
    ".env",
    "src/.env.local",
    "keys/id_rsa",
    "ignored/a.ts",
    "ignored",
    "src/secret.pem",
    "node_modules/m/index.js",
    "to-git",
    "to-env",
    "a.log",
    ".e<U+200B>nv",
  ],
  "export {}": [
    "src/turned<U+202E>.ts",
    "src/\u05D0\u200F.ts",
    "src/a.ts",
    "./src/a.ts",
    "src//a.ts",
    "src/./a.ts",
    "src/x/../a.ts",
    "inside/a.ts",
    "to-a.ts",
    "src/../src/a.ts",
    'src/it\'s "a" b.ts',
    "src/日本語.ts",
    "src/e\u0301.ts",
    "src/\u00E9.ts",
    "package-lock.json",
  ],
};

function hostileRepository(): string {
  const text = "export {}";
  const root = temporaryFolder({
    "src/a.ts": text,
    'src/it\'s "a" b.ts': text,
    "src/日本語.ts": text,
    "src/\u00E9.ts": text,
    "src/turned\u202E.ts": text,
    "src/\u05D0\u200F.ts": text,
    ".e\u200Bnv": text,
    "package-lock.json": text,
    ".git/config": text,
    ".GIT/config": text,
    "sub/.git/config": text,
    ".env": text,
    "src/.env.local": text,
    "keys/id_rsa": text,
    "ignored/a.ts": text,
    "src/secret.pem": text,
    "node_modules/m/index.js": text,
    "a.log": text,
    ".gitignore": "ignored/\n",
  });
  const links = {
    outside: "/etc",
    "out-file": "/etc/passwd",
    "src/deep-out": "../../../../../../etc",
    loop: "loop",
    broken: "nowhere",
    inside: "src",
    "to-a.ts": "src/a.ts",
    "to-git": ".git/config",
    "to-env": ".env",
  };
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  return root;
}

describe("sandbox", () => {
  test("meets hostile paths with the right error, and good ones with the file", async () => {
    const root = hostileRepository();
    for (const [want, paths] of Object.entries(HOSTILE))
      for (const path of paths) expect([path, await read(root, path)]).toEqual([path, want]);
  });

  test("normalizes", () => {
    expect(["", ".", "./a//b/", "a/../b", "a/b/./c"].map((path) => normalizePath(path))).toEqual([
      "",
      "",
      "a/b",
      "b",
      "a/b/c",
    ]);
  });

  test("says which rule hides a file", async () => {
    const root = hostileRepository();
    const reading = readBytes(root, createSkipRules(root), "ignored/a.ts", 10);
    await expect(reading).rejects.toThrow("ignored/ (.gitignore:1)");
  });

  test("refuses what is too large, special or not readable", async () => {
    const root = temporaryFolder({ "a.ts": "x".repeat(1001), "closed.ts": "x", "b.ts": "y" });
    expect(await read(root, "a.ts")).toBe("too_large");
    linkSync(join(root, "b.ts"), join(root, "c.ts"));
    expect(await read(root, "c.ts")).toBe("y");
    chmodSync(join(root, "closed.ts"), 0);
    // Root may read anything.
    expect(await read(root, "closed.ts")).toBe(process.getuid?.() === 0 ? "x" : "forbidden");
  });

  test("works in a repository that is itself behind a link", async () => {
    const parent = temporaryFolder({ "real/a.ts": "x" });
    symlinkSync("real", join(parent, "link"));
    expect(await read(join(parent, "link"), "a.ts")).toBe("x");
  });

  test("lists what is not left out", async () => {
    const root = hostileRepository();
    mkdirSync(join(root, "empty"));
    const rules = createSkipRules(root);
    const entries = await listFolder(rules, await locateFolder(root, rules, ""), true);
    const names = entries.map(({ name, type }) => `${type} ${name}`);
    expect(names).toEqual([
      "file .gitignore",
      "directory empty",
      "directory keys",
      "file package-lock.json",
      "directory src",
      "directory sub",
    ]);
  });
});
