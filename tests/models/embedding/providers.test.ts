/** Embedders that ask a provider, against a real server that answers well and badly. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { CodeindexError } from "../../../src/base/errors.js";
import { readConfig } from "../../../src/config/config.js";
import type { EmbedInput } from "../../../src/models/embedding/embedder.js";
import { createEmbedderSource, type EmbeddingSettings, embeddingSettings } from "../../../src/models/embedding/open.js";
import type { ProviderError } from "../../../src/models/providers/request.js";
import { temporaryFolder } from "../../helpers/folders.js";
import { answer, fail, type ProviderServer, type Reply, startProvider } from "./provider-server.js";

const DIMENSIONS = 8;
const SECRET = "sk-very-secret-0123456789";
const folder = temporaryFolder();
let provider: ProviderServer;

beforeAll(async () => {
  provider = await startProvider(DIMENSIONS);
});
afterEach(() => {
  Object.assign(provider, { reply: undefined, asked: [], spent: [] });
});
afterAll(async () => {
  await provider.close();
});

function settings(env: Record<string, string> = {}): EmbeddingSettings {
  const defaults = {
    CODEINDEX_EMBEDDING_PROVIDER: "openai",
    CODEINDEX_OPENAI_BASE_URL: `${provider.url}/v1`,
    CODEINDEX_OPENAI_API_KEY: SECRET,
    CODEINDEX_OPENAI_MODEL: "small",
    CODEINDEX_OPENAI_BATCH_SIZE: "4",
    CODEINDEX_OLLAMA_BASE_URL: provider.url,
  };
  return embeddingSettings(readConfig({}, { ...defaults, ...env }, folder));
}

const source = (env?: Record<string, string>, use: "index" | "questions" = "index") =>
  createEmbedderSource(settings(env), use)!;
const query = (text: string): EmbedInput => ({ kind: "query", text });
const queries = (count: number) => Array.from({ length: count }, (_, index) => query(`text ${"abcdefghij"[index]}`));

/** The error that work ends with. */
async function errorOf(work: Promise<unknown>): Promise<CodeindexError> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(CodeindexError);
  return error as CodeindexError;
}

const unit = (text: string) => {
  const vector = provider.vectorOf(text);
  const length = Math.hypot(...vector);
  return vector.map((value) => expect.closeTo(value / length, 5));
};

