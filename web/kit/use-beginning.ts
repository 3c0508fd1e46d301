/** Long lists are drawn in two turns: their beginning, which is in view, stands on the screen before the rest is drawn. */
import { useEffect, useState } from "preact/hooks";

/** The first `most` of a list until they are painted, then all of it. */
export function useBeginning<T>(list: readonly T[], most: number): readonly T[] {
  const [painted, setPainted] = useState<readonly T[] | null>(null);
  // Effects run after the browser has painted.
  useEffect(() => setPainted(list), [list]);
  return painted === list || list.length <= most ? list : list.slice(0, most);
}
