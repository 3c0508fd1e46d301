/** code_research: questions that span several files, on a small shop in TypeScript and a login in Swift. */
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { migrate } from "../../src/store/db/migrate.js";
import codeResearch from "../../src/tools/code-research.js";
import { type Ask, useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { askTool } from "../helpers/question-tool.js";
import { openPglite } from "../helpers/store.js";

const SHOP = {
  "src/http/router.ts": dedent`
    import { placeOrder } from "../orders/place-order.js";

    /** Leads requests of the shop to what answers them. */
    export function route(path: string, body: string) {
      if (path === "/orders") return placeOrder(body);
      return null;
    }
  `,
  "src/orders/place-order.ts": dedent`
    import { checkStock } from "./stock.js";
    import { insertRow } from "../store/table.js";

    export function placeOrder(body: string) {
      checkStock(body);
      return insertRow(body);
    }
  `,
  "src/orders/stock.ts": dedent`
    export function checkStock(item: string) {
      if (item === "") throw new Error("nothing");
    }
  `,
  "src/store/table.ts": dedent`
    export function insertRow(values: string) {
      return values.length;
    }
  `,
  "src/mail/newsletter.ts": dedent`
    export function sendNewsletter() {
      return "hello";
    }
  `,
};

const LOGIN = {
  "Sources/Auth/Authenticatable.swift": dedent`
    public protocol Authenticatable {
        func authenticate() -> Bool
    }
  `,
  "Sources/Auth/PasswordLogin.swift": dedent`
    public struct PasswordLogin: Authenticatable {
        public func authenticate() -> Bool { true }
    }
  `,
  "Sources/Auth/TokenLogin.swift": dedent`
    public final class TokenLogin {
        let token = ""
    }
  `,
  "Sources/Auth/TokenLogin+Auth.swift": dedent`
    extension TokenLogin: Authenticatable {
        public func authenticate() -> Bool { token != "" }
    }
  `,
  "Sources/App/Session.swift": dedent`
    final class Session {
        let login = PasswordLogin()
        func start() -> Bool { login.authenticate() }
    }
  `,
  "Sources/App/Application.swift": dedent`
    final class Application {
        let session = Session()
        func run() { _ = session.start() }
    }
  `,
};

/** Ruby is read by its shape, so that no edges lead from one of these to another. */
const AGENTS = {
  "app/models/event.rb": dedent`
    # Messages between agents.
    class Event
      def self.cleanup_expired!
        where("expires_at < ?", Time.now).delete_all
        RetentionReport.publish
      end
    end
  `,
  "app/jobs/nightly_job.rb": dedent`
    class NightlyJob
      def perform
        Event.cleanup_expired!
      end
    end
  `,
  "lib/retention_report.rb": dedent`
    class RetentionReport
      def self.publish
        puts "done"
      end
    end
  `,
  "app/models/invoices.rb": dedent`
    module Billing
      class Invoice
        # Sums up what a customer owes.
        def total_owed
          42
        end
      end
    end
  `,
};

/** Handlers without a name, as Express has them, and a button that asks for what one of them does. */
const KIOSK = {
  "client/order-button.tsx": dedent`
    export function OrderButton() {
      const order = async () => {
        await fetch("/api/orders", { method: "POST" });
      };
      return <button onClick={order}>Order</button>;
    }
  `,
  "server/order-routes.ts": dedent`
    import { Router } from "express";
    import { insertOrder } from "./order-table.js";

    const router = Router();

    router.get("/orders/:id", async (req, res) => {
      const id = Number(req.params.id);
      res.json({ id, isOpen: true });
    });

    router.post("/orders", async (req, res) => {
      const made = insertOrder(req.body.item);
      res.status(201).json(made);
    });

    export default router;
  `,
  "server/order-table.ts": dedent`
    export function insertOrder(item: string) {
      return { item };
    }
  `,
  "server/app.ts": dedent`
    import express from "express";
    import router from "./order-routes.js";

    express().use("/api", router);
  `,
};

/** A message that goes under a member of an enumeration to what listens for it. */
const EVENTS = {
  "src/events.ts": dedent`
    export enum Events {
      ORDER_PLACED = "order.placed",
      ORDER_SHIPPED = "order.shipped",
    }
  `,
  "src/order.service.ts": dedent`
    import { EventEmitter } from "./emitter.js";
    import { Events } from "./events.js";

    export class OrderService {
      constructor(private readonly emitter: EventEmitter) {}

      placeOrder(item: string) {
        this.emitter.emit(Events.ORDER_PLACED, { item });
      }
    }
  `,
  "src/emitter.ts": dedent`
    export class EventEmitter {
      emit(name: string, payload: object) {
        return [name, payload];
      }
    }
  `,
  "src/warehouse.listener.ts": dedent`
    import { OnEvent } from "@nestjs/event-emitter";
    import { Events } from "./events.js";

    export class WarehouseListener {
      @OnEvent(Events.ORDER_PLACED)
      reserve(payload: { item: string }) {
        return payload.item;
      }
    }
  `,
};

/** Each leads to the next; only the first has words that a question may have. */
const LEDGER = {
  "src/ledger.ts": dedent`
    import { fold } from "./fold.js";

    export function closeLedger(year: number) {
      return fold(year);
    }
  `,
  "src/fold.ts": dedent`
    import { squash } from "./squash.js";

    export function fold(n: number) {
      return squash(n);
    }
  `,
  "src/squash.ts": dedent`
    export function squash(n: number) {
      return n % 7;
    }
  `,
};

type Output = z.infer<z.ZodObject<typeof codeResearch.output>>;

/** Asks code_research of a service. */
function asking(call: Ask) {
  return async (args: object, more: Parameters<Ask>[2] = {}) => {
    const { structured, text, isError } = await call("code_research", args, more);
    expect(isError, text).toBe(false);
    return { output: structured as unknown as Output, text };
  };
}

describe("code_research", () => {
  const shop = useProject(SHOP);
  const ask = asking(shop);
  const cancelled = (args: object, more: Parameters<Ask>[2]) => shop("code_research", args, more);
  const ofLogin = asking(useProject(LOGIN));
  const ofAgents = asking(useProject(AGENTS));
  const ofKiosk = asking(useProject(KIOSK));
  const ofEvents = asking(useProject(EVENTS));
  const ofLedger = asking(useProject(LEDGER));

  test("a flow: the places from the route to the table, each below the one that calls it", async () => {
    const { output, text } = await ask({ query: "How does a request for an order reach the table?", focus: "flow" });
    expect(output.chains[0]).toBe("route → placeOrder → checkStock");
    expect(output.chains[1]).toBe("route → placeOrder → insertRow");
    const insert = output.results.find(({ name }) => name === "insertRow");
    expect(insert?.via).toMatch(/^called by \d on line 6$/);
    expect(insert?.edge).toEqual({ kind: "calls", path: "src/orders/place-order.ts", line: 6, likely: false });
    expect(insert?.code).toContain("export function insertRow");
    expect(output.results.map(({ name }) => name)).not.toContain("sendNewsletter");
    expect(text).toMatch(/Hop 1: \d+ edges? of \d+ places?, \d+ new/);
  });

  test("a handler without a name is told by its route, between the code that asks for it and what it calls", async () => {
    const { output } = await ofKiosk({ query: "How does an order get from the button to the table?" });
    expect(output.chains).toContain("OrderButton → POST /orders → insertOrder");
    const route = output.results.find(({ name }) => name === "POST /orders");
    expect(route).toMatchObject({ path: "server/order-routes.ts", line_start: 11, line_end: 14, kind: "route" });
    expect(route?.via).toMatch(/^requested by \d on line 3 \(likely\)$/);
    expect(route?.code).toContain("insertOrder(req.body.item)");
  });

  test("a message leads from the code that sends it to what listens, as likely", async () => {
    const { output } = await ofEvents({ query: "What happens when placeOrder is done?" });
    const reserve = output.results.find(({ name }) => name === "WarehouseListener.reserve");
    const sender = output.results.find(({ number }) => number === reserve?.under);
    expect(sender?.name).toBe("OrderService.placeOrder");
    expect(reserve?.via).toBe(`sent a message by ${sender?.number} on line 8 (likely)`);
  });

  test("all implementations of a protocol, conformances of extensions among them", async () => {
    const { output } = await ofLogin({ query: "all implementations of Authenticatable" });
    const found = output.results.map(({ path, via }) => `${path}: ${via}`);
    expect(found[0]).toMatch(/^Sources\/Auth\/Authenticatable\.swift: the question names it/);
    expect(found).toContain("Sources/Auth/PasswordLogin.swift: implements 1 on line 1");
    expect(found).toContain("Sources/Auth/TokenLogin+Auth.swift: implements 1 on line 1");
    expect(found.filter((each) => each.includes("Sources/App"))).toEqual([]);
  });

  test("a question for what calls a function: its callers, theirs, and the chains to it", async () => {
    const { output } = await ofLogin({ query: "what calls authenticate()" });
    expect(output.chains).toContain("Application.run() → Session.start() → PasswordLogin.authenticate()");
    const start = output.results.find(({ name }) => name === "Session.start()");
    expect(start?.via).toMatch(/^calls \d on line 3$/);
  });

  test("Ruby: names in the text lead from a place and back to what names it, as likely", async () => {
    const { output } = await ofAgents({ query: "How are expired events deleted?" });
    const told = output.results.map(({ number, name, via }) => `${number} ${name}: ${via}`);
    expect(told[0]).toMatch(/^1 NightlyJob: /);
    expect(told[1]).toBe("2 Event::cleanup_expired!: referred to by 1 on line 3 (likely)");
    expect(told).toContainEqual(expect.stringMatching(/ RetentionReport: referred to by \d on line 5 \(likely\)$/));
  });

  test("a module around a class is not a place: what it holds is", async () => {
    const { output } = await ofAgents({ query: "What does a customer owe?" });
    expect(output.results.map(({ name }) => name)).toContain("Billing::Invoice");
    expect(output.results.map(({ name }) => name)).not.toContain("Billing");
  });

  test("depth: how many levels of callers are followed", async () => {
    const names = async (depth: number) => {
      const { output } = await ofLogin({ query: "what calls authenticate()", depth });
      return output.results.map(({ name }) => name);
    };
    expect(await names(1)).not.toContain("Application.run()");
    expect(await names(5)).toContain("Application.run()");
  });

  test("a place that the last hop finds is told with its callees", async () => {
    const { output } = await ofLedger({ query: "How does closeLedger work?", depth: 1 });
    expect(output.hops).toHaveLength(1);
    expect(output.chains[0]).toBe("closeLedger → fold → squash");
  });

  test("focus on the architecture: how the folders refer to each other", async () => {
    const { output } = await ask({ query: "How are orders placed?", focus: "architecture" });
    expect(output.structure).toContain("src/http → src/orders (1 calls)");
    expect(output.structure).toContain("src/orders → src/store (1 calls)");
  });

  test("one folder: places outside are counted, not told", async () => {
    const { output } = await ask({ query: "How are orders placed?", path: "src/orders", focus: "flow" });
    expect(new Set(output.results.map(({ path }) => path.split("/")[1]))).toEqual(new Set(["orders"]));
    expect(output.left_out.outside).toBeGreaterThan(0);
  });

  test("something that is not there: said, with what was looked for", async () => {
    const { output, text } = await ask({ query: "quaternion blockchain" });
    expect(output.results).toEqual([]);
    expect(text).toMatch(/^Nothing found for: quaternion blockchain/);
    expect(output.notes).toContain("Not found anywhere: quaternion, blockchain.");
  });

  test("a name that is not there: no callers are made up", async () => {
    const { output } = await ask({ query: "what calls refundOrder()" });
    expect(output.notes).toContain("No symbol is named refundOrder.");
  });

  test.each([
    { name: "of one letter", query: "a" },
    { name: "of 10,000 characters", query: "how are orders placed and kept ".repeat(330) },
    { name: "in another language", query: "注文はどのように保存されますか" },
    { name: "of marks alone", query: "??? !!!" },
  ])("a question $name is answered within the budget", async ({ query }) => {
    const { text } = await ask({ query });
    expect(estimateTokens(text)).toBeLessThanOrEqual(6000);
    expect(text).toMatch(/ for: /);
  });

  test("a small budget shows less code, and is kept", async () => {
    const { text } = await ask({ query: "How does an order reach the table?", max_tokens: 400 });
    expect(estimateTokens(text)).toBeLessThanOrEqual(400);
  });

  test("progress tells each hop, and a cancelled call ends between two steps", async () => {
    const said: string[] = [];
    const progress = (done: number, total: number, message: string) => said.push(`${done}/${total} ${message}`);
    await ask({ query: "How are orders placed?", depth: 2 }, { progress });
    expect(said.map((each) => each.replace(/\d+ (edge|place|new).*/, "…"))).toEqual([
      "0/3 looking for the question",
      "1/3 question: …",
      "2/3 hop 1: …",
      "3/3 hop 2: …",
    ]);
    const controller = new AbortController();
    const stop = (done: number) => {
      if (done === 1) controller.abort(new Error("gone"));
    };
    const more = { progress: stop, signal: controller.signal };
    const { isError, text } = await cancelled({ query: "How are orders placed?" }, more);
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(/^cancelled:/) });
  });

  test("a chat model adds words and sums up", async () => {
    const chat = {
      name: "openai/small",
      ask: async (system: string) =>
        system.includes("search a code base")
          ? "newsletter"
          : '{"summary": "Orders go by placeOrder.", "follow_ups": []}',
    };
    const { db, remove } = await openPglite();
    try {
      await migrate(db);
      const query = "How are customers told of news?";
      const { output, text } = await askTool(db, codeResearch, { query }, { files: SHOP, chat });
      expect(output.summary).toEqual({ text: "Orders go by placeOrder.", model: "openai/small" });
      expect(output.results.map(({ name }) => name)).toContain("sendNewsletter");
      expect(text).toContain("Orders go by placeOrder. (openai/small)");
    } finally {
      await remove();
    }
  });
});
