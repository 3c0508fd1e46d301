/** Back and forward lead to a place as it was left: to where it was scrolled, and to the link that had the focus. */

interface Left {
  top: number;
  /** Where the part that scrolls by itself stood: the lines of a file. */
  innerTop: number;
  /** The link that had the focus, as it is written. */
  link: string | null;
}

/** How the entries of the history were left. A page that is loaded anew knows none. */
const entries = new Map<number, Left>();
/** Above the numbers of a page that was loaded before. */
let next = Date.now();
let current = next;

/** How long answers are awaited, in milliseconds. */
const PATIENCE_MS = 15_000;
/** The deeds by which a person begins to do something else. */
const DEEDS = ["wheel", "touchstart", "pointerdown", "keydown"];

/** The part that scrolls by itself. */
const inner = () => document.querySelector<HTMLElement>(".code-viewer");

/** Notes how the current entry is left. */
export function leave(): void {
  const link = document.activeElement?.closest("main a")?.getAttribute("href") ?? null;
  entries.set(current, { top: scrollY, innerTop: inner()?.scrollTop ?? 0, link });
}

/** The state of an entry of the history that begins now. */
export function enter(): { entry: number } {
  current = ++next;
  return { entry: current };
}

/** Brings an entry back as it was left: again with each change of the page, since its answers come one after the other, until the person does something. */
export function comeBack(state: unknown): void {
  const { entry } = (state ?? enter()) as { entry: number };
  current = entry;
  const left = entries.get(entry);
  if (!left) return;
  let { link } = left;
  const put = () => {
    scrollTo(0, left.top);
    inner()?.scrollTo(0, left.innerTop);
    const found = [...document.querySelectorAll<HTMLElement>("main a")].find((a) => a.getAttribute("href") === link);
    found?.focus({ preventScroll: true });
    if (found) link = null;
  };
  const watch = new MutationObserver(put);
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const deed of ["popstate", ...DEEDS]) removeEventListener(deed, stop);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const deed of ["popstate", ...DEEDS]) addEventListener(deed, stop, { passive: true });
  watch.observe(document.body, { childList: true, subtree: true });
}