describe("a provider that answers right", () => {
  test("OpenAI's API: in batches, with the key, the vectors in the order of the texts", async () => {
    const embedder = await source().open();
    expect(embedder).toMatchObject({ model: `openai/small@${DIMENSIONS}`, dimensions: DIMENSIONS });
    const inputs = queries(10);
    const vectors = await embedder.embed(inputs);
    expect(vectors.map((vector) => [...vector])).toEqual(inputs.map(({ text }) => unit(text)));
    expect(provider.asked.map(({ body }) => body.input.length)).toEqual([1, 4, 4, 2]);
    expect(provider.asked[1]).toMatchObject({
      path: "/v1/embeddings",
      authorization: `Bearer ${SECRET}`,
      body: { model: "small" },
    });
  });

  test("Ollama: a chunk is shown with its path and symbols, and as its model was trained", async () => {
    const embedder = await source({ CODEINDEX_EMBEDDING_PROVIDER: "ollama" }).open();
    expect(embedder.model).toBe(`ollama/nomic-embed-text@${DIMENSIONS}`);
    await embedder.embed([
      { kind: "chunk", text: "return 1;\n", symbols: ["one", "uno"], path: "src/one.ts" },
      query("one"),
    ]);
    expect(provider.asked.at(-1)).toMatchObject({
      path: "/api/embed",
      authorization: undefined,
      body: {
        model: "nomic-embed-text",
        input: ["search_document: src/one.ts\none uno\nreturn 1;", "search_query: one"],
      },
    });
  });

  test("a text that says nothing is not sent", async () => {
    const embedder = await source().open();
    const [vector] = await embedder.embed([query("  ")]);
    expect([...vector!]).toEqual(new Array(DIMENSIONS).fill(0));
    expect(provider.asked).toHaveLength(1);
  });

  test("the key may be in a file, and a user and password in the URL", async () => {
    const file = join(folder, "key");
    writeFileSync(file, `${SECRET}\n`);
    await source({ CODEINDEX_OPENAI_API_KEY: "", CODEINDEX_OPENAI_API_KEY_FILE: file }).open();
    const url = provider.url.replace("http://", "http://me:p%40ss@");
    await source({ CODEINDEX_EMBEDDING_PROVIDER: "ollama", CODEINDEX_OLLAMA_BASE_URL: url }).open();
    expect(provider.asked.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${SECRET}`,
      `Basic ${Buffer.from("me:p@ss").toString("base64")}`,
    ]);
  });

  test("fewer dimensions are asked for, and are part of the model's name", async () => {
    provider.reply = ({ path, body }, response) =>
      answer(
        response,
        path,
        body.input.map((text) => provider.vectorOf(text).slice(0, body.dimensions)),
      );
    const embedder = await source({ CODEINDEX_OPENAI_DIMENSIONS: String(DIMENSIONS) }).open();
    expect(embedder.model).toBe(`openai/small@${DIMENSIONS}`);
    expect(provider.asked[0]!.body.dimensions).toBe(DIMENSIONS);
  });

  test("an earlier model of the same provider, and the built-in one, can be opened for the vectors that they made", async () => {
    const now = source();
    expect(await now.openModel("openai/large@16")).toMatchObject({ model: "openai/large@16", dimensions: 16 });
    expect(await now.openModel("ollama/large@16")).toBeNull();
    const builtin = await source({ CODEINDEX_EMBEDDING_PROVIDER: "local" }).open();
    expect(await now.openModel(builtin.model)).toMatchObject({ model: builtin.model });
    expect(provider.asked).toEqual([]);
  });
});

describe("a provider that fails is provider_unavailable, and says what to do", () => {
  /** Answers each text with what `make` makes of its vector. */
  const rows =
    (make: (row: number[]) => unknown): Reply =>
    ({ path, body }, response) =>
      answer(
        response,
        path,
        body.input.map((text) => make(provider.vectorOf(text))),
      );

  for (const { name, reply, says, todo, requests = 1 } of [
    {
      name: "401",
      reply: fail(401, { error: { message: `Incorrect API key provided: ${SECRET}.`, code: "invalid_api_key" } }),
      says: /answers 401: Incorrect API key provided: …\. invalid_api_key\.$/,
      todo: "CODEINDEX_OPENAI_API_KEY",
    },
    { name: "404", reply: fail(404, { error: "model not found" }), says: /404: model not found/, todo: "model small" },
    { name: "500", reply: fail(500, "oops"), says: /answers 500: oops\.$/, todo: "tried again", requests: 4 },
    {
      name: "HTML with an error",
      reply: fail(502, "<html><title>502 Bad Gateway</title></html>"),
      says: /answers 502: 502 Bad Gateway\.$/,
      todo: "tried again",
      requests: 4,
    },
    { name: "HTML", reply: fail(200, "<!doctype html>"), says: /answers with a web page\.$/, todo: "BASE_URL" },
    {
      name: "a redirection",
      reply: fail(307, "", { location: "http://elsewhere.example.com/" }),
      says: /answers 307\.$/,
      todo: "redirects: set CODEINDEX_OPENAI_BASE_URL",
    },
    { name: "NaN", reply: rows((row) => [...row.slice(1), null]), says: /gives no vector/, todo: "another model" },
    {
      name: "NaN as it is not JSON",
      reply: fail(200, '{"data":[{"embedding":[NaN]}]}'),
      says: /is not JSON/,
      todo: "BASE_URL",
    },
    { name: "zeros", reply: rows((row) => row.map(() => 0)), says: /gives no vector/, todo: "another model" },
    { name: "an empty vector", reply: rows(() => []), says: /gives no vector/, todo: "another model" },
    {
      name: "no vector",
      reply: fail(200, { data: [] }),
      says: /gives 0 vectors for 1 texts/,
      todo: "another model",
    },
    { name: "something else", reply: fail(200, { ok: true }), says: /answers without data/, todo: "version included" },
    {
      name: "an empty quota",
      reply: fail(429, { error: { message: "x", code: "insufficient_quota" } }),
      says: /429/,
      todo: "quota",
    },
  ])
    test(name, async () => {
      provider.reply = reply;
      const opened = source();
      const error = await errorOf(opened.open());
      expect(error).toMatchObject({ code: "provider_unavailable", message: expect.stringMatching(says) });
      expect(error.suggestions.join(" ")).toContain(todo);
      expect(JSON.stringify([error.toEnvelope(), opened.problem])).not.toContain(SECRET);
      expect(opened.problem).toBe(error.message);
      expect(provider.asked).toHaveLength(requests);
      provider.reply = undefined;
      await opened.open();
      expect(opened).toMatchObject({ model: `openai/small@${DIMENSIONS}`, problem: null });
    });

  test("nobody is there; a password in the URL is not shown", async () => {
    const gone = await startProvider();
    await gone.close();
    const url = gone.url.replace("http://", "http://u:hunter2@");
    const env = { CODEINDEX_EMBEDDING_PROVIDER: "ollama", CODEINDEX_OLLAMA_BASE_URL: url };
    const { message } = await errorOf(source(env).open());
    expect(message).toBe(`Ollama cannot be reached at ${gone.url} (ECONNREFUSED).`);
  });

  test("an answer that never comes, or that never ends, has a time limit", async () => {
    provider.reply = () => new Promise(() => {});
    const env = { CODEINDEX_OPENAI_TIMEOUT: "100ms" };
    expect((await errorOf(source(env).open())).message).toMatch(/did not answer within 0.1 s/);
    provider.reply = (_asked, response) => response.write("{");
    expect((await errorOf(source(env).open())).message).toMatch(/did not answer within 0.1 s/);
    provider.reply = () => new Promise((done) => setTimeout(done, 50));
    await source({ CODEINDEX_OPENAI_TIMEOUT: "30s" }).open();
  });

  test("a caller that goes away is not waited for", async () => {
    const embedder = await source().open();
    const caller = new AbortController();
    provider.reply = () => {
      caller.abort(new Error("gone"));
      return new Promise(() => {});
    };
    await expect(embedder.embed(queries(9), caller.signal)).rejects.toThrow("gone");
  });

  test("the key's file is gone", async () => {
    const env = { CODEINDEX_OPENAI_API_KEY: "", CODEINDEX_OPENAI_API_KEY_FILE: join(folder, "none") };
    expect((await errorOf(source(env).open())).suggestions[0]).toMatch(/API_KEY_FILE/);
  });

  test("transformers.js is not installed", async () => {
    const error = await errorOf(source({ CODEINDEX_EMBEDDING_PROVIDER: "transformers" }).open());
    expect(error.message).toMatch(/@huggingface\/transformers is not installed/);
    expect(error.suggestions[0]).toMatch(/npm install --no-save @huggingface\/transformers@4/);
  });
});

describe("a provider that has had enough", () => {
  test("429 with Retry-After: it is asked again then, and no sooner", async () => {
    const embedder = await source().open();
    const times: number[] = [];
    provider.reply = (asked, response) => {
      times.push(performance.now());
      if (times.length === 1) fail(429, { error: "slow down" }, { "retry-after": "1" })(asked, response);
    };
    await embedder.embed(queries(1));
    expect(times).toHaveLength(2);
    expect(times[1]! - times[0]!).toBeGreaterThan(990);
  });

  test("one that wants more time than there is says so at once", async () => {
    const embedder = await source().open();
    provider.reply = fail(429, { error: "come back tomorrow" }, { "retry-after": "900" });
    expect(await errorOf(embedder.embed(queries(1)))).toMatchObject({ reason: "busy", retryAfter: 900_000 });
    expect(provider.asked).toHaveLength(2);
  });

  test("a date is by the provider's clock", async () => {
    const embedder = await source().open();
    provider.reply = fail(429, "later", { "retry-after": new Date(Date.now() + 900_000).toUTCString() });
    const now = Date.now;
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + 3600_000);
    const { retryAfter } = (await errorOf(embedder.embed(queries(1)))) as unknown as ProviderError;
    clock.mockRestore();
    expect(Math.abs(retryAfter! - 900_000)).toBeLessThan(30_000);
  });

  test("questions do not wait for it: it is left in peace, and the next fail at once", async () => {
    const hasty = source({}, "questions");
    const embedder = await hasty.open();
    provider.reply = fail(503, "busy");
    const first = await errorOf(embedder.embed(queries(1)));
    const count = provider.asked.length;
    expect(await errorOf(embedder.embed(queries(1)))).toBe(first);
    expect(await errorOf(hasty.check())).toBe(first);
    expect(provider.asked).toHaveLength(count);
  });
});

test("one that was away when the service was started is opened when it is needed, a while later", async () => {
  const hasty = source({}, "questions");
  provider.reply = fail(503, "busy");
  await errorOf(hasty.open());
  provider.reply = undefined;
  await errorOf(hasty.openModel(`openai/small@${DIMENSIONS}`));
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 60_000);
  try {
    await hasty.openModel(`openai/small@${DIMENSIONS}`);
    expect(hasty).toMatchObject({ model: `openai/small@${DIMENSIONS}`, problem: null });
  } finally {
    vi.restoreAllMocks();
  }
});

describe("inputs that it cannot do with", () => {
  test("413: a batch is sent in halves, and the next ones are that small from the beginning", async () => {
    const embedder = await source({ CODEINDEX_EMBEDDING_CONCURRENCY: "1" }).open();
    provider.reply = (asked, response) => {
      if (asked.body.input.length > 2) fail(413, "<html><title>413</title></html>")(asked, response);
    };
    const vectors = await embedder.embed(queries(10));
    expect(vectors.map((vector) => [...vector])).toEqual(queries(10).map(({ text }) => unit(text)));
    expect(provider.asked.slice(1).map(({ body }) => body.input.length)).toEqual([4, 2, 2, 2, 2, 2]);
    expect(new Set(provider.spent.slice(1)).size).toBe(provider.spent.length - 1);
  });

  test("the provider's own words for it do as well, and a text that is too long is shortened", async () => {
    const embedder = await source().open();
    provider.reply = (asked, response) => {
      if (asked.body.input.join().length > 300)
        fail(400, { error: "the input length exceeds the context length" })(asked, response);
    };
    const long = "word ".repeat(200);
    const vectors = await embedder.embed([query("short"), query(long), query("brief")]);
    expect([...vectors[0]!]).toEqual(unit("short"));
    expect([...vectors[1]!]).toEqual(unit(long.slice(0, 250)));
    expect([...vectors[2]!]).toEqual(unit("brief"));
  });

  test.each([
    { name: "refuses", reply: fail(400, { error: "unprintable" }) },
    { name: "makes NaN of (in Ollama's words)", reply: fail(500, { error: "json: unsupported value: NaN" }) },
    {
      name: "makes NaN of",
      reply: (({ path, body }, response) =>
        answer(
          response,
          path,
          body.input.map((text) => (text === "poison" ? new Array(DIMENSIONS).fill(null) : provider.vectorOf(text))),
        )) satisfies Reply,
    },
  ])("one text that it $name says nothing, and the others have their vectors", async ({ reply }) => {
    const embedder = await source().open();
    provider.reply = (asked, response) => {
      if (asked.body.input.some((text) => text.includes("poison"))) reply(asked, response);
    };
    const inputs = [query("one"), query("poison"), query("two"), query("three"), query("four")];
    const vectors = await embedder.embed(inputs);
    expect(vectors.map((vector) => [...vector])).toEqual(
      inputs.map(({ text }) => (text === "poison" ? new Array(DIMENSIONS).fill(0) : unit(text))),
    );
  });

  test("one that gives fewer vectors than texts is refused, and gives none", async () => {
    const embedder = await source().open();
    provider.reply = ({ path, body }, response) => answer(response, path, body.input.slice(1).map(provider.vectorOf));
    expect((await errorOf(embedder.embed(queries(3)))).message).toMatch(/gives 2 vectors for 3 texts/);
  });

  test("one that gives vectors of another dimension is refused, and opened anew as another model", async () => {
    const changing = source();
    const embedder = await changing.open();
    provider.reply = ({ path, body }, response) =>
      answer(
        response,
        path,
        body.input.map((text) => [...provider.vectorOf(text), 1]),
      );
    expect((await errorOf(embedder.embed(queries(2)))).message).toMatch(/9 dimensions, and gave 8 before/);
    expect((await changing.open()).model).toBe("openai/small@9");
  });
});
