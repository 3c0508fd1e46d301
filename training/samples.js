/** Texts whose vectors train.py computes from the finished table, so that a test can hold the encoder against them. */
import { FIELD_COUNT } from "../dist/models/embedding/builtin.js";
import { eachWord, lowerCased } from "../dist/models/embedding/words.js";

const SAMPLES = [
  { kind: "query", text: "retry a request with exponential backoff and jitter" },
  { kind: "query", text: "Größe des Puffers, œuvre, naïve café" },
  { kind: "query", text: "如何取消请求 キャンセル 취소" },
  { kind: "query", text: "отменить запрос, ακύρωση" },
  { kind: "query", text: "qzxvwk keyvaluepair HTTPServerError2 utf8" },
  {
    kind: "chunk",
    text: "export async function loadUser(id: string): Promise<User> {\n  const row = await db.query(SELECT_USER, [id]);\n  if (!row) throw new NotFoundError(id);\n  return toUser(row);\n}",
    symbols: ["loadUser"],
    path: "src/users/load-user.ts",
  },
  {
    kind: "chunk",
    text: "for (let i = 0; i < n; i++) {\n  sum += i; sum += i; sum += i; sum += values[i];\n}\n// 求和\n",
    symbols: ["Totals.add", "Totals.sum"],
    path: "lib/数学/totals.js",
  },
];

/** The samples with the rows of the table they count, in no order. */
export function samplesWithRows(vocabulary) {
  return SAMPLES.map((sample) => {
    const counts = new Map();
    const add = (text, times) => {
      const count = (rows) => {
        for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + times);
      };
      eachWord(text, {
        word: (bytes, start, end) => count(vocabulary.rowsOfWord(lowerCased(bytes, start, end))),
        gram: (hash) => count(vocabulary.rowsOfGram(hash)),
      });
    };
    add(sample.text, 1);
    for (const symbol of sample.symbols ?? []) add(symbol, FIELD_COUNT.symbol);
    if (sample.path) add(sample.path, FIELD_COUNT.path);
    return { sample, rows: [...counts.keys()], counts: [...counts.values()] };
  });
}
