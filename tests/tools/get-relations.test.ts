/** Relations of several kinds in one answer, against a real index. */
import { expect, test } from "vitest";
import { ANYONE } from "../../src/model/principal.js";
import { callTool } from "../../src/tools/running/call.js";
import { useApp } from "../helpers/app.js";

const app = useApp({
  "src/mail.ts": "export function send(options: object, to?: string): void {}\n",
  "src/orders.ts": `import { send } from "./mail";

export const handlers = { send };

export function confirm(order: { id: string }) {
  send({
    to: "customer",
    subject: order.id,
  });
  send(
    { to: "shop" },
    order.id,
  );
}
`,
});

async function relations(args: object): Promise<string> {
  const caller = { principal: ANYONE, signal: new AbortController().signal, isFirstAnswer: () => false };
  return (await callTool(app(), "get_relations", args, caller)).text;
}

test("a call of several lines is shown with its arguments", async () => {
  const text = await relations({ symbols: ["send"], relations: ["callers"] });
  expect(text).toContain('send({ to: "customer", subject: order.id, });');
});

test("references beside callers have no calls again", async () => {
  const text = await relations({ symbols: ["send"], relations: ["callers", "references"] });
  expect(text).toContain("1 caller of send (src/mail.ts:1), 2 call sites");
  expect(text).toMatch(/\d users? other than calls of send/);
  expect(text.match(/confirm/g)).toHaveLength(1);
});

test("a gap of the whole index is told once", async () => {
  const text = await relations({ symbols: ["send", "confirm"], relations: ["callers", "references"] });
  const lines = text.split("\n").filter((line) => /^Not counted/.test(line));
  expect(new Set(lines).size).toBe(lines.length);
});
