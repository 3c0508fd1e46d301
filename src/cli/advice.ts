/** Words for whoever runs a command that ended with an error. */
import { type CodeindexError, ERRORS } from "../base/errors.js";

/**
 * The lines below the message of an error: the words of the server or the system behind it, which an operator may read and a caller may not, and the next
 * step. Nothing tries again for a command that has ended.
 */
export function adviceOn({ code, suggestions, cause }: CodeindexError): string[] {
  if (code !== "engine_unavailable") return suggestions;
  const words = wordsOf(cause);
  const isGeneral = suggestions === ERRORS.engine_unavailable.suggestions;
  const next = isGeneral
    ? ["Run it again when the server answers; codeindex doctor looks at the way there."]
    : suggestions;
  return words === "" ? next : [`The reason: ${words}`, ...next];
}

/** Node gives one error for all addresses of a name; that one has a code and no words. */
function wordsOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(wordsOf).join("; ");
  return cause instanceof Error ? cause.message : "";
}
