/** The pinned packages for training, in training/packages.js. */
import { expect, test } from "vitest";

const { archiveOf, packages } = await import(new URL("../../training/packages.js", import.meta.url).href);
const { isPermissiveId } = await import(new URL("../../training/licences.js", import.meta.url).href);
const { isEvaluated } = await import(new URL("../../training/evaluated.js", import.meta.url).href);
const pinned: { name: string; version: string; integrity: string; license: string; folders?: string[] }[] = packages();

test("every pinned package has a digest, a licence that permits it and nothing that search is measured on", () => {
  expect(pinned.length).toBeGreaterThan(0);
  for (const { name, version, integrity, license, folders = [] } of pinned) {
    expect(integrity, name).toMatch(/^sha512-/);
    expect(version, name).toMatch(/^\d/);
    expect(isPermissiveId(license), name).toBe(true);
    expect([name, ...folders].filter(isEvaluated), name).toEqual([]);
  }
});

// npm names the archives of @a/b and a-b alike.
test("no two pinned packages have the same archive", () => {
  const archives = pinned.map((one) => archiveOf("", one));
  expect(archives.filter((archive, index) => archives.indexOf(archive) !== index)).toEqual([]);
});
