/** A call of a tool as a command of a shell, for scripts and jobs of CI. */
import { AUTH } from "../session.js";

/** The command that posts `input` as JSON to `url`. Its token is read from CODEINDEX_TOKEN, where callers need one. */
export function curlOf(url: string, input: Record<string, unknown>): string {
  const token = AUTH.includes("none") ? "" : ' -H "Authorization: Bearer $CODEINDEX_TOKEN"';
  return `curl -fsS ${quoted(url)}${token} \\\n  -H "Content-Type: application/json" -d ${quoted(JSON.stringify(input))}`;
}

/** A text that no shell changes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
