/**
 * Python: functions that a library's decorator turns into a task or a command, and the methods that run it: `send_mail.delay(1)` of Celery,
 * `send_mail.send(1)` of Dramatiq. A function of the source has no such members of its own.
 */
import { words } from "../../base/words.js";
import type { Reference } from "../../model/parse-result.js";
import { start } from "../edges/walk.js";
import { step } from "../lookup.js";
import { type Decl, symbolOf } from "../program-file.js";
import type { Work } from "../semantics.js";
import { settled } from "../several.js";

/** Members that run the function, now or later, or stand for a call of it. */
const RUNNING: ReadonlySet<string> = words(`
  aenqueue apply apply_async callback chunks defer defer_async delay enqueue fn kiq map message message_with_options py_func remote retry run s schedule
  send send_with_options si signature spawn starmap submit subtask __wrapped__
`);

/** The function that a call of a member of it runs: `send_mail` of `send_mail.delay(1)`. Empty for other calls. */
export function functionsRunBy(work: Work, reference: Reference): Decl[] {
  const { path } = reference;
  const last = path.at(-1);
  if (typeof last !== "string" || !RUNNING.has(last)) return [];
  let place = start(work, reference, "any");
  for (const each of path.slice(0, -1)) place = step(work.program, place, each, null);
  const task = settled(place);
  if (task.is !== "symbols") return [];
  return task.decls.every((decl) => /^(?:function|method)$/.test(symbolOf(decl).kind)) ? task.decls : [];
}
