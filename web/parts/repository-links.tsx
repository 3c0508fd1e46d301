/** How repositories depend on each other: layers of those with links, and a table of the packages that they use of one another. */
import type { LinksAnswer } from "../../src/http/routes/links.js";
import { ask } from "../api.js";
import { to } from "../kit/router.js";
import { useAnswer } from "../kit/use-answer.js";
import { ErrorState, Loading } from "./states.js";
import { Table } from "./table.js";

/** The links of all repositories, or of one: those that it uses, and those that use it. */
export function RepositoryLinks({ project, generation = 0 }: { project?: string; generation?: number }) {
  const { answer, error, again } = useAnswer((signal) => ask<LinksAnswer>("GET", "links", { signal }), [generation]);
  if (error) return <ErrorState error={error} again={again} />;
  if (!answer) return <Loading lines={3} />;
  const { results, layers, circles, left_out } = answer;
  const shown = results.filter(({ from, to }) => project === undefined || from === project || to === project);
  if (shown.length === 0)
    return (
      <p class="dim">
        {project === undefined
          ? "No repository here refers to a package that another one holds, as far as the index knows."
          : "It refers to no package that another repository here holds, and none of them refers to one of its own."}
      </p>
    );
  return (
    <>
      {project === undefined && (
        <div class="layers">
          {layers.map((layer) => (
            <ul key={layer.join()}>
              {layer.map((id) => (
                <li key={id}>
                  <a class="part" href={mapOf(id)}>
                    {id}
                    <span class="dim">{usedWords(results, id)}</span>
                  </a>
                </li>
              ))}
            </ul>
          ))}
          {circles.map((circle) => (
            <p key={circle.join()} class="state-partial">
              In a circle: {circle.join(" ↔ ")}
            </p>
          ))}
        </div>
      )}
      <Table
        label="Packages that repositories use of one another"
        rows={shown}
        keyOf={({ from, to, package: name }) => [from, to, name].join("\n")}
        columns={[
          { title: "Repository", cell: ({ from }) => (from === project ? from : <a href={mapOf(from)}>{from}</a>) },
          { title: "Uses the package", cell: ({ package: name }) => <code>{name}</code> },
          { title: "Of", cell: ({ to }) => (to === project ? to : <a href={mapOf(to)}>{to}</a>) },
          { title: "References", isNumber: true, cell: ({ references }) => references.toLocaleString() },
          { title: "Files, at least", isNumber: true, cell: ({ files }) => files.toLocaleString() },
        ]}
      />
      {left_out > 0 && project === undefined && (
        <p class="dim">{left_out.toLocaleString()} more were not looked at: without an index, or beyond the largest.</p>
      )}
    </>
  );
}

const mapOf = (id: string): string => to(`ui/map/${encodeURIComponent(id)}`);

function usedWords(links: LinksAnswer["results"], id: string): string {
  const users = new Set(links.filter((link) => link.to === id).map(({ from }) => from)).size;
  return users === 0 ? "used by none" : `used by ${users}`;
}
