/** The parts of a project in layers: each refers to those below it alone, but for circles. A chosen part shows its references in both directions. */
import { useState } from "preact/hooks";
import type { Answer } from "../api.js";
import { place, query, to } from "../kit/router.js";
import { count } from "../kit/words.js";

type Overview = Answer<"overview">;
type Part = Overview["parts"][number];

export function PartsMap({ project, overview }: { project: string; overview: Overview }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { parts, layers, circles, notes } = overview;
  const byName = new Map(parts.map((part) => [part.name, part]));
  const layered = new Set(layers.flat());
  const alone = parts.filter(({ name }) => !layered.has(name)).map(({ name }) => name);
  const part = chosen === null ? undefined : byName.get(chosen);
  const uses = new Set(part?.refers_to.map((link) => link.part));
  const usedBy = new Set(
    parts.filter(({ refers_to }) => refers_to.some((link) => link.part === chosen)).map(({ name }) => name),
  );
  const draw = (name: string) => {
    const each = byName.get(name);
    const relation =
      uses.has(name) && usedBy.has(name) ? "both" : uses.has(name) ? "used" : usedBy.has(name) ? "user" : "";
    return (
      each && (
        <li key={name}>
          <button
            type="button"
            aria-pressed={chosen === name}
            class={`part ${relation && `is-${relation}`}`}
            onClick={() => setChosen(chosen === name ? null : name)}
          >
            {name}
            <span class="dim">{count(each.lines, "line")}</span>
          </button>
        </li>
      )
    );
  };
  return (
    <div class="layers">
      {notes.map((note) => (
        <p key={note} class="dim">
          {note}
        </p>
      ))}
      {layers.map((layer) => (
        <ul key={layer.join()}>{layer.map(draw)}</ul>
      ))}
      {alone.length > 0 && (
        <>
          <p class="dim">Without a reference to another part, or from one:</p>
          <ul>{alone.map(draw)}</ul>
        </>
      )}
      {circles.map((circle) => (
        <p key={circle.join()} class="state-partial">
          In a circle: {circle.join(" ↔ ")}
        </p>
      ))}
      {part ? (
        <Chosen part={part} project={project} usedBy={[...usedBy]} />
      ) : (
        <p class="dim">Choose a part to see what it depends on.</p>
      )}
    </div>
  );
}

function Chosen({
  part: { name, files, lines, refers_to, most_used },
  project,
  usedBy,
}: {
  part: Part;
  project: string;
  usedBy: readonly string[];
}) {
  const folder = name.replace(/\/?\*$/, "").replace(/^\.$/, "");
  return (
    <section class="verdict" role="status">
      <p>
        <strong>{name}</strong> {count(files, "file")}, {count(lines, "line")}
      </p>
      <p>
        Refers to:{" "}
        {refers_to.map(({ part, references }) => `${part} (${references.toLocaleString()})`).join(", ") ||
          "no other part"}
      </p>
      <p>Referred to by: {usedBy.join(", ") || "no other part"}</p>
      {most_used.length > 0 && <p>Most used in it: {most_used.join(", ")}</p>}
      <p class="buttons">
        <a href={to(place.value.path, { ...query.value, folder })}>Show in the map of folders</a>
        <a href={to("", { project, q: folder === "" ? "" : `path:${folder} ` })}>Search in it</a>
      </p>
    </section>
  );
}
