/** Parses a shell line just enough to find the programs it runs and their words. It runs nothing. Pure. */

export interface ShellCommand {
  /** Without quotes and redirections. */
  words: string[];
  /** Whether its standard input comes from another command. */
  isPiped: boolean;
}

/** Longer lines are not parsed: agents write files that way. */
const LONGEST = 20_000;

/**
 *   'a b'   "a b"   a\ b    one word
 *   ;  &  &&  ||  newline    end a command
 *   |  |&                    ends one, and feeds the next
 *   2>/dev/null  >file       belong to no command
 */
const TOKEN =
  /(?<operator>&&|\|\||\|&|[;&|()\n])|(?<redirection>\d*(?:>>|>&|<<<|<<|<&|&>>?|>|<)\s*(?:&?[^\s;&|<>()]*))|(?<comment>(?<![^\s])#[^\n]*)|(?<word>(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s;&|<>()'"\\])+)|[^\S\n]+|(?<other>[\s\S])/g;

/** The commands of a line, in order. None where the line is too long. */
export function shellCommands(line: string): ShellCommand[] {
  if (line.length > LONGEST) return [];
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let isPiped = false;
  const end = (feedsNext: boolean): void => {
    if (words.length > 0) commands.push({ words, isPiped });
    words = [];
    isPiped = feedsNext;
  };
  for (const { groups = {} } of line.matchAll(TOKEN)) {
    if (groups.operator !== undefined) end(/^\|&?$/.test(groups.operator));
    else if (groups.word !== undefined) words.push(unquoted(groups.word));
    // An unclosed quote or a here-document: the rest is not parsed.
    else if (groups.other !== undefined || /^\d*<<(?!<)/.test(groups.redirection ?? "")) break;
  }
  end(false);
  return commands;
}

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_all, single, double, escaped) =>
    single !== undefined ? single : double !== undefined ? double.replace(/\\(["\\$`])/g, "$1") : escaped,
  );
}
