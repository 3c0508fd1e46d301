/** Files of others are changed whole or not at all, and only where they are plainly files. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readClientFile, removeFolders, writeClientFile } from "../../../src/mcp/clients/files.js";
import { temporaryFolder } from "../../helpers/folders.js";

const MODE = { mode: 0o600 };
const isPosix = process.platform !== "win32";

test("a file that is not there is made, with its folders, for its user, and both can go", () => {
  const root = temporaryFolder();
  const file = join(root, "a", "b", "mcp.json");
  const made = writeClientFile(file, { before: null, after: "{}" }, MODE);
  expect(made).toEqual([join(root, "a"), join(root, "a", "b")]);
  expect(readFileSync(file, "utf8")).toBe("{}");
  if (isPosix) expect(statSync(file).mode & 0o777).toBe(0o600);
  writeClientFile(file, { before: "{}", after: null }, MODE);
  writeFileSync(join(root, "a", "theirs"), "");
  expect(removeFolders(made)).toEqual([join(root, "a")]);
  expect(readdirSync(join(root, "a"))).toEqual(["theirs"]);
});

test("a file keeps its rights, and each of its bytes comes back", () => {
  const folder = temporaryFolder({ "mcp.json": "\uFEFFone\r\n" });
  const file = join(folder, "mcp.json");
  chmodSync(file, 0o640);
  const before = readClientFile(file);
  expect(before).toBe("\uFEFFone\r\n");
  writeClientFile(file, { before, after: `${before}two` }, MODE);
  expect(readFileSync(file, "utf8")).toBe("\uFEFFone\r\ntwo");
  if (isPosix) expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder)).toEqual(["mcp.json"]);
});

test("changes that somebody wrote meanwhile are not lost", () => {
  const folder = temporaryFolder({ "mcp.json": "b" });
  const file = join(folder, "mcp.json");
  expect(() => writeClientFile(file, { before: "a", after: "c" }, MODE)).toThrow(/changed meanwhile/);
  expect(() => writeClientFile(file, { before: null, after: "c" }, MODE)).toThrow(/changed meanwhile/);
  expect(readFileSync(file, "utf8")).toBe("b");
});

describe.runIf(isPosix)("left alone is", () => {
  const folder = () => temporaryFolder({ "mcp.json": "{}", "other/settings.json": "{}" });

  test("a link, and in a project a folder that is one", () => {
    const root = folder();
    symlinkSync(join(root, "mcp.json"), join(root, "link.json"));
    symlinkSync(join(root, "nowhere"), join(root, "dangling.json"));
    symlinkSync(join(root, "other"), join(root, ".claude"));
    expect(() => readClientFile(join(root, "link.json"))).toThrow("it is a link");
    expect(() => readClientFile(join(root, "dangling.json"))).toThrow("it is a link");
    expect(() => readClientFile(join(root, ".claude", "settings.json"), root)).toThrow(
      /the folder .*\.claude is a link/,
    );
    expect(() => readClientFile(join(root, ".claude", "new.json"), root)).toThrow(/is a link/);
    expect(readClientFile(join(root, ".claude", "settings.json"))).toBe("{}");
    expect(lstatSync(join(root, "link.json")).isSymbolicLink()).toBe(true);
  });

  test("a read-only file or folder, also for root", () => {
    const root = folder();
    chmodSync(join(root, "mcp.json"), 0o444);
    expect(() => readClientFile(join(root, "mcp.json"))).toThrow("it is read-only");
    mkdirSync(join(root, "locked"));
    chmodSync(join(root, "locked"), 0o555);
    expect(() => readClientFile(join(root, "locked", "a", "new.json"))).toThrow("its folder is read-only");
    chmodSync(join(root, "locked"), 0o755);
  });

  test("a path that is not a file, and a file that is not text", () => {
    const root = folder();
    expect(() => readClientFile(join(root, "other"))).toThrow("it is not a file");
    expect(() => readClientFile(join(root, "mcp.json", "x"))).toThrow(/cannot be written|no folder/);
    expect(() => readClientFile(join(root, "mcp.json", "x"), root)).toThrow(/is not a folder/);
    writeFileSync(join(root, "latin.md"), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    expect(() => readClientFile(join(root, "latin.md"))).toThrow("it is not UTF-8");
  });
});
