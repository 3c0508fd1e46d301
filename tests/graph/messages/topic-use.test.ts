/** The part of a line in sending under a name, or in taking what is sent under it. */

import { expect, test } from "vitest";
import { mayHaveTopic, type TopicUse, topicUse } from "../../../src/graph/messages/topic-use.js";
import { dedent } from "../../helpers/dedent.js";

test.each([
  ["await mails.add(MAILS, job);", { part: "sends", how: "called" }],
  ["await publisher.PublishAsync(MAILS, job);", { part: "sends", how: "called" }],
  ["jobs.addJobToQueue({ data, name: MAILS });", { part: "sends", how: "called" }],
  ["mails.addBulk(all.map((mail) => ({ name: MAILS, mail })));", { part: "sends", how: "called" }],
  ["client.emit(Topics.MAILS, {", { part: "sends", how: "called" }],
  ["  mails = new Queue(MAILS, {", { part: "sends", how: "kept", kept: "mails" }],
  ["  @InjectQueue(MAILS) private readonly mails: Queue,", { part: "sends", how: "kept", kept: "mails" }],
  ["new Worker<Mail>(MAILS, async (job) => {", { part: "takes", how: "called" }],
  ["@Processor(MAILS)", { part: "takes", how: "marked" }],
  ["@Processor({ name: MAILS })", { part: "takes", how: "marked" }],
  ["@MessagePattern(Topics.MAILS)", { part: "takes", how: "marked" }],
  ["channel.consume(MAILS, (message) => {", { part: "takes", how: "called" }],
  ["super(Topics.MAILS, connection);", { part: "takes", how: "super" }],
  ["this.jobs.queue({ name: JobName.MAILS, data });", { part: "sends", how: "called" }],
  ["@OnJob({ name: JobName.MAILS, queue: QueueName.BACKGROUND })", { part: "takes", how: "marked" }],
  ["await producer.send({ topic: MAILS, messages });", { part: "sends", how: "called" }],
  ["await consumer.subscribe({ topic: MAILS });", { part: "takes", how: "called" }],
  ["@KafkaListener(topics = Topics.MAILS)", { part: "takes", how: "marked" }],
  ["public void Run([QueueTrigger(MAILS)] string mail)", { part: "takes", how: "marked" }],
  ["task := asynq.NewTask(MAILS, payload)", { part: "sends", how: "called" }],
  ["mux.HandleFunc(MAILS, sendMail)", { part: "takes", how: "called" }],
  ["await ipcRenderer.invoke(MAILS, job);", { part: "sends", how: "called" }],
  ["ipcRenderer.sendSync(MAILS, job);", { part: "sends", how: "called" }],
  ["ipcMain.handle(MAILS, async (_event, job) => mail(job));", { part: "takes", how: "called" }],
  ["app.send_task(MAILS)", { part: "sends", how: "called" }],
  ["@shared_task(name=MAILS)", { part: "takes", how: "marked" }],
  // The name is data, not where it goes.
  ["roles.addRole(MAILS);", null],
  ["all.map((mail) => ({ name: MAILS, mail }));", null],
  ["mails.add(job, MAILS);", null],
  // Keys and cases choose what takes.
  ["case MAILS:", { part: "takes", how: "chosen", until: 1 }],
  ["  Mails.MAILS -> send(job)", { part: "takes", how: "chosen", until: 1 }],
  ["  [Topics.MAILS]: sendMail,", { part: "takes", how: "handed", until: 1 }],
  ["  [MAILS]: async (job) => sendMail(job),", { part: "takes", how: "chosen", until: 1 }],
  ["table[MAILS] = sendMail;", { part: "takes", how: "handed", until: 1 }],
  ["    Topics.MAILS: send_mail,", { part: "takes", how: "handed", until: 1 }],
  ["registry.register(MAILS, sendMail);", { part: "takes", how: "handed", until: 1 }],
  ["await enqueueBackgroundJob(MAILS, job);", { part: "sends", how: "called" }],
  ['  [MAILS]: "Mails",', null],
  ["const sent = table[MAILS] === mail;", null],
  ["log(MAILS);", null],
])("%s", (line, want) => {
  expect(topicUse([line], { line: 1, name: "MAILS", owner: "MailWorker" })).toEqual(want);
  // A text is looked at closely where it may have a topic: it must let each use through, with the class around it.
  const isWritten = want !== null && want.how !== "chosen" && want.how !== "handed";
  if (isWritten) expect(mayHaveTopic(`class MailWorker {\n${line}`, want.part as TopicUse["part"])).toBe(true);
});

test("code that has no word of it is no closer looked at, and a text that is made to take long is told as quickly", () => {
  const code = dedent`
    export function total(items: Item[]) {
      return items.reduce((sum, item) => sum + item.price, 0);
    }`;
  for (const part of ["sends", "takes"] as const) {
    expect(mayHaveTopic(code, part)).toBe(false);
    for (const word of ["handle", "add", "publish "]) expect(mayHaveTopic(word.repeat(200_000), part)).toBe(false);
  }
});

test("a class of queues sends under the name that it hands to its base", () => {
  const lines = ["super(", "  MAILS,", "  connection,", ");"];
  expect(topicUse(lines, { line: 2, name: "MAILS", owner: "SubscriberQueueService" })).toEqual({
    part: "sends",
    how: "super",
  });
  expect(topicUse(lines, { line: 2, name: "MAILS", owner: "Mails" })).toBeNull();
});

test("jobs that a function makes of a list are sent by the call around it", () => {
  const lines = [
    "return this.addJobsToQueue(",
    "  all.map((mail) => {",
    "    return {",
    "      mail,",
    "      name: MAILS,",
  ];
  expect(topicUse(lines, { line: 5, name: "MAILS", owner: "Mails" })).toEqual({ part: "sends", how: "called" });
});
