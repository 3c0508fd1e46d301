/** A text to take along: a command, an entry of a file. */
import { useRef, useState } from "preact/hooks";

export function CopyBlock({ text, label }: { text: string; label: string }) {
  const element = useRef<HTMLPreElement>(null);
  const [word, setWord] = useState("Copy");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setWord("Copied");
    } catch {
      // Pages that are neither local nor https have no clipboard: there the text is selected, for Ctrl-C.
      if (element.current) getSelection()?.selectAllChildren(element.current);
      setWord("Selected");
    }
    setTimeout(() => setWord("Copy"), 1500);
  };
  return (
    <div class="copy">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section aria-label={label} tabIndex={0}>
        <pre ref={element}>{text}</pre>
      </section>
      <button type="button" onClick={copy} aria-label={`${word} ${label}`}>
        {word}
      </button>
    </div>
  );
}
