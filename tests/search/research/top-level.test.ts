/** Statements at the top level of a file, by their lines. */
import { expect, test } from "vitest";
import { longestStatement } from "../../../src/search/research/top-level.js";
import { dedent } from "../../helpers/dedent.js";

const ROUTES = dedent`
  import { Router } from "express";
  const router = Router();

  router.post<
    Body,
    Answer
  >("/orders", async (req, res) => {
    res.json({});
  });

  router.get("/orders", list);
  export default router;
`.split("\n");

test("a statement goes as far as indented lines and closing brackets do", () => {
  expect(longestStatement(ROUTES, 8, 8)).toEqual({ start: 4, end: 9 });
  expect(longestStatement(ROUTES, 11, 11)).toEqual({ start: 11, end: 11 });
});

test("of several in some lines the one with most lines there, and no import or export", () => {
  expect(longestStatement(ROUTES, 1, 6)).toEqual({ start: 4, end: 9 });
  expect(longestStatement(ROUTES, 1, 1)).toBeNull();
  expect(longestStatement(ROUTES, 12, 12)).toBeNull();
});
