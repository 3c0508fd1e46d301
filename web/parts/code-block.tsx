/** Code as text, with line numbers. `highlight` may put elements in the place of a line's text. */
import type { ComponentChildren } from "preact";

export interface CodeBlockProps {
  text: string;
  /** The number of the first line; without it no numbers are shown. */
  firstLine?: number;
  /** The lines that are drawn, the first and the one after the last, from 0; all by default. */
  drawn?: readonly [first: number, end: number] | undefined;
  /** Makes elements of a line, such as spans of colour. */
  highlight?: (line: string, number: number) => ComponentChildren;
  /** For those who do not see it. */
  label?: string;
}

export function CodeBlock({
  text,
  firstLine,
  drawn = [0, Number.POSITIVE_INFINITY],
  highlight,
  label = "Code",
}: CodeBlockProps) {
  const lines = text
    .replace(/\n$/, "")
    .split("\n")
    .slice(...drawn);
  return (
    // A region that scrolls must be reachable by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section class="code" aria-label={label} tabIndex={0}>
      <pre>
        {lines.map((line, index) => {
          const number = (firstLine ?? 1) + drawn[0] + index;
          return (
            <span key={number} class="line" data-line={firstLine === undefined ? undefined : number}>
              {highlight ? highlight(line, number) : line}
              {"\n"}
            </span>
          );
        })}
      </pre>
    </section>
  );
}
