/** Walking a list of results by the arrows, from the field above it and back. */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** The arrows go to the next and the former `[data-result]` inside of an element that also holds the field; Esc goes back to the field. */
export function useListWalk(holder: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = holder.current;
    const walk = (event: KeyboardEvent) => element && walkIn(element, event);
    element?.addEventListener("keydown", walk);
    return () => element?.removeEventListener("keydown", walk);
  }, [holder]);
}

function walkIn(holder: HTMLElement, event: KeyboardEvent): void {
  const field = holder.querySelector<HTMLElement>("input[type=search]");
  const results = [...holder.querySelectorAll<HTMLElement>("[data-result]")];
  const { activeElement } = document;
  const index = activeElement instanceof HTMLElement ? results.indexOf(activeElement) : -1;
  if (event.key === "Escape" && index >= 0) field?.focus();
  else if (event.key === "ArrowDown" && (index >= 0 || activeElement === field)) results[index + 1]?.focus();
  else if (event.key === "ArrowUp" && index >= 0) (results[index - 1] ?? field)?.focus();
  else return;
  event.preventDefault();
}
