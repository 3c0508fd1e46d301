/** Vectors of the built-in model, by src/models/embedding/builtin.ts. */
import { expect, test } from "vitest";
import { openBuiltinEmbedder } from "../../../src/models/embedding/builtin.js";
import type { EmbedInput } from "../../../src/models/embedding/embedder.js";
import vectors from "../../fixtures/embedding-vectors.json" with { type: "json" };

const embedder = await openBuiltinEmbedder();
const query = (text: string): EmbedInput => ({ kind: "query", text });
const chunk = (text: string, symbol = "", path = ""): EmbedInput => ({ kind: "chunk", text, symbols: [symbol], path });
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

test("vectors are those that training computed", async () => {
  const got = await embedder.embed(vectors as unknown as EmbedInput[]);
  for (const [index, { vector }] of vectors.entries()) {
    const furthest = Math.max(...vector.map((value, at) => Math.abs(value - got[index]![at]!)));
    expect(furthest).toBeLessThan(2e-4);
  }
});

test("vectors are named by the model and by how often the names of a chunk, its path and its surroundings count", () => {
  expect(embedder.model).toBe("codeindex-words-2,4,3,0.5");
});

test("an embedder is opened once, and the same text has the same vector whatever came before", async () => {
  expect(await openBuiltinEmbedder()).toBe(embedder);
  const [before, , after] = await embedder.embed([query("read a file"), chunk("other words"), query("read a file")]);
  expect(after).toEqual(before);
});

test("of a question its gist counts", async () => {
  const text = "how does the client keep its token";
  const [whole, gist, words] = await embedder.embed([
    query(text),
    { kind: "query", text, gist: "client keep token" },
    query("client keep token"),
  ]);
  expect(gist).toEqual(words);
  expect(gist).not.toEqual(whole);
});

test("a question is nearest to the code that does it", async () => {
  const chunks = [
    chunk("function backoff(attempt) { return Math.min(MAX_DELAY, BASE * 2 ** attempt) * Math.random(); }", "backoff"),
    chunk(
      "class Users { async remove(id) { await this.db.query('delete from users where id = $1', [id]); } }",
      "Users",
    ),
    chunk(
      "function parseColor(hex) { return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)); }",
      "parseColor",
    ),
  ];
  const questions = [
    "how long to wait before the next retry",
    "erase an account from the database",
    "red green and blue of a string",
  ];
  const asked = await embedder.embed(questions.map(query));
  const known = await embedder.embed(chunks);
  const nearest = asked.map((one) => {
    const scores = known.map((other) => dot(one, other));
    return scores.indexOf(Math.max(...scores));
  });
  expect(nearest).toEqual([0, 1, 2]);
});

test("code is nearer to a question that what is said around it answers", async () => {
  const code = chunk("const next = step(width, height); return next;", "run");
  const [asked, alone, told] = await embedder.embed([
    query("make an image smaller"),
    code,
    { ...code, around: "Shrinks a picture." } as EmbedInput,
  ]);
  expect(dot(asked!, told!)).toBeGreaterThan(dot(asked!, alone!) + 0.05);
  expect(dot(told!, told!)).toBeCloseTo(1);
});

for (const [script, [question, right, wrong]] of Object.entries({
  Chinese: ["如何取消请求", "取消正在进行的请求", "计算两点之间的距离"],
  Japanese: ["ファイルを読み込む", "設定ファイルの読み込み", "ユーザーを削除する"],
  Russian: ["отмена запроса", "отменить текущий запрос", "прочитать строку файла"],
  Greek: ["ακύρωση αιτήματος", "ακύρωση του αιτήματος", "ανάγνωση αρχείου"],
  "accented Latin": ["größe des puffers", "Groesse: Grosse Puffer", "Datei lesen"],
  "words nobody has seen": ["qzxvwkly", "const qzxvwkly = 1", "const mpfhtrgb = 1"],
})) {
  test(`${script} finds its like`, async () => {
    const [asked, near, far] = await embedder.embed([query(question!), chunk(right!), chunk(wrong!)]);
    expect(dot(asked!, near!)).toBeGreaterThan(dot(asked!, far!) + 0.1);
  });
}

test("words are like those that mean the same", async () => {
  const like = async (word: string) => (await embedder.similarWords(word, 20)).map((one) => one.word);
  for (const [word, other] of [
    ["delete", "remove"],
    ["abort", "cancel"],
    ["checksum", "crc"],
    ["authenticate", "login"],
    ["jitter", "delay"],
    ["backoff", "retry"],
  ]) {
    expect(await like(word!), word).toContain(other);
    expect(await like(word!)).not.toContain(word);
  }
  const [nearest, second] = await embedder.similarWords("delete", 2);
  expect(nearest!.similarity).toBeGreaterThanOrEqual(second!.similarity);
  expect(await embedder.similarWords("delete", 2)).toHaveLength(2);
  expect(await embedder.similarWords("qzxvwkly", 5)).toEqual([]);
});

test("for any input, a vector has length 1, or says nothing at all", async () => {
  const letters = "x".repeat(1_000_000);
  const words = Array.from({ length: 30_000 }, (_, index) => `w${index.toString(36)}q`).join(" ");
  const odd = [
    "",
    " \0\n\t",
    "\ud800",
    "\udc00x\ud83d",
    "😀🎉",
    "\0\0function\0",
    letters,
    "字".repeat(100_000),
    words,
    "if ".repeat(500_000),
    "1234567890",
    "\u0301",
    "\uffff",
  ];
  for (const input of odd.flatMap((text) => [query(text), chunk(text, text, text)])) {
    const [vector] = await embedder.embed([input]);
    expect(vector).toHaveLength(embedder.dimensions);
    const length = Math.sqrt(dot(vector!, vector!));
    expect(length === 0 || Math.abs(length - 1) < 1e-4, `length ${length}`).toBe(true);
  }
  const [nothing] = await embedder.embed([query("… — !")]);
  expect(nothing!.every((value) => value === 0)).toBe(true);
});

test("an aborted call stops", async () => {
  await expect(embedder.embed([query("a")], AbortSignal.abort())).rejects.toThrow("aborted");
});
