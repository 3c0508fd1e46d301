/** Finding a text in the file that is shown: only the lines in view are drawn, so the browser's own search would miss the others. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Range } from "./pieces.js";

/** Places that are counted. */
const MOST_FOUND = 20_000;

export interface FoundPlaces {
  ranges: ReadonlyMap<number, readonly Range[]>;
  /** The line of the place at hand; null: there is none. */
  line: number | null;
  count: number;
  current: number;
}

export interface Finding extends FoundPlaces {
  text: string;
  setText(text: string): void;
  step(by: 1 | -1): void;
}

/** Finds a text: capitals count where it has some. */
export function useFinding(lines: readonly string[]): Finding {
  const [text, setText] = useState("");
  const [current, setCurrent] = useState(0);
  const places = useMemo(() => placesOf(lines, text), [lines, text]);
  const position = places.length === 0 ? 0 : ((current % places.length) + places.length) % places.length;
  const ranges = useMemo(() => {
    const byLine = new Map<number, Range[]>();
    for (const [index, { line, from }] of places.entries()) {
      const range = { from, to: from + text.length, isCurrent: index === position };
      byLine.set(line, [...(byLine.get(line) ?? []), range]);
    }
    return byLine;
  }, [places, position, text]);
  return {
    ranges,
    count: places.length,
    current: position,
    line: places[position]?.line ?? null,
    text,
    setText: (given) => {
      setText(given);
      setCurrent(0);
    },
    step: (by) => setCurrent(position + by),
  };
}

function placesOf(lines: readonly string[], text: string): { line: number; from: number }[] {
  if (text === "") return [];
  const isExact = text !== text.toLowerCase();
  const places: { line: number; from: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const within = isExact ? line : line.toLowerCase();
    for (let from = within.indexOf(text); from >= 0; from = within.indexOf(text, from + text.length)) {
      places.push({ line: index + 1, from });
      if (places.length === MOST_FOUND) return places;
    }
  }
  return places;
}

export function FindBar({ finding, close }: { finding: Finding; close(): void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  const { text, setText, count, current, step } = finding;
  return (
    <search class="code-find">
      <input
        ref={field}
        type="text"
        aria-label="Find in this file"
        placeholder="Find in this file"
        value={text}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          else return;
          event.preventDefault();
        }}
      />
      <span class="dim" role="status">
        {text === "" ? "" : count === 0 ? "nothing" : `${current + 1} of ${count.toLocaleString()}`}
      </span>
      <button type="button" class="quiet icon" aria-label="The one before" onClick={() => step(-1)}>
        ↑
      </button>
      <button type="button" class="quiet icon" aria-label="The next one" onClick={() => step(1)}>
        ↓
      </button>
      <button type="button" class="quiet icon" aria-label="Close" onClick={close}>
        ✕
      </button>
    </search>
  );
}
