/** Sources in tests, written as they are read. */

/** Stands for a value while the lines around it are looked at. */
const VALUE = "\0";

/** The text between the backticks, without its first line break, the common indentation of its lines, and the indentation of the closing backtick. */
export function dedent(strings: TemplateStringsArray, ...values: unknown[]): string {
  const lines = strings.join(VALUE).replace(/^\n/, "").replace(/\n +$/, "\n").split("\n");
  const indents = lines.filter((line) => line !== "").map((line) => line.search(/[^ ]/));
  const shared = Math.min(...indents);
  const parts = lines
    .map((line) => line.slice(shared))
    .join("\n")
    .split(VALUE);
  return parts.map((part, index) => (index === 0 ? part : `${values[index - 1]}${part}`)).join("");
}
