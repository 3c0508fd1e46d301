/** The part that a line has in sending under a name or taking what is sent: `queue.add(EMAIL`, `@Processor(EMAIL)`. Works on the text alone. Pure. */
import { wholeWord } from "../../base/whole-word.js";
import { type AroundPlace, around, endOf } from "../calls/call-text.js";
import { choiceAt } from "./choice.js";

export interface TopicUse {
  part: "sends" | "takes";
  /**
   * super: the constructor of a class hands the name to its base. kept: a queue is made or injected by the name, and kept. marked: a decorator has the
   * name, above what takes. called: the function that has the name sends or takes by it. chosen: the name is a key or a case, and what the lines up to
   * `until` call takes. handed: what they only name takes.
   */
  how: "super" | "kept" | "marked" | "called" | "chosen" | "handed";
  until?: number;
  /** The field or parameter that keeps a queue, where the line tells it. */
  kept?: string;
}

/** Lines above and below a name that its call may reach over. */
const MOST_ABOVE = 12;
const MOST_BELOW = 3;

/** Longer lines are not code that a person wrote. */
const LONGEST_LINE = 2000;

/** Calls that make a list, and the most of them and of functions around a place. */
const LISTS = /^(?:map|flatMap|filter|concat|all)$/;
const MOST_LISTS = 4;

/** Names of functions that send, and of functions that take, in either case of their first letter: `publish`, `PublishAsync`, `addJobToQueue`. */
export const SENDS =
  /^(?:try(?=[SEO]))?(?:[Aa]dd(?:Jobs?|Bulk)?|[Ee]mit|[Ss]end|[Pp]ublish|[Ee]nqueue|[Qq]ueue|[Dd]ispatch|[Pp]roduce|[Tt]rigger|[Ss]chedule|[Pp]ush|[Nn]otify|[Bb]roadcast|[Ii]nvoke)(?:$|(?:To|By|In|On|For|Async|Sync|(?:[A-Z][a-z]{1,20}){0,2}(?:Job|Message|Event|Task|Action|Intent|Command))[A-Z]?\w*$|_(?:task|job|message|event|async)\w*$)|^New(?:Task|Job|Message)$/;
const TAKES =
  /^(?:on|once|addListener|work|process|task|actor|createWorker|registerWorker|addConsumer)$|^(?:[Cc]onsume|[Ss]ubscribe|[Ll]isten|[Hh]andle)(?![a-z])/;
const TAKING_MARK =
  /^(?:Processor|Process|Consumer|MessagePattern|EventPattern|OnEvent|OnQueue\w+|\w*Listener|\w*Subscribe\w*|\w*MessageHandler|RabbitRPC|Incoming|Topic|On(?:Job|Message)\w*|\w*Trigger|(?:\w{0,40}_)?task|actor)$/;
const SENDING_MARK = /^Inject\w*(?:Queue|Producer|Topic)$|^Outgoing$/;
const ROLE = /(Worker|Processor|Consumer|Subscriber|Listener)|Queue|Producer|Publisher|Sender|Dispatcher/g;

