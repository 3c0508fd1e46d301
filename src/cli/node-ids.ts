/** A symbol's node_id as an argument. One in 64 begins with a hyphen, which would make it an option. */
const LIKE_AN_OPTION = /^-[A-Za-z0-9_][\w-]{9}$/;

/** The arguments of the process with such ids behind `--`, where all that follows is no option. What follows an option may be its value, and stays. */
export function withNodeIds(args: readonly string[]): string[] {
  if (args.includes("--")) return [...args];
  const isId = (arg: string, at: number) => LIKE_AN_OPTION.test(arg) && !args[at - 1]?.startsWith("--");
  const ids = args.filter(isId);
  return ids.length === 0 ? [...args] : [...args.filter((arg, at) => !isId(arg, at)), "--", ...ids];
}
