/** Tests of an abstract member are those of the members that implement it. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "src/addons.ts": dedent`
    export abstract class Addon {
      abstract handleEvent(event: string): Promise<void>;
      describe(): string {
        return "addon";
      }
    }
    export class Webhook extends Addon {
      async handleEvent(event: string) {
        await send(event);
      }
      describe() {
        return "webhook";
      }
    }
    export class SignedWebhook extends Webhook {
      async handleEvent(event: string) {
        await send(sign(event));
      }
    }
    export interface Clock {
      now(): number;
    }
    export class Fixed implements Clock {
      now() {
        return 1;
      }
    }
  `,
  "tests/webhook.test.ts": dedent`
    import { SignedWebhook, Webhook } from "../src/addons.js";
    it("sends", async () => {
      await new Webhook().handleEvent("created");
    });
    it("signs", async () => {
      await new SignedWebhook().handleEvent("created");
    });
    it("says its name", () => {
      expect(new Webhook().describe()).toBe("webhook");
    });
  `,
  "tests/clock.test.ts": dedent`
    import { Fixed } from "../src/addons.js";
    it("stands", () => {
      expect(new Fixed().now()).toBe(1);
    });
  `,
});

const linesOf = async (symbol: string) => {
  const { text } = await call("get_tests", { symbols: [symbol] });
  return text.split("\n").filter((line) => line !== "");
};

test("of an abstract member, calls of what implements it are direct, and told as such", async () => {
  expect((await linesOf("Addon.handleEvent")).slice(0, 3)).toEqual([
    "1 test file reaches Addon.handleEvent (src/addons.ts:2), 1 of them directly",
    'tests/webhook.test.ts  via Webhook.handleEvent, which implements it  it "sends" (line 2, by line 3)',
    '     via SignedWebhook.handleEvent, which implements it  it "signs" (line 5, by line 6)',
  ]);
});

test("so are those of a member of an interface", async () => {
  expect((await linesOf("Clock.now")).slice(0, 2)).toEqual([
    "1 test file reaches Clock.now (src/addons.ts:21), 1 of them directly",
    'tests/clock.test.ts  via Fixed.now, which implements it  it "stands" (line 2, by line 3)',
  ]);
});

test("a member with code of its own is not run by calls of one that overrides it", async () => {
  expect((await linesOf("Addon.describe")).slice(0, 2)).toEqual([
    "1 test file reaches Addon.describe (src/addons.ts:3), 0 of them directly",
    'tests/webhook.test.ts  2 steps, via Webhook.describe  it "says its name" (line 8, by line 9)',
  ]);
});
