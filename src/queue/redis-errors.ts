/** Errors of the Redis that has the queue, in words for users and for the log. */
import { CodeindexError } from "../base/errors.js";

/** How Redis and Valkey begin the refusal of a user, a password or an address. */
const REFUSED = /^(NOAUTH|WRONGPASS|NOPERM|DENIED)\b/;

/** How a Redis refuses to write that answers otherwise, with the reason and what to do. */
const UNWRITABLE: readonly (readonly [said: RegExp, problem: string, todo: string])[] = [
  [
    /^OOM\b/,
    "The queue's Redis has no memory left.",
    "Give it more (maxmemory), or take out what else it holds. Jobs are kept and run when it has room.",
  ],
  [
    /^MISCONF\b/,
    "The queue's Redis takes no writes, because it cannot save to its disk.",
    "Make room on its disk, and look at its log; it takes writes again after its next save (BGSAVE). Jobs are kept and run then.",
  ],
  [
    /^(READONLY|NOREPLICAS)\b/,
    "The queue's Redis takes no writes.",
    "REDIS_URL must lead to the master, and that must have the replicas that its settings ask for. Jobs are kept and run then.",
  ],
];

/** The error of a Redis that cannot be used: it does not answer, refuses us, or takes no writes. */
export function away(problems: unknown[]): CodeindexError {
  for (const problem of problems) {
    const known = unwritable(problem);
    if (known) return known;
  }
  if (problems.some((error) => error instanceof Error && REFUSED.test(error.message)))
    return new CodeindexError("daemon_unavailable", "The queue's Redis does not let us in.", {}, [
      "Look at the user and the password of REDIS_URL, and at the rules of that server (ACL, protected mode).",
    ]);
  return new CodeindexError("daemon_unavailable", "The queue's Redis does not answer.", {}, [
    "Look whether Redis runs, and at REDIS_URL. Jobs are kept and run when it is back.",
  ]);
}

/** The error of a Redis that takes no writes; undefined where it is another one. */
function unwritable(error: unknown): CodeindexError | undefined {
  const message = error instanceof Error ? error.message : "";
  const known = UNWRITABLE.find(([said]) => said.test(message));
  return known && new CodeindexError("daemon_unavailable", known[1], {}, [known[2]]);
}

/** An error of the queue as the log has it: in our words where we know it, and else without the command, whose script has hundreds of lines. */
export function inLog(error: unknown): unknown {
  const known = unwritable(error);
  if (known) return known;
  if (error instanceof Error && "command" in error) return new Error(error.message);
  return error;
}
