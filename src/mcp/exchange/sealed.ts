/** Encrypts the messages of an exchange, as Redis holds the last of them for a while, and they are answers. */
import type { Seal, SealedPlace } from "../../store/db/seal.js";
import type { Exchange, LogEntry } from "./exchange.js";

/** Seals messages on their way into `exchange` where there is a key, and opens those from it. */
export function sealMessages(exchange: Exchange, seal: Seal): Exchange {
  if (seal.keys.keys.length === 0) return exchange;
  const sealedPlace = (column: "topic" | "log" | "session", ...row: (string | number)[]): SealedPlace => ({
    table: "messages",
    column,
    projectId: "",
    row,
  });

  async function* opened(log: string, entries: AsyncIterable<LogEntry>): AsyncIterable<LogEntry> {
    for await (const { number, text } of entries)
      yield { number, text: seal.open(sealedPlace("log", log, number), text) };
  }

  return {
    ...exchange,
    publish: (topic, message) => exchange.publish(topic, seal.json(sealedPlace("topic", topic), message)),
    announce: (topic, message) => exchange.announce(topic, seal.json(sealedPlace("topic", topic), message)),
    listen: (topic, heard) =>
      exchange.listen(topic, (message) => heard(seal.openJson(sealedPlace("topic", topic), message) as never)),
    append: (log, { number, text }) =>
      exchange.append(log, { number, text: seal.text(sealedPlace("log", log, number), text) }),
    async follow(log, number, signal) {
      const entries = await exchange.follow(log, number, signal);
      return entries && opened(log, entries);
    },
    remember: (session, field, value) =>
      exchange.remember(session, field, value && seal.text(sealedPlace("session", session, field), value)),
    async recall(session) {
      const facts = Object.entries(await exchange.recall(session));
      return Object.fromEntries(
        facts.map(([field, value]) => [field, seal.open(sealedPlace("session", session, field), value)]),
      );
    },
  };
}
