/** Conditions that calls stand under, in lists of callers and on the way to a test. */
import { expect, test } from "vitest";
import getCallers from "../../src/tools/get-callers.js";
import getTests from "../../src/tools/get-tests.js";
import { distinctEnds } from "../../src/tools/shared/result-counts.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const FILES = {
  "src/mail.ts": dedent`
    export function post(mail: string) {
      return mail;
    }
    export function ring() {}
    export function send(mail: string, isUrgent: boolean) {
      if (isUrgent) {
        ring();
      }
      return post(mail);
    }
  `,
  "src/mail.test.ts": dedent`
    import { send } from "./mail";
    test("sends", () => {
      send("hello", false);
    });
  `,
};

describeStores("conditions of calls", (store) => {
  test("stand behind the line of a caller", async () => {
    const built = await buildRepository(store(), FILES);
    const { text } = await runTool(getCallers, { node_id: "src/mail.ts:4" }, built);
    expect(text).toContain("ring(); (if isUrgent)");
    const { text: other } = await runTool(getCallers, { node_id: "src/mail.ts:1" }, built);
    expect(other).toContain("return post(mail);");
    expect(other).not.toContain("(if");
  });

  test("stand with the function by way of which a test reaches a symbol", async () => {
    const built = await buildRepository(store(), FILES);
    const { text } = await runTool(getTests, { symbols: ["ring"] }, built);
    expect(text).toContain('2 steps, via send (only if isUrgent)  test "sends"');
    const { text: other } = await runTool(getTests, { symbols: ["post"] }, built);
    expect(other).toContain('2 steps, via send  test "sends"');
  });
});

test("paths are told apart by their ends", () => {
  const endOf = distinctEnds(["src/users/route.ts", "src/carts/route.ts", "src/mail.ts"]);
  expect(endOf("src/users/route.ts")).toBe("users/route.ts");
  expect(endOf("src/mail.ts")).toBe("mail.ts");
});
