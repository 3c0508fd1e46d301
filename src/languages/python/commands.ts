/** Commands of Django: `call_command("dedupe")` runs `handle` of management/commands/dedupe.py. Pure. */
import type { CommandConventions } from "../commands.js";

const IN_PATH = /(?:^|\/)management\/commands\/([\w-]{1,100})\.py$/;
const RUN =
  /(?<![\w.])(?:[\w]{1,80}\.)?call_command\s{0,9}\(\s{0,99}(?:command_name\s{0,9}=\s{0,9})?["']([\w-]{1,100})["']/;
const HANDLER = "handle";

export const commands: CommandConventions = {
  runners: ["call_command"],
  commandOf: (path, name) => (name === HANDLER ? (IN_PATH.exec(path)?.[1] ?? null) : null),
  handlerOf: (command) => ({ pathEnd: `management/commands/${command}.py`, name: HANDLER }),
  runBy: (text) => RUN.exec(text)?.[1] ?? null,
};
