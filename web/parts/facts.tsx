/** Figures with their names, side by side. */
import type { ComponentChildren } from "preact";

export interface Fact {
  name: string;
  value: ComponentChildren;
  note?: ComponentChildren;
  /** The place where those that are counted are listed. */
  link?: string | false;
  isBad?: boolean;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ name, value, note, isBad, link }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={isBad ? "problem" : undefined}>{link ? <a href={link}>{value}</a> : value}</dd>
          {note && <dd class="dim about">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
