/** Requests to chat models, by src/models/chat: their form, repeats, secrets, and failures. */
import { describe, expect, test } from "vitest";
import type { CodeindexError } from "../../../src/base/errors.js";
import { type ChatSettings, createChat, refuseRemoteChat } from "../../../src/models/chat/chat.js";
import { expandQuery } from "../../../src/models/chat/expand.js";
import { synthesize } from "../../../src/models/chat/synthesize.js";
import { dedent } from "../../helpers/dedent.js";
import { SECRETS } from "../../masking/samples.js";
import { type Answer, json, says, withProvider } from "./provider.js";

const KEY = "sk-very-secret";
const never = new AbortController().signal;
const settings = (url: string, over: Partial<ChatSettings> = {}): ChatSettings => ({
  chatProvider: "openai",
  chatModel: "small",
  chatTimeout: 5_000,
  localOnly: false,
  ollamaBaseUrl: url,
  openaiBaseUrl: `${url}/v1`,
  openaiApiKey: KEY,
  openaiApiKeyFile: null,
  ...over,
});
const RESULTS = [{ path: "src/token.ts", start_line: 3, end_line: 7, text: "function rotateToken() {}" }];

describe("a chat model", () => {
  test("is asked as OpenAI's API is", async () => {
    await withProvider(says("<think>Hm.</think>\nHello"), async (url, asked) => {
      const chat = createChat(settings(url))!;
      expect(chat.name).toBe("openai/small");
      expect(await chat.ask("Be kind.", "Hi", never)).toBe("Hello");
      expect(asked).toEqual([
        {
          path: "/v1/chat/completions",
          key: `Bearer ${KEY}`,
          body: {
            model: "small",
            messages: [
              { role: "system", content: "Be kind." },
              { role: "user", content: "Hi" },
            ],
          },
        },
      ]);
    });
  });

  test("is asked as Ollama is, which gets no key", async () => {
    const answer: Answer = (response) => json(response, { message: { role: "assistant", content: "Hello" } });
    await withProvider(answer, async (url, asked) => {
      const chat = createChat(settings(url, { chatProvider: "ollama" }))!;
      expect(await chat.ask("", "Hi", never)).toBe("Hello");
      expect(asked[0]).toMatchObject({ path: "/api/chat", key: undefined, body: { model: "small", stream: false } });
    });
  });

  test("is asked the same only once, unless it failed", async () => {
    const answer: Answer = (response, asked, attempt) =>
      attempt === 1 ? json(response, {}, 401) : says(`Hello ${attempt}`)(response, asked, attempt);
    await withProvider(answer, async (url, asked) => {
      const chat = createChat(settings(url))!;
      await expect(chat.ask("", "Hi", never)).rejects.toThrow("401");
      expect(await chat.ask("", "Hi", never)).toBe("Hello 2");
      expect(await chat.ask("", "Hi", never)).toBe("Hello 2");
      expect(await chat.ask("", "Ho", never)).toBe("Hello 3");
      expect(asked).toHaveLength(3);
    });
  });

  test("is sent no secret that stands in what was found", async () => {
    await withProvider(says("Hello"), async (url, asked) => {
      await synthesize(createChat(settings(url)), "keys", [{ ...RESULTS[0]!, text: `k = "${SECRETS.github}"` }], never);
      expect(asked[0]!.body.messages![1]!.content).toMatch(/k = "\[masked: github-pat \*+\]"/);
    });
  });

  test("is none where none is configured", () => {
    expect(createChat(settings("http://x", { chatProvider: "none" }))).toBeNull();
    expect(createChat(settings("http://x", { chatModel: null }))).toBeNull();
  });

  test("that is busy is asked again, as late as it asks for", async () => {
    const started = performance.now();
    const answer: Answer = (response, asked, attempt) =>
      attempt === 1
        ? json(response, { error: "busy" }, 429, { "retry-after": "1" })
        : says("Hello")(response, asked, attempt);
    await withProvider(answer, async (url, asked) => {
      expect(await createChat(settings(url))!.ask("", "Hi", never)).toBe("Hello");
      expect(asked).toHaveLength(2);
      expect(performance.now() - started).toBeGreaterThanOrEqual(900);
    });
  });

  test.each<[string, Answer, number, RegExp]>([
    ["401", (response) => json(response, { error: { message: `Bad key ${KEY}` } }, 401), 1, /401: Bad key …/],
    ["429 for an hour", (response) => json(response, {}, 429, { "retry-after": "3600" }), 1, /429/],
    ["500", (response) => json(response, { error: "broken" }, 500), 2, /500: broken/],
    ["a web page", (response) => response.end("<html><title>Welcome</title></html>"), 1, /a web page/],
    ["no message", (response) => json(response, { choices: [] }), 1, /without a message/],
    [
      "an empty message",
      (response) => json(response, { choices: [{ message: { content: " " } }] }),
      1,
      /without a message/,
    ],
    ["null", (response) => json(response, null), 1, /without a message/],
    ["never", () => undefined, 1, /did not answer within 0.2 s/],
  ])("that answers %s is provider_unavailable, and its key is told nobody", async (name, answer, attempts, want) => {
    await withProvider(answer, async (url, asked) => {
      const chat = createChat(settings(url, name === "never" ? { chatTimeout: 200 } : {}))!;
      const error = (await chat.ask("", "Hi", never).catch((thrown) => thrown)) as CodeindexError;
      expect(error).toMatchObject({ code: "provider_unavailable" });
      expect(error.message).toMatch(want);
      expect(JSON.stringify(error.toEnvelope())).not.toContain(KEY);
      expect(asked).toHaveLength(attempts);
    });
  });

  test("is not waited for when the caller goes away", async () => {
    await withProvider(
      () => undefined,
      async (url) => {
        const caller = new AbortController();
        const asking = createChat(settings(url))!.ask("", "Hi", caller.signal);
        setTimeout(() => caller.abort(new Error("gone")), 50);
        await expect(asking).rejects.toThrow("gone");
      },
    );
  });

  test("at a public address is refused in local-only mode", async () => {
    const remote = settings("http://192.0.2.7", { localOnly: true });
    await expect(refuseRemoteChat(remote)).rejects.toThrow(/CODEINDEX_OPENAI_BASE_URL: 192.0.2.7 is not/);
    await expect(createChat(remote)!.ask("", "Hi", never)).rejects.toThrow(/CODEINDEX_LOCAL_ONLY refuses/);
    await expect(refuseRemoteChat(settings("http://127.0.0.1", { localOnly: true }))).resolves.toBeUndefined();
    await expect(refuseRemoteChat({ ...remote, localOnly: false })).resolves.toBeUndefined();
  });
});

