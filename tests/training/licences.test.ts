/** Licences of packages for training, judged by training/licences.js and evaluated.js. */
import { expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";

const { isPermissive, isPermissiveId, namesAnotherLicence, statesPermissive } = await import(
  new URL("../../training/licences.js", import.meta.url).href
);
const { isEvaluated } = await import(new URL("../../training/evaluated.js", import.meta.url).href);
const MIT =
  "MIT License\n\nPermission is hereby granted, free of charge, to any\nperson obtaining a copy of this software";

test("a package may be learnt from only if each licence it offers permits it", () => {
  for (const id of ["MIT", "Apache-2.0", "(MIT OR Apache-2.0)"]) expect(isPermissiveId(id), id).toBe(true);
  for (const id of [
    "GPL-3.0",
    "(MIT OR GPL-3.0)",
    "MPL-2.0",
    "MIT AND MPL-2.0",
    "SEE LICENSE IN LICENSE",
    "",
    undefined,
  ]) {
    expect(isPermissiveId(id), id).toBe(false);
  }
});

test("a licence text counts if it is permissive and names no other licence", () => {
  expect(isPermissive(MIT)).toBe(true);
  expect(isPermissive(`${MIT}\n\nParts are under the GNU General Public License`)).toBe(false);
  expect(isPermissive("All rights reserved.")).toBe(false);
});

test("the head of a file may permit what no licence text covers, or forbid what one does", () => {
  expect(
    statesPermissive(dedent`
      // Copyright (c) Somebody.
      // Licensed under the MIT License.
    `),
  ).toBe(true);
  expect(statesPermissive("// SPDX-License-Identifier: GPL-2.0\n")).toBe(false);
  expect(namesAnotherLicence("/* This is free software under the LGPL */")).toBe(true);
  expect(namesAnotherLicence("const a = 1;")).toBe(false);
});

test("repositories that search is measured on are not learnt from", () => {
  for (const name of [
    "rxjs",
    "@effect/platform",
    "three",
    "@fastify/error",
    "com.neuecc.unirx",
    "zod-openapi",
    "external/rx/",
  ]) {
    expect(isEvaluated(name), name).toBe(true);
  }
  for (const name of ["side-effects", "threejs-free", "redux"]) expect(isEvaluated(name), name).toBe(false);
});
