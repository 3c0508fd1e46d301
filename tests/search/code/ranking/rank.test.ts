/** Ranks of chunks, by src/search/code/ranking/rank.ts. */
import { describe, expect, test } from "vitest";
import { balanceOf, formOf } from "../../../../src/search/code/ranking/balance.js";
import { namePartsOf } from "../../../../src/search/code/ranking/names.js";
import { type RankedQuery, rankChunks } from "../../../../src/search/code/ranking/rank.js";
import type { Candidate, Rankable } from "../../../../src/search/code/ranking/ranked-chunk.js";

const terms = new Map([
  ["rotate", { weight: 1, share: 0.5 }],
  ["token", { weight: 1, share: 0.3 }],
  ["tokens", { weight: 0.8, share: 0.24 }],
]);
const query = { words: ["rotate", "token", "often"], terms, balance: balanceOf(form(3)) };

function form(wordCount: number, isQuestion = false) {
  return { wordCount, isQuestion, isKeywords: false };
}

function candidate(chunk: Partial<Rankable>, signals: Partial<Candidate<Rankable>["signals"]> = {}) {
  const none = { code: 0, scope: 0, fileName: 0, file: 0, declared: 0, located: 0, meaning: 0 };
  return {
    chunk: {
      path: "src/a.ts",
      kind: "function",
      startLine: 1,
      tokenCount: 300,
      codeTokens: 300,
      symbolNames: [],
      ...chunk,
    },
    nameParts: namePartsOf(chunk.symbolNames ?? []),
    signals: { ...none, text: 0.4, ...signals },
  };
}

/** Whether one chunk stands before the other, of two that differ in one thing. */
const better = (one: Candidate<Rankable>, other: Candidate<Rankable>) => {
  const [first, second] = rankChunks([other, one], query);
  return first!.chunk === one.chunk && first!.score > second!.score;
};

