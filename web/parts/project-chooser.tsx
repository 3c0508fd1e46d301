/** The chooser of the project that a page is about. */
import { chosenProject, namedProject, projects } from "../kit/projects.js";
import { parseQuery, without } from "../kit/query-words.js";
import { go, place, to } from "../kit/router.js";

/** Pages that name the project in their path, and begin anew with another one. */
const IN_PATH = ["ui/index", "ui/map"];

/** Shown where there is a choice: with several projects. */
export function ProjectChooser() {
  const all = projects.value ?? [];
  if (all.length < 2 && namedProject.value === null) return null;
  return (
    <select
      class="projects"
      aria-label="Project"
      value={chosenProject.value?.id ?? ""}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">All projects</option>
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function choose(id: string): void {
  const { path, query } = place.value;
  const base = IN_PATH.find((one) => path === one || path.startsWith(`${one}/`));
  const segment = encodeURIComponent(id);
  if (base) go(to(id === "" ? base : `${base}/${segment}`));
  else if (/^ui\/(code|symbol)(\/|$)/.test(path)) go(to(id === "" ? "ui/code" : `ui/code/${segment}`));
  else go(to(path, { ...Object.fromEntries(query), q: withoutProject(query.get("q")), project: id }));
}

/** A search without its filter by project, which would count before the choice. */
function withoutProject(search: string | null): string | null {
  const filter = parseQuery(search ?? "").filters.find(({ name }) => name === "project");
  return filter && search !== null ? without(search, filter) : search;
}
