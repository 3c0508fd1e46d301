/** A piece of code in colours. It is plain until the parser of its language is there. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Highlighter, Token } from "../kit/highlight.js";
import { CodeBlock, type CodeBlockProps } from "./code-block.js";

type Colouring = typeof import("../kit/highlight.js");
/** The colouring, once something was shown in colours. */
let colouring: Colouring | null = null;

async function loadColouring(): Promise<Colouring> {
  colouring ??= await import("../kit/highlight.js");
  return colouring;
}

/** The colouring of some lines by the path of their file; null until it is loaded, and for languages that have none. Where it is there already, lines are drawn once. */
export function useHighlighter(path: string, lines: readonly string[]): Highlighter | null {
  const [made, setMade] = useState<{ lines: readonly string[]; highlighter: Highlighter } | null>(null);
  const atOnce = useMemo(() => {
    const parser = colouring?.parserAtHand(path);
    return parser && colouring ? colouring.createHighlighter(parser, lines) : null;
  }, [path, lines]);
  useEffect(() => {
    if (atOnce) return;
    let isGone = false;
    loadColouring()
      .then(async ({ parserFor, createHighlighter }) => {
        const parser = await parserFor(path);
        if (parser && !isGone) setMade({ lines, highlighter: createHighlighter(parser, lines) });
      })
      // An old page whose chunks are gone shows plain code.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [path, lines, atOnce]);
  return atOnce ?? (made?.lines === lines ? made.highlighter : null);
}

export const tokenSpan = ({ text, style }: Token, key: number): ComponentChildren =>
  style === null ? (
    text
  ) : (
    <span key={key} class={`syntax-${style}`}>
      {text}
    </span>
  );

/** A CodeBlock in colours; `path` says in which language. */
export function HighlightedCode({ path, ...block }: CodeBlockProps & { path: string }) {
  const lines = useMemo(() => block.text.replace(/\n$/, "").split("\n"), [block.text]);
  const highlighter = useHighlighter(path, lines);
  const first = block.firstLine ?? 1;
  return (
    <CodeBlock
      {...block}
      highlight={(line, number) => {
        highlighter?.workTo(number - first);
        const tokens = highlighter?.line(number - first);
        return tokens ? tokens.map(tokenSpan) : line;
      }}
    />
  );
}
