/** Commands that a framework runs by their names, as those of `manage.py`: how a language's files and text tell of them. Types alone. */

export interface CommandConventions {
  /** The functions of the framework that run a command by its name. */
  runners: readonly string[];
  /** The command that a function of a file is the begin of; null for any other function. */
  commandOf(path: string, name: string): string | null;
  /** The function that a command begins with, and the end of the path of its file. */
  handlerOf(command: string): { pathEnd: string; name: string };
  /** The command that a statement runs; null if its name is not in the statement. */
  runBy(text: string): string | null;
}
