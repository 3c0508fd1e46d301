/** Flows that go through a queue: the sender and the taker of a job share a name alone. */
import { expect, test } from "vitest";
import getRelations from "../../src/tools/get-relations.js";
import getSource from "../../src/tools/get-source.js";
import getTests from "../../src/tools/get-tests.js";
import trace from "../../src/tools/trace.js";
import { runTool } from "../graph/run-tool.js";
import { type BuiltRepository, buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const FILES = {
  "src/topics.ts": dedent`
    export enum Topic { MAILS = "mails", BILLS = "bills" }
    export const EXPORTS = "exports";
  `,
  "src/queues.ts": dedent`
    import { Topic } from "./topics.js";
    export class BaseQueue {
      constructor(readonly topic: Topic) {}
      add(job: object) {
        this.connection.add(job);
      }
    }
    export class MailQueue extends BaseQueue {
      constructor() {
        super(
          Topic.MAILS,
        );
      }
      add(job: object) {
        return super.add(job);
      }
    }
    export class BillQueue extends BaseQueue {
      constructor() {
        super(Topic.BILLS);
      }
      add(job: object) {
        return super.add(job);
      }
    }
  `,
  "src/shop.ts": dedent`
    import { Queue } from "bullmq";
    import { InjectQueue } from "@nestjs/bullmq";
    import { MailQueue } from "./queues.js";
    import { EXPORTS } from "./topics.js";
    export class Shop {
      constructor(
        private readonly mails: MailQueue,
        @InjectQueue(EXPORTS) private readonly files: Queue,
      ) {}
      order(id: string) {
        this.mails.add({ id });
      }
      report(month: string) {
        this.files.add("report", { month });
      }
    }
  `,
  "src/worker.ts": dedent`
    import { Topic, EXPORTS } from "./topics.js";
    import { Processor } from "@nestjs/bullmq";
    export class BaseWorker {
      constructor(readonly topic: Topic) {}
      start(process: (job: object) => void) {}
    }
    export class MailWorkerBase extends BaseWorker {
      constructor() {
        super(Topic.MAILS);
      }
    }
    export class MailWorker extends MailWorkerBase {
      constructor() {
        super();
        this.start((job) => sendMail(job));
      }
    }
    export class BillWorker extends BaseWorker {
      constructor() {
        super(Topic.BILLS);
        this.start((job) => sendBill(job));
      }
    }
    @Processor(EXPORTS)
    export class Exporter {
      process(job: object) {
        return writeFile(job);
      }
    }
    export function sendMail(job: object) {}
    export function sendBill(job: object) {}
    export function writeFile(job: object) {}
  `,
};

/** Names of topics that are texts. */
const TEXTS = {
  "src/orders.ts": dedent`
    export class Orders {
      constructor(private readonly bus: Bus, private readonly client: ClientProxy) {}
      place(id: string) {
        this.bus.publish("order.placed", { id });
      }
      cancel(id: string) {
        this.client.emit('order.cancelled', { id });
      }
      fail() {
        this.bus.emit("error");
      }
    }
  `,
  "src/mails.ts": dedent`
    import { OnEvent } from "@nestjs/event-emitter";
    export class Mails {
      @OnEvent("order.placed")
      thank(order: object) {
        return write(order);
      }
      @EventPattern({
        name: "order.cancelled",
      })
      regret(order: object) {
        return apologise(order);
      }
    }
    export function listen(bus: Bus) {
      bus.on("error", (failure) => report(failure));
    }
    export function write(order: object) {}
    export function apologise(order: object) {}
    export function report(failure: object) {}
  `,
  "tests/orders.test.ts": dedent`
    import { Orders } from "../src/orders";
    test("places an order", () => new Orders(bus, client).place("1"));
  `,
};

/** The lines that `trace` answers about two symbols. */
const linesOfWay = async (built: BuiltRepository, from: string, to: string): Promise<string[]> =>
  (await runTool(trace, { from, to }, built)).text.split("\n");

describeStores("through queues", (store) => {
  test("a text in both places is a name, where it says enough", async () => {
    const built = await buildRepository(store(), TEXTS);
    const told = (from: string, to: string) => linesOfWay(built, from, to);
    const way = await told("Orders.place", "write");
    expect(way[0]).toBe("Orders.place → Mails.thank → write: 2 steps, likely");
    expect(way[1]).toContain('sends to Mails.thank  (likely: by the name "order.placed")');
    expect((await told("Orders.cancel", "apologise"))[0]).toContain("Orders.cancel → Mails.regret → apologise");
    expect((await told("Orders.fail", "report"))[0]).toContain("No way is known");
    const { text } = await runTool(getTests, { symbols: ["write"] }, built);
    expect(text).toContain('tests/orders.test.ts  3 steps, via Orders.place, likely, by the message "order.placed"');
  });

  test("a window of Electron asks the main process by the name of a channel", async () => {
    const built = await buildRepository(store(), {
      "main/files.ts": dedent`
        import { ipcMain } from "electron";
        export function register() {
          ipcMain.handle("save-file", async (_event, path: string) => saveFile(path));
          ipcMain.handle("files:open", openFile);
        }
        function openFile(_event: unknown, path: string) { return readFile(path); }
        export function saveFile(path: string) { return path; }
        export function readFile(path: string) { return path; }
      `,
      "renderer/editor.tsx": dedent`
        import { ipcRenderer } from "electron";
        export function Editor() {
          const save = () => ipcRenderer.invoke("save-file", "a");
          return <button onClick={save} />;
        }
        export const openNow = () => ipcRenderer.invoke("files:open", "b");
      `,
    });
    const wayOf = async (from: string, to: string) => (await linesOfWay(built, from, to))[0];
    expect(await wayOf("Editor", "saveFile")).toMatch(
      /^Editor → (?:Editor\.save → )?register → saveFile: \d steps, likely/,
    );
    expect(await wayOf("openNow", "readFile")).toMatch(
      /^openNow → (?:register → )?openFile → readFile: \d steps, likely/,
    );
  });

  test("a table and a switch take by their keys and cases, also under a name that stands for the name", async () => {
    const built = await buildRepository(store(), {
      "src/names.ts": dedent`
        export const JOBS = { mail: "mail.send", bill: "bill.send" } as const;
        export const APP_JOBS = Object.freeze({
          mail: JOBS.mail,
        });
      `,
      "src/shop.ts": dedent`
        import { JOBS } from "./names.js";
        export const order = () => enqueueShopJob(JOBS.mail);
        export const charge = () => enqueueShopJob(JOBS.bill);
        declare function enqueueShopJob(name: string): void;
      `,
      "src/handlers.ts": dedent`
        import { APP_JOBS, JOBS } from "./names.js";
        export const handlers = () => ({
          [APP_JOBS.mail]:
            withRetry(sendMail),
        });
        export function run(job: { name: string }) {
          switch (job.name) {
            case JOBS.mail:
              return;
            case JOBS.bill:
              return sendBill();
          }
        }
        export function sendMail() {}
        export function sendBill() {}
        declare function withRetry(run: () => void): () => void;
      `,
    });
    const wayOf = async (from: string, to: string) => (await linesOfWay(built, from, to))[0];
    expect(await wayOf("order", "sendMail")).toBe("order → sendMail: 1 step, likely");
    expect(await wayOf("charge", "sendBill")).toBe("charge → sendBill: 1 step, likely");
    expect(await wayOf("charge", "sendMail")).toContain("No way is known");
    const { text } = await runTool(getRelations, { symbols: ["sendMail"], relations: ["callers"] }, built);
    expect(text).toMatch(/^src\/shop\.ts:2 {2}order {2}likely, under APP_JOBS\.mail: .*JOBS\.mail/m);
    const flow = await runTool(getSource, { symbols: ["charge"], depth: 1 }, built);
    expect(flow.text).toMatch(/^> possible from charge, src\/handlers\.ts:10:\n\S+ {2}function sendBill/m);
  });

  test("a queue that a function gives, from a procedure whose page asks for it to the worker", async () => {
    const built = await buildRepository(store(), {
      "shared/queues.ts": dedent`
        import { Queue } from "bullmq";
        export enum QueueName { Export = "export" }
        export class ExportQueue {
          private static instance: Queue | null = null;
          static getInstance(): Queue | null {
            ExportQueue.instance = redis
              ? new Queue(
                  QueueName.Export,
                )
              : null;
            return ExportQueue.instance;
          }
        }
      `,
      "server/exports.ts": dedent`
        import { ExportQueue } from "../shared/queues";
        import { procedure, router } from "./trpc";
        export const exportsRouter = router({
          create: procedure.mutation(async ({ input }) => {
            await ExportQueue.getInstance()?.add("job", input);
          }),
          again: procedure.mutation(async ({ input }) => {
            const queue = ExportQueue.getInstance();
            await queue?.add("job", input);
          }),
          size: procedure.query(async () => ExportQueue.getInstance()?.count()),
        });
        export const appRouter = router({ exports: exportsRouter });
      `,
      "web/button.tsx": dedent`
        import { api } from "./api";
        export function ExportButton() {
          const create = api.exports.create.useMutation();
          return <button onClick={() => create.mutate({})}>Export</button>;
        }
      `,
      "worker/app.ts": dedent`
        import { QueueName } from "../shared/queues";
        import { runExport } from "./run-export";
        Workers.register(QueueName.Export, runExport);
      `,
      "shared/get-queue.ts": dedent`
        import { ExportQueue, QueueName } from "./queues";
        export function queueOf(name: QueueName) {
          switch (name) {
            case QueueName.Export:
              return ExportQueue.getInstance();
          }
        }
      `,
      "worker/run-export.ts": dedent`
        export async function runExport(job: object) {
          return job;
        }
      `,
    });
    const { text } = await runTool(getRelations, { symbols: ["runExport"], relations: ["callers"] }, built);
    expect(text.split("\n").filter((line) => line.includes("likely, under"))).toEqual([
      'server/exports.ts:5  exportsRouter.create  likely, under QueueName.Export: await ExportQueue.getInstance()?.add("job", input);',
      "server/exports.ts:8  exportsRouter.again  likely, under QueueName.Export: const queue = ExportQueue.getInstance();",
    ]);
    const giver = await runTool(getRelations, { symbols: ["ExportQueue.getInstance"], relations: ["callers"] }, built);
    expect(giver.text).not.toContain("likely, under");
    const way = await runTool(trace, { from: "ExportButton", to: "runExport" }, built);
    expect(way.text.split("\n")[0]).toBe("ExportButton → exportsRouter.create → runExport: 2 steps, likely");
    const flow = await runTool(getSource, { symbols: ["ExportButton"], depth: 3 }, built);
    expect(flow.text.split("\n").filter((line) => line.startsWith(">"))).toEqual([
      "> possible from ExportButton, line 3:",
      ">> called from exportsRouter.create, line 5:",
      ">> possible from exportsRouter.create, worker/app.ts:3:",
    ]);
  });

  test("an action of a screen leads to the arm that its type chooses, and an event of the model back to the screen", async () => {
    const built = await buildRepository(store(), {
      "unlock/Screen.kt": dedent`
        package unlock
        fun Screen(model: Model, prompt: Prompt) {
          val onSuccess: (String) -> Unit = { model.trySendAction(Action.Unlocked(it)) }
          EventsEffect(model) { event ->
            when (event) {
              is Event.Ask -> {
                prompt.show(event.title, onSuccess)
              }
              Event.Done -> close()
            }
          }
        }
        fun close() {}
        class Prompt { fun show(title: String, onSuccess: (String) -> Unit) {} }
      `,
      "unlock/Model.kt": dedent`
        package unlock
        sealed class Action {
          data class Unlocked(val key: String) : Action()
          data object Lock : Action()
        }
        sealed class Event {
          data class Ask(val title: String) : Event()
          data object Done : Event()
        }
        class Model {
          fun handleAction(action: Action) {
            when (action) {
              is Action.Unlocked -> handleUnlocked(action)
              Action.Lock -> handleLock()
            }
          }
          private fun handleUnlocked(action: Action.Unlocked) {
            open(action.key)
          }
          private fun handleLock() {
            sendEvent(Event.Ask(title = "Unlock"))
          }
        }
        fun open(key: String) {}
      `,
    });
    const wayOf = async (from: string, to: string) => (await linesOfWay(built, from, to))[0];
    expect(await wayOf("Model.handleLock", "open")).toBe(
      "Model.handleLock → unlock.Screen → Model.handleUnlocked → unlock.open: 3 steps, likely",
    );
    const { text } = await runTool(getRelations, { symbols: ["Model.handleUnlocked"], relations: ["callers"] }, built);
    expect(text).toMatch(/^unlock\/Screen\.kt:3 {2}Screen {2}likely, under Action\.Unlocked: /m);
    const flow = await runTool(getSource, { symbols: ["Model.handleLock"], depth: 1 }, built);
    expect(flow.text).toMatch(/^> possible from Model\.handleLock, unlock\/Screen\.kt:6:\n\S+ {2}method Prompt\.show/m);
  });

  test("senders are told where they send", async () => {
    const built = await buildRepository(store(), TEXTS);
    const { text } = await runTool(getRelations, { symbols: ["Mails.thank"], relations: ["callers"] }, built);
    expect(text).toMatch(/^src\/orders\.ts:\d+ {2}Orders\.place {2}likely, under "order\.placed": .*"order\.placed"/m);
  });

  test("trace goes on where the job is taken, likely, and by the name", async () => {
    const built = await buildRepository(store(), FILES);
    const told = (from: string, to: string) => linesOfWay(built, from, to);
    const mail = await told("Shop.order", "sendMail");
    expect(mail[0]).toBe("Shop.order → MailQueue.add → MailWorker.constructor → sendMail: 3 steps, likely");
    expect(mail).toContain("src/worker.ts:9  sends to MailWorker.constructor  (likely: by the name Topic.MAILS)");
    // `super.add` runs the base alone, and no other queue.
    expect((await told("Shop.order", "sendBill"))[0]).toContain("No way is known");
    expect((await told("Shop.report", "writeFile"))[0]).toBe(
      "Shop.report → Exporter.process → writeFile: 2 steps, likely",
    );
  });

  test("get_source with depth shows what takes the job, as possible", async () => {
    const built = await buildRepository(store(), FILES);
    const { text } = await runTool(getSource, { symbols: ["Shop.order"], depth: 3 }, built);
    expect(text).toMatch(
      /^>> possible from MailQueue\.add, src\/worker\.ts:9:\n\S+ {2}constructor MailWorker\.constructor/m,
    );
    expect(text).toContain("function sendMail");
    expect(text).not.toContain("sendBill");
  });
});