describe("rankChunks", () => {
  for (const [what, one, other] of [
    ["more of the words", candidate({}, { text: 0.6 }), candidate({}, { text: 0.3 })],
    ["a file about it", candidate({}, { file: 0.6 }), candidate({}, { file: 0.1 })],
    ["a file named so", candidate({}, { fileName: 0.4 }), candidate({})],
    ["a class named so", candidate({}, { scope: 0.4 }), candidate({})],
    ["a name of the words", candidate({ symbolNames: ["rotateToken"] }), candidate({ symbolNames: ["token"] })],
    [
      "a name of nothing else",
      candidate({ symbolNames: ["rotateToken"] }),
      candidate({ symbolNames: ["rotateTokenInBrowser"] }),
    ],
    ["what holds its code", candidate({}, { code: 0.3 }), candidate({})],
    ["what is called so", candidate({}, { declared: 1 }), candidate({}, { text: 0.9 })],
    ["the line that is named", candidate({}, { located: 0.6 }), candidate({}, { declared: 1 })],
    ["what means the same", candidate({}, { meaning: 0.6 }), candidate({}, { meaning: 0.2 })],
    ["a function", candidate({}), candidate({ kind: "block" })],
    ["a method", candidate({ kind: "method" }), candidate({ kind: "constructor" })],
    ["sources", candidate({}), candidate({ path: "tests/a.test.ts" })],
    ["code that is no test of a file", candidate({ kind: "block" }), candidate({ kind: "test" })],
    ["what a person wrote", candidate({}), candidate({ path: "src/a.d.ts" })],
    ["what is no comment", candidate({ codeTokens: 250 }), candidate({ tokenCount: 600 })],
    ["more of code", candidate({}), candidate({ tokenCount: 20, codeTokens: 20 })],
    ["code", candidate({ kind: "block" }), candidate({ kind: "section", path: "a.md" })],
    ["code", candidate({ kind: "block" }), candidate({ kind: "block", path: "l10n/en_GB.js" })],
    ["code", candidate({ kind: "block" }), candidate({ kind: "block", path: "app/locales/pt-BR/cart.ts" })],
  ] as const)
    test(`${what} first`, () => expect(better(one, other)).toBe(true));

  test("takes code about translations for code", () => {
    for (const path of ["src/i18n/translate.ts", "src/locales/index.ts", "packages/i18n/src/load.ts"]) {
      const [first] = rankChunks([candidate({ kind: "block", path })], query);
      expect(first!.factors).not.toHaveProperty("prose");
    }
  });

  test("leaves tests where they are when they are asked for", () => {
    const [first] = rankChunks([candidate({ path: "tests/a.test.ts" })], { ...query, words: ["test", "rotate"] });
    expect(first!.factors).not.toHaveProperty("test");
  });

  test("says how each score came about, and leaves out what it shall", () => {
    const one = candidate({ symbolNames: ["rotateToken"] }, { file: 0.5, fileName: 0.2, declared: 0.5, meaning: 0.3 });
    const [whole] = rankChunks([one], query);
    const sum = Object.values(whole!.sum).reduce((all, part) => all + part, 0);
    const product = Object.values(whole!.factors).reduce((all, factor) => all * factor, sum);
    expect(whole!.score).toBeCloseTo(product);
    expect(whole!.strength).toBeGreaterThan(0.5);
    const [less] = rankChunks([one], { ...query, without: new Set(["declared", "callable", "meaning"] as const) });
    expect(Object.keys(less!.sum)).toEqual(["text", "file", "fileName", "name", "nameCovered"]);
    expect(less!.factors).toEqual({});
  });

  test("weighs words and meaning as it is told", () => {
    const one = candidate({}, { meaning: 0.3 });
    const sumsOf = (weight: number) =>
      Object.keys(rankChunks([one], { ...query, balance: balanceOf(form(3), weight) })[0]!.sum);
    expect(sumsOf(0)).toEqual(["text"]);
    expect(sumsOf(0.5)).toEqual(["text", "meaning"]);
    expect(sumsOf(1)).toEqual(["meaning"]);
  });

  test("counts meaning more in a sentence than in a word, except where nothing else counts", () => {
    const one = candidate({}, { meaning: 0.3 });
    const meaning = (wordCount: number, weight?: number) =>
      rankChunks([one], { ...query, balance: balanceOf(form(wordCount), weight) })[0]!.sum.meaning!;
    expect(meaning(8)).toBeGreaterThan(meaning(4));
    expect(meaning(4)).toBeGreaterThan(meaning(1));
    expect(meaning(8, 1)).toBe(meaning(1, 1));
  });

  test("counts names less in a question, and more what the file and the chunk are about, but not where it is about a name", () => {
    const named = candidate({ symbolNames: ["rotateToken"] }, { fileName: 0.5, meaning: 0.2 });
    const meant = candidate({ path: "src/b.ts" }, { file: 0.4, meaning: 0.5 });
    const first = (wordCount: number, isQuestion: boolean) =>
      rankChunks([named, meant], { ...query, balance: balanceOf(form(wordCount, isQuestion)) })[0]!.chunk.path;
    expect(first(6, true)).toBe("src/b.ts");
    expect(first(6, false)).toBe("src/a.ts");
    expect(first(1, true)).toBe("src/a.ts");
  });

  test("counts a chunk's own words more where a few stand side by side, and a name that holds them all most", () => {
    const named = candidate({ symbolNames: ["forceReset"] }, { text: 0.2, fileName: 0.5 });
    const worded = candidate({ path: "src/b.ts", symbolNames: ["fail"] }, { text: 0.8 });
    const first = (text: string, found = [named, worded]) => {
      const sought = text.split(" ");
      const balance = balanceOf(formOf(text, { count: sought.length, carrying: sought.length }));
      const share = 1 / sought.length;
      const terms = new Map(sought.map((word) => [word, { weight: 1, share }]));
      return rankChunks(found, { words: sought, terms, balance })[0]!.chunk.path;
    };
    expect(first("brute force")).toBe("src/b.ts");
    expect(first("force")).toBe("src/a.ts");
    expect(first("resets the force that users need later")).toBe("src/a.ts");
    const whole = candidate({ path: "src/c.ts", symbolNames: ["preventBruteForceOfLogins"] });
    expect(first("brute force", [named, worded, whole])).toBe("src/c.ts");
  });
});