/** Beginnings of names without which nothing sends or takes; ROLE has those of classes. */
const HINTS: Record<TopicUse["part"], RegExp> = {
  sends:
    /Queue|Producer|Publisher|Sender|Dispatcher|Outgoing|Topic|(?:try)?(?:[Aa]dd|[Ee]mit|[Ss]end|[Pp]ublish|[Ee]nqueue|[Qq]ueue|[Dd]ispatch|[Pp]roduce|[Tt]rigger|[Ss]chedule|[Pp]ush|[Nn]otify|[Bb]roadcast|[Ii]nvoke|NewTask|NewJob|NewMessage)\w{0,80}\s{0,9}(?:\?\.)?[<(]/,
  takes:
    /Worker|Process|Consumer|Subscribe|Listen|MessageHandler|MessagePattern|EventPattern|OnEvent|OnQueue|RabbitRPC|Incoming|Topic|OnJob|OnMessage|Trigger|_task\b|\b(?:on|once|work|process|task|actor)\s{0,9}(?:\?\.)?[<(]|(?:[Cc]onsum|[Ss]ubscribe|[Ll]isten|[Hh]andle|[Ww]orker)\w{0,80}\s{0,9}(?:\?\.)?[<(]/,
};

/** Whether anything in a text may send, or take: most functions need no closer look. */
export const mayHaveTopic = (text: string, part: TopicUse["part"]): boolean => HINTS[part].test(text);

/** The part of the use of a name in a line (from 1) of a source; null where it has none. `owner`: the class or function that the line stands in. */
export function topicUse(
  lines: readonly string[],
  { line, name, owner }: { line: number; name: string; owner: string },
): TopicUse | null {
  const own = lines[line - 1] ?? "";
  if (own.length > LONGEST_LINE) return null;
  const [found] = own.matchAll(new RegExp(wholeWord(name), "g"));
  if (found === undefined) return null;
  const left = `${lines.slice(Math.max(0, line - 1 - MOST_ABOVE), line - 1).join("\n")}\n${own.slice(0, found.index)}`;
  const call = callAround(left);
  const callee = call?.callee;
  const choice = choiceAt(lines, { line, name });
  const chosen: TopicUse | null = choice && {
    part: "takes",
    how: choice.isBody ? "chosen" : "handed",
    until: choice.until,
  };
  if (choice !== null && choice.how !== "call") return chosen;
  if (call === null || callee == null || call.position > 0 || isKey(own.slice(found.index + name.length))) return null;
  const before = endOf(left, call.offset)
    .replace(/\s*(?:<[^();]*>)?\s*(?:\?\.)?$/, "")
    .slice(0, -callee.length);
  const kept = keptBy(lines, line, own, found.index + name.length, before);
  if (callee === "super" || callee === "base") return byClass(owner, "super");
  if (/(?:@|\[)\s*(?:[\w]+\.)*$/.test(before))
    return SENDING_MARK.test(callee)
      ? { part: "sends", how: "kept", ...kept }
      : TAKING_MARK.test(callee)
        ? { part: "takes", how: "marked" }
        : null;
  if (/\bnew\s+(?:[\w]+\.)*$/.test(before)) {
    const use = byClass(callee, "kept");
    return use?.part === "takes" ? { part: "takes", how: "called" } : use && { ...use, ...kept };
  }
  if (TAKES.test(callee)) return { part: "takes", how: "called" };
  return SENDS.test(callee) ? { part: "sends", how: "called" } : chosen;
}

/** The call that a place is in the arguments of; around calls that make a list of others, `queue.addBulk(mails.map((mail) => ({ name: MAILS, mail })))`. */
function callAround(text: string): AroundPlace | null {
  let left = text;
  for (let level = 0; level < MOST_LISTS; level++) {
    const call = around(left, "call");
    if (call !== null && !LISTS.test(call.callee ?? "")) return call;
    const returned = call === null ? /^([\s\S]*=>\s*)(?:\{\s*return\s|\(\s*\{)[^;]*$/.exec(left)?.[1] : undefined;
    if (call === null && returned === undefined) return null;
    left = call === null ? (returned ?? "") : withoutLastName(left.slice(0, call.offset));
  }
  return null;
}

/** A text without the name that it ends with. */
function withoutLastName(text: string): string {
  const end = endOf(text);
  return text.slice(0, text.length - end.length) + end.replace(/[\w$.]+\s*$/, "");
}

/** By the last of the words in the name of a class that tell: `SubscriberQueue` is a queue. */
function byClass(name: string, how: TopicUse["how"]): TopicUse | null {
  const word = [...name.matchAll(ROLE)].at(-1);
  return word === undefined ? null : { part: word[1] === undefined ? "sends" : "takes", how };
}

const isKey = (right: string) => /^\s*\]?\s*:(?!:)/.test(right);

/** The name that keeps what a call with the topic makes: `this.mails = new Queue(MAILS)`, `@InjectQueue(MAILS) private readonly mails: Queue`. */
function keptBy(lines: readonly string[], line: number, own: string, end: number, before: string): { kept?: string } {
  const [, set] = /([\w$]+)\s*(?::[^=\n]*)?=\s*(?:await\s+)?(?:new\s+(?:\w+\.)*)?$/.exec(before) ?? [];
  const right = [own.slice(end), ...lines.slice(line, line + MOST_BELOW)].join("\n");
  const [, given] =
    /^[^()]*\)\s*(?:(?:private|public|protected|readonly|final|static)\s+)*([\w$]+)\s*[?!]?:/.exec(right) ?? [];
  const kept = set ?? given;
  return kept === undefined ? {} : { kept };
}
