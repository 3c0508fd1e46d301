/** A time, as people say it; the exact one when it is pointed at. */
import { ago } from "../kit/words.js";

export function Time({ at, none = "never" }: { at: string | null; none?: string }) {
  if (at === null) return <span class="dim">{none}</span>;
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {ago(at)}
    </time>
  );
}
