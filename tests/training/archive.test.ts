/** Sources of packages for training, read from archives by training/archive.js as far as their licence permits. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";

const { readPackage } = (await import(new URL("../../training/archive.js", import.meta.url).href)) as {
  readPackage(file: string, isWanted: (path: string) => boolean): { files: { path: string; text: string }[] };
};

const MIT =
  "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software";
const GPL = "GNU General Public License, version 2";
const HEAD = "// Licensed under the MIT License.\n";
const folder = temporaryFolder();

/** An archive of the files, packed as the end of `name` says. */
function archive(name: string, files: Record<string, string>): string {
  const top = join(folder, `${name}.folder`, "top-1.0");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  execFileSync("tar", ["-caf", join(folder, name), "-C", dirname(top), "top-1.0"]);
  return join(folder, name);
}

const read = (file: string) =>
  readPackage(file, (path) => path.endsWith(".cs"))
    .files.map(({ path }) => path)
    .sort();

test("files are read that the licence text above them, or their own head, permits", () => {
  const file = archive("collection.tar.gz", {
    LICENSE: `Parts are under the ${GPL}.`,
    "tools/a.cs": "class A {}",
    "tools/head.cs": `${HEAD}class B {}`,
    "library/LICENSE.TXT": MIT,
    "library/src/c.cs": "class C {}",
    "library/src/gpl.cs": dedent`
      // ${GPL}
      class D {}`,
    "library/external/copy.cs": "class E {}",
    "library/external/other/LICENSE": MIT,
    "library/external/other/f.cs": "class F {}",
  });
  expect(read(file)).toEqual(["library/external/other/f.cs", "library/src/c.cs", "tools/head.cs"]);
});

const packers = ["xz", "bzip2"].filter((program) => spawnSync(program, ["--version"]).status === 0);
test.each(packers)("an archive packed by %s is read", (program) => {
  const file = archive(program === "xz" ? "a.tar.xz" : "a.tar.bz2", { LICENSE: MIT, "a.cs": "class A {}" });
  expect(read(file)).toEqual(["a.cs"]);
  writeFileSync(file, "rubbish");
  expect(() => read(file)).toThrow(/cannot be unpacked/);
});
