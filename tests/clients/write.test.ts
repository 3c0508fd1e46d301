/** Files of others are changed whole or not at all. */
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changeFile } from "../../src/clients/write.js";
import { temporaryRepository } from "../files/temporary.js";

test("a file that is not there is made, with its folders, for its user", () => {
  const file = join(temporaryRepository(), "a", "b", "mcp.json");
  expect(changeFile(file, (text) => `${text}{}`, 0o600)).toEqual({ state: "created" });
  expect(readFileSync(file, "utf8")).toBe("{}");
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("what is the same is not written, and what shall not be there is not made", () => {
  const folder = temporaryRepository({ "mcp.json": "{}" });
  expect(changeFile(join(folder, "mcp.json"), (text) => text, 0o600)).toEqual({ state: "unchanged" });
  expect(changeFile(join(folder, "other.json"), () => null, 0o600)).toEqual({ state: "unchanged" });
  expect(readdirSync(folder)).toEqual(["mcp.json"]);
});

test("each change keeps what was there before, and the file's rights", () => {
  const folder = temporaryRepository({ "mcp.json": "\uFEFFone" });
  const file = join(folder, "mcp.json");
  chmodSync(file, 0o640);
  for (const next of ["two", "three"]) changeFile(file, () => next, 0o600);
  const texts = ["mcp.json", "mcp.json.bak", "mcp.json.bak2"].map((name) => readFileSync(join(folder, name), "utf8"));
  expect(texts).toEqual(["\uFEFFthree", "\uFEFFone", "\uFEFFtwo"]);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("nothing is left behind where the text is refused", () => {
  const folder = temporaryRepository({ "mcp.json": "{" });
  const refuse = () => {
    throw new Error("no JSON");
  };
  expect(() => changeFile(join(folder, "mcp.json"), refuse, 0o600)).toThrow("no JSON");
  expect(readdirSync(folder)).toEqual(["mcp.json"]);
});

test("a change of somebody else's that comes in between is not lost", () => {
  const folder = temporaryRepository({ "mcp.json": "a" });
  const file = join(folder, "mcp.json");
  let isFirst = true;
  changeFile(
    file,
    (text) => {
      if (isFirst) writeFileSync(file, "ab");
      isFirst = false;
      return `${text}!`;
    },
    0o600,
  );
  expect(readFileSync(file, "utf8")).toBe("ab!");
});

test.runIf(process.platform !== "win32")("a link stays a link", () => {
  const folder = temporaryRepository({ "dotfiles/mcp.json": "{}" });
  const link = join(folder, "mcp.json");
  symlinkSync(join(folder, "dotfiles", "mcp.json"), link);
  changeFile(link, () => "{ }", 0o600);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(link, "utf8")).toBe("{ }");
});