describe("expansion of a query", () => {
  const fallback = async () => ["session", "Token"];

  test("takes the words that the model lists, not those of the query nor its sentences", async () => {
    const said =
      "Here are some words you could use:\n- refreshToken\n2. rotation\n- token\n`expiry`, renew\nI hope that this is of help to you.";
    await withProvider(says(said), async (url) => {
      const { words, problem } = await expandQuery(createChat(settings(url)), "rotate a token", fallback, never);
      expect({ words, problem }).toEqual({ words: ["refreshToken", "rotation", "expiry", "renew"], problem: null });
    });
  });

  test.each<[string, Answer | null, RegExp]>([
    ["there is no model", null, /no chat model is configured/],
    ["the model fails", (response) => json(response, {}, 401), /401/],
    ["the model gives no words", says("?!"), /gave no words/],
  ])("goes by the index where %s", async (_name, answer, want) => {
    await withProvider(answer ?? says(""), async (url) => {
      const chat = answer && createChat(settings(url));
      const { words, problem } = await expandQuery(chat, "rotate a token", fallback, never);
      expect(words).toEqual(["session"]);
      expect(problem).toMatch(want);
    });
  });
});

describe("a summary", () => {
  test("is made of the results, which are sent with their places", async () => {
    const said = '```json\n{"summary": "See src/token.ts:3.", "follow_ups": ["Who calls it?", 7]}\n```';
    await withProvider(says(said), async (url, asked) => {
      expect(await synthesize(createChat(settings(url)), "how", RESULTS, never)).toEqual({
        summary: "See src/token.ts:3.",
        follow_ups: ["Who calls it?"],
        model: "openai/small",
      });
      expect(asked[0]!.body.messages![1]!.content).toBe(
        dedent`
          Question: how

          --- src/token.ts:3-7
          function rotateToken() {}

        `,
      );
    });
  });

  test("is what the model says where that has no form", async () => {
    await withProvider(says("It is in {token}."), async (url) => {
      const made = await synthesize(createChat(settings(url)), "how", RESULTS, never);
      expect(made).toMatchObject({ summary: "It is in {token}.", follow_ups: [] });
    });
  });

  test("is not made of more than a few thousand tokens", async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ ...RESULTS[0]!, text: `step(${index});\n`.repeat(200) }));
    await withProvider(says("Yes."), async (url, asked) => {
      await synthesize(createChat(settings(url)), "how", many, never);
      expect(asked[0]!.body.messages![1]!.content.length).toBeLessThan(30_000);
    });
  });

  test.each<[string, Answer | null, typeof RESULTS, RegExp]>([
    ["there is no model", null, RESULTS, /no chat model is configured/],
    ["nothing was found", says("Yes."), [], /nothing to sum up/],
    ["the model fails", (response) => json(response, {}, 401), RESULTS, /401/],
  ])("says why there is none where %s", async (_name, answer, results, want) => {
    await withProvider(answer ?? says(""), async (url) => {
      const made = await synthesize(answer && createChat(settings(url)), "how", results, never);
      expect((made as { problem: string }).problem).toMatch(want);
    });
  });
});