describe("a question", () => {
  const asked = { ...query, balance: balanceOf(form(6, true)) };
  const at = (path: string, startLine: number, meaning: number, names: string[] = []) =>
    candidate({ path, startLine, symbolNames: names }, { meaning });
  const sized = (path: string, startLine: number, meaning: number, chunk: Partial<Rankable>) =>
    candidate({ path, startLine, ...chunk }, { meaning });
  const order = (found: Candidate<Rankable>[], of: RankedQuery = asked) =>
    rankChunks(found, of).map(({ chunk }) => `${chunk.path}:${chunk.startLine}`);

  test("lets other files come before the further pieces of one", () => {
    const found = [at("a.ts", 1, 0.6), at("a.ts", 20, 0.45), at("b.ts", 1, 0.44), at("b.ts", 30, 0.43)];
    expect(order(found)).toEqual(["a.ts:1", "b.ts:1", "a.ts:20", "b.ts:30"]);
    expect(rankChunks(found, asked)[3]?.factors).toMatchObject({ elsewhere: 0.88 });
    expect(order(found, { ...query, balance: balanceOf(form(6)) })[1]).toBe("a.ts:20");
    expect(rankChunks(found, asked)[2]?.factors.again).toBeCloseTo(0.98);
    const without = new Set(["again", "company"] as const);
    expect(rankChunks(found, { ...asked, without })[1]?.chunk.startLine).toBe(20);
  });

  test("has one piece each of the files after the best before the second piece of any of these, but not for a report", () => {
    const found = [
      at("a.ts", 1, 0.6),
      at("a.ts", 20, 0.5),
      at("b.ts", 1, 0.5),
      at("b.ts", 30, 0.46),
      at("c.ts", 1, 0.44),
      at("d.ts", 1, 0.42),
    ];
    const without = new Set(["company", "folder"] as const);
    expect(order(found, { ...asked, without })).toEqual(["a.ts:1", "b.ts:1", "a.ts:20", "c.ts:1", "d.ts:1", "b.ts:30"]);
    expect(order(found, { ...asked, without: new Set([...without, "elsewhere"] as const) })[3]).toBe("b.ts:30");
    const report = { ...query, balance: balanceOf({ ...form(6, true), isReport: true }) };
    expect(order(found, { ...report, without })[3]).toBe("b.ts:30");
  });

  test("prefers the file that speaks of it in several places, and says by how much", () => {
    const found = [
      at("one.ts", 1, 0.5),
      at("several.ts", 1, 0.48),
      at("several.ts", 20, 0.4),
      at("several.ts", 40, 0.4),
    ];
    expect(order(found, { ...query, balance: balanceOf(form(6)) })[0]).toBe("one.ts:1");
    const [first, second] = rankChunks(found, asked);
    expect(first?.chunk.path).toBe("several.ts");
    expect(first?.factors.company).toBeGreaterThan(1.2);
    const sum = Object.values(first?.sum ?? {}).reduce((all, part) => all + part, 0);
    expect(first?.score).toBeCloseTo(Object.values(first?.factors ?? {}).reduce((all, factor) => all * factor, sum));
    expect(second?.factors.company).toBeUndefined();
    expect(order(found, { ...asked, named: new Map([["createToken", 1]]) })[0]).toBe("several.ts:1");
  });

  test("prefers the folder whose files speak of it, but not for a report", () => {
    const found = [
      at("src/one.ts", 1, 0.5),
      at("src/retry/backoff.ts", 1, 0.48),
      at("src/retry/jitter.ts", 1, 0.4),
      at("src/retry/limit.ts", 1, 0.4),
      at("src/retry/far.ts", 1, 0.1),
    ];
    const [first, second] = rankChunks(found, asked);
    expect([first?.chunk.path, second?.chunk.path]).toEqual(["src/retry/backoff.ts", "src/one.ts"]);
    expect(first?.factors.folder).toBeGreaterThan(1.05);
    expect(second?.factors.folder).toBeUndefined();
    const without = new Set(["folder"] as const);
    expect(rankChunks(found, { ...asked, without })[0]?.chunk.path).toBe("src/one.ts");
    const report = { ...query, balance: balanceOf({ ...form(6, true), isReport: true }) };
    expect(order(found, report)[0]).toBe("src/one.ts:1");
  });

  test("has what is done before the screen that speaks of it, but not where the question is about the screen or names something", () => {
    const found = [
      at("app/Login.vue", 1, 0.5),
      at("frontend/session.ts", 1, 0.5),
      at("server/login.ts", 1, 0.42),
      at("server/passwords.ts", 1, 0.4),
      at("server/static.ts", 1, 0.2),
    ];
    const done = ["server/login.ts:1", "server/passwords.ts:1"];
    const without = new Set(["folder"] as const);
    expect(order(found, { ...asked, without }).slice(0, 2)).toEqual(done);
    const [, , first] = rankChunks(found, { ...asked, without });
    expect(first?.factors.screen).toBeCloseTo(0.75);
    const drawn = ["app/Login.vue:1", "frontend/session.ts:1"];
    expect(order(found, { ...asked, without, words: ["login", "button"] }).slice(0, 2)).toEqual(drawn);
    expect(order(found, { ...query, without }).slice(0, 2)).toEqual(drawn);
    const named = order([at("server/token.ts", 1, 0.1, ["createToken"]), ...found], {
      ...asked,
      without,
      named: new Map([["createToken", 1]]),
    });
    expect(named.filter((place) => !place.startsWith("server/token")).slice(0, 2)).toEqual(drawn);
  });

  test("lowers tests further", () => {
    const [of] = rankChunks([candidate({ path: "tests/a.test.ts" })], asked);
    const [words] = rankChunks([candidate({ path: "tests/a.test.ts" })], query);
    expect(of?.factors.test).toBeLessThan(words?.factors.test ?? 0);
  });

  test("leaves the pieces of a file as they are where the question names what a file declares", () => {
    const named = new Map([["rotateToken", 1]]);
    const found = [at("a.ts", 1, 0.5, ["rotateToken"]), at("a.ts", 20, 0.5), at("b.ts", 1, 0.4)];
    for (const { factors } of rankChunks(found, { ...asked, named })) {
      expect(factors.company).toBeUndefined();
      expect(factors.elsewhere).toBeUndefined();
    }
  });

  test("has the piece of a file first that has more code, and moves no file", () => {
    const found = [
      sized("a.ts", 1, 0.5, { codeTokens: 250, tokenCount: 250 }),
      sized("a.ts", 20, 0.49, { codeTokens: 500, tokenCount: 500 }),
      at("b.ts", 1, 0.8),
    ];
    expect(order(found)).toEqual(["b.ts:1", "a.ts:20", "a.ts:1"]);
    const without = new Set(["piece"] as const);
    expect(order(found, { ...asked, without })).toEqual(["b.ts:1", "a.ts:1", "a.ts:20"]);
    const scores = (of: RankedQuery) => rankChunks(found, of).map(({ score }) => score.toFixed(9));
    expect(scores(asked)).toEqual(scores({ ...asked, without }));
    const [, longer] = rankChunks(found, asked);
    expect(longer?.factors.piece).toBeGreaterThan(1);
    const sum = Object.values(longer?.sum ?? {}).reduce((all, part) => all + part, 0);
    expect(longer?.score).toBeCloseTo(Object.values(longer?.factors ?? {}).reduce((all, factor) => all * factor, sum));
    expect(order(found.slice(0, 2))).toEqual(["a.ts:20", "a.ts:1"]);
    // A piece that is much farther from the question stays behind, however long it is.
    const far = sized("a.ts", 20, 0.3, { codeTokens: 500, tokenCount: 500 });
    expect(order([found[0]!, far])).toEqual(["a.ts:1", "a.ts:20"]);
  });

  test("has a part of a long function before a function of its size and score", () => {
    const found = [sized("a.ts", 1, 0.5, { kind: "class" }), sized("a.ts", 20, 0.49, { kind: "block" })];
    expect(order(found)).toEqual(["a.ts:20", "a.ts:1"]);
    expect(order(found, { ...asked, without: new Set(["piece"] as const) })[0]).toBe("a.ts:1");
  });

  test("has no piece first for its code where the query is no question, a report, or names what a file declares", () => {
    const found = [
      sized("a.ts", 1, 0.5, { codeTokens: 60, symbolNames: ["createToken"] }),
      sized("a.ts", 20, 0.48, { codeTokens: 420 }),
      at("b.ts", 1, 0.1),
    ];
    const report = { ...query, balance: balanceOf({ ...form(6, true), isReport: true }) };
    for (const of of [query, report, { ...asked, named: new Map([["createToken", 1]]) }])
      for (const { factors } of rankChunks(found, of)) expect(factors.piece).toBeUndefined();
  });

  test("keeps pieces whose line the question names where they are", () => {
    const located = candidate({ path: "a.ts", codeTokens: 20 }, { located: 1 });
    const [first, ...others] = rankChunks([at("a.ts", 20, 0.5), located, at("b.ts", 1, 0.4)], asked);
    expect(first?.chunk).toBe(located.chunk);
    for (const { factors } of [first!, ...others]) expect(factors.piece).toBeUndefined();
  });

  test("changes no piece of the only file", () => {
    for (const { factors } of rankChunks([at("a.ts", 1, 0.6), at("a.ts", 20, 0.5)], asked)) {
      expect(factors.again).toBeUndefined();
      expect(factors.company).toBeUndefined();
    }
  });

  test("prefers the file that declares a name as it is written", () => {
    const found = [at("field.ts", 1, 0.5, ["schemaController"]), at("schema.ts", 1, 0.3, ["SchemaController"])];
    const named = new Map([["SchemaController", 1]]);
    expect(order(found)[0]).toBe("field.ts:1");
    expect(order(found, { ...asked, named })[0]).toBe("schema.ts:1");
    expect(order([...found, at("schema.ts", 30, 0.3)], { ...asked, named })).toEqual([
      "schema.ts:1",
      "schema.ts:30",
      "field.ts:1",
    ]);
  });
});
