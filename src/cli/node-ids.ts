/** The form of a node_id that looks like an option: one in 64 begins with a hyphen. */
const LIKE_AN_OPTION = /^-[A-Za-z0-9_][\w-]{9}$/;

/** Moves such ids behind `--`, if no option follows them. An id after an option may be the option's value, and stays. */
export function withNodeIds(args: readonly string[]): string[] {
  if (args.includes("--")) return [...args];
  const isId = (arg: string, index: number) => LIKE_AN_OPTION.test(arg) && !args[index - 1]?.startsWith("--");
  const ids = args.filter(isId);
  return ids.length === 0 ? [...args] : [...args.filter((arg, index) => !isId(arg, index)), "--", ...ids];
}
