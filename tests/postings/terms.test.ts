/** Terms of words, identifiers and files, by src/postings/terms.ts. */
import { describe, expect, test } from "vitest";
import { FIELD, fileTerms } from "../../src/postings/file-terms.js";
import { eachWordWith, identifierTerms, LONGEST_TERM, termFilter, wordsOf } from "../../src/postings/terms.js";

describe("identifierTerms", () => {
  for (const [word, want] of [
    ["getUserName", ["getusername", "get", "user", "name"]],
    ["parseHTTPResponse", ["parsehttpresponse", "parse", "http", "response"]],
    ["snake_case_name", ["snake_case_name", "snake", "case", "name"]],
    ["SCREAMING_CASE", ["screaming_case", "screaming", "case"]],
    ["sha256", ["sha256", "sha", "256"]],
    ["toUtf8String", ["toutf8string", "to", "utf", "utf8", "string"]],
    ["_private", ["private"]],
    ["$", []],
    ["__", []],
    ["IUserService", ["iuserservice", "user", "service"]],
    ["plain", ["plain"]],
    ["größeÄndern", ["größeändern", "größe", "ändern"]],
    ["x".repeat(300), ["x".repeat(LONGEST_TERM)]],
  ] as const) {
    test(`${word.slice(0, 30)} gives ${want.join(" ").slice(0, 60)}`, () =>
      expect(identifierTerms(word)).toEqual(want));
  }

  test("knows the names of every object's members as words, not as members", () => {
    expect(identifierTerms("constructor")).toEqual(["constructor"]);
    expect(identifierTerms("__proto__")).toEqual(["proto"]);
    const { terms, counts } = fileTerms("constructor toString constructor", "", [
      { start: 0, end: 32, symbolNames: [] },
    ]);
    expect(counts[terms.indexOf("constructor")]).toBe(2);
  });
});

describe("wordsOf", () => {
  test("takes ideographs in pairs, for they have no spaces", () => {
    expect(wordsOf("检索代码 code").map(({ word }) => word)).toEqual(["检索", "索代", "代码", "code"]);
  });
  test("composes letters, so that é is found however it was typed", () => {
    expect(wordsOf("cafe\u0301")[0]!.terms).toEqual(wordsOf("café")[0]!.terms);
  });
  test("passes over lone surrogates and NUL", () => {
    expect(wordsOf("a\ud800b \0 c\udfff").map(({ word }) => word)).toEqual(["a", "b", "c"]);
  });
});

describe("fileTerms", () => {
  test("counts by chunk, and tells where else a term stands", () => {
    const source = "logIn(user)\nlogout(user)\n";
    const packed = fileTerms(source, "src/auth.ts", [
      { start: 0, end: 11, symbolNames: ["logIn"], breadcrumb: "UserAuth › logIn" },
      { start: 12, end: 24, symbolNames: [] },
    ]);
    const postings = new Map(
      packed.terms.map((term, index) => {
        const list: [number, number][] = [];
        for (let at = packed.starts[index]!; at < packed.starts[index + 1]!; at++)
          list.push([packed.documents[at]!, packed.counts[at]!]);
        return [term, list];
      }),
    );
    expect(postings.get("login")).toEqual([[0, 1 | FIELD.name | FIELD.wholeName]]);
    expect(postings.get("log")).toEqual([[0, 1 | FIELD.name]]);
    expect(postings.get("user")).toEqual([
      [0, 1 | FIELD.scope],
      [1, 1],
    ]);
    expect(postings.get("auth")).toEqual([
      [0, FIELD.scope | FIELD.fileName],
      [1, FIELD.fileName],
    ]);
    expect(postings.get("src")).toEqual([
      [0, FIELD.folder],
      [1, FIELD.folder],
    ]);
    // login, log, in, user
    expect([...packed.lengths]).toEqual([4, 2]);
  });
});

describe("a filter of terms", () => {
  const TEXT =
    "getUserName(id) + USER_ID - sha256 $id _userid2 größeId 漢字 a x.y parseHTTP2Response usr İd userKelvinK toUtf8String chunk_Id";

  for (const terms of [
    ["user"],
    ["id"],
    ["user", "id", "name"],
    ["http2", "256"],
    ["a"],
    ["größe"],
    ["漢字"],
    ["chunk_id"],
    [],
  ])
    test(`lets all words pass that hold ${terms.join(" or ") || "nothing"}`, () => {
      const passed: string[] = [];
      eachWordWith(TEXT, 0, TEXT.length, termFilter(terms), (word) => passed.push(word));
      const holding = wordsOf(TEXT).filter((word) => word.terms.some((term) => terms.includes(term)));
      expect(passed).toEqual(expect.arrayContaining(holding.map(({ word }) => word)));
    });

  test("leaves out others", () => {
    const passed: string[] = [];
    eachWordWith(TEXT, 0, TEXT.length, termFilter(["user"]), (word) => passed.push(word));
    expect(passed).not.toContain("sha256");
    expect(passed).not.toContain("usr");
  });
});
