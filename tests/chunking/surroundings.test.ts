/** Sentences around a chunk, by src/chunking/surroundings.ts: of its class, the function before it, its callers and callees. */
import { expect, test } from "vitest";
import { chunk } from "../../src/chunking/chunk.js";
import { languageOf } from "../../src/languages/index.js";
import { createParser } from "../../src/languages/parse.js";
import { dedent } from "../helpers/dedent.js";

const parser = createParser();

/** Sentences around the chunks of a source, by the first name of each; every function is a chunk. */
async function around(path: string, source: string): Promise<Record<string, string[]>> {
  const language = languageOf(path)!;
  await parser.load(language);
  const chunks = chunk(source, parser.parse(language, source), path, 30);
  return Object.fromEntries(chunks.map((each) => [each.symbolNames[0], each.around?.split("\n") ?? []]));
}

test("sentences of the class, the function before, callers and callees are around a function", async () => {
  const said = await around(
    "src/session.ts",
    `/** Keeps who is signed in. And more. */
export class Sessions {
  private readonly open = new Map<string, Session>();

  /**
   * Signs a user in
   *
   * @param user who comes
   */
  signIn(user: User): Session {
    return this.keep(new Session(user, expiry(user)));
  }

  private keep(session: Session): Session {
    this.open.set(session.id, session);
    return session;
  }

  /** Forgets everybody. */
  clear(): void {
    for (const session of this.open.values()) session.end("cleared");
    this.open.clear();
  }
}

/** When a session ends by itself. */
function expiry(user: User): number {
  return Date.now() + (user.isGuest ? GUEST_HOURS : MEMBER_HOURS) * HOUR;
}
`,
  );
  expect(said.signIn).toEqual(["Keeps who is signed in.", "When a session ends by itself."]);
  expect(said.keep).toEqual(["Keeps who is signed in.", "Signs a user in"]);
  expect(said.clear).toEqual(["Keeps who is signed in."]);
  expect(said.expiry).toEqual(["Keeps who is signed in.", "Signs a user in"]);
});

test("C#: members are told of by their class and by each other", async () => {
  const said = await around(
    "Cart.cs",
    `/// <summary>What a customer is about to buy.</summary>
public class Cart
{
    private readonly List<Line> lines = new List<Line>();

    /// <summary>The price of everything. With taxes.</summary>
    public decimal Total()
    {
        return Sum(lines) * (1 + Taxes.RateOf(lines.First().Country));
    }

    private static decimal Sum(List<Line> lines)
    {
        return lines.Sum(line => line.Price * line.Quantity);
    }
}
`,
  );
  expect(said.Sum).toEqual(["What a customer is about to buy.", "The price of everything."]);
});

test("nothing is said around code without comments", async () => {
  expect(
    await around(
      "a.js",
      dedent`
        function add(a, b) {
          return a + b;
        }
      `,
    ),
  ).toEqual({ add: [] });
});
