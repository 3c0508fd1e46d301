/** Which projects a pattern lets a caller see: here, and in the statement that reads the registry. */
import { expect, test } from "vitest";
import { ANYONE, sees } from "../../src/model/principal.js";
import { likePattern } from "../../src/store/projects.js";

test.each<[string, string[], string[]]>([
  ["web-*", ["web-", "web-shop"], ["web", "my-web-shop", "WEB-shop"]],
  ["*-web", ["-web", "my-web"], ["web", "my-web-2"]],
  ["a*b*c", ["abc", "a-b-c", "abbcc"], ["ac", "acb", "abca"]],
  ["aa*aa", ["aaaa", "aa-aa"], ["aa", "aaa"]],
  ["*", ["", "anything"], []],
  ["a.c_%", ["a.c_%"], ["abc_%", "a.cx%", "a.c_x"]],
])("%s", (pattern, seen, hidden) => {
  const principal = { ...ANYONE, projects: [pattern] };
  expect(seen.filter((id) => !sees(principal, id))).toEqual([]);
  expect(hidden.filter((id) => sees(principal, id))).toEqual([]);
});

test("a pattern of stars is as fast as another", () => {
  const principal = { ...ANYONE, projects: ["*a".repeat(50)] };
  expect(sees(principal, `${"a".repeat(100)}b`)).toBe(false);
});

test("LIKE takes only the star for more than itself", () => {
  expect(likePattern("a_b%c\\d*")).toBe("a\\_b\\%c\\\\d%");
});
