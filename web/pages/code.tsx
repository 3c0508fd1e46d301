/** Code: a file or a folder of a project. */
import { useEffect, useRef } from "preact/hooks";
import { ApiError, type Project } from "../api.js";
import { FileView } from "../code/file-view.js";
import { Absent, Folder } from "../code/folder.js";
import { readPlace, type Shown } from "../code/read-place.js";
import { codeLink } from "../kit/code-links.js";
import { projects, projectsError, sizeOf } from "../kit/projects.js";
import { go, place, query, to } from "../kit/router.js";
import { useAnswer } from "../kit/use-answer.js";
import { useListWalk } from "../kit/walk-list.js";
import type { PageProps } from "../pages.js";
import { ErrorState, Loading, NoProjects, NotBuilt } from "../parts/states.js";

export default function CodePage({ params: { project: given, path = "" } }: PageProps) {
  const all = projects.value;
  const id = given ?? (all?.length === 1 ? all[0]?.id : undefined);
  const project = all?.find((one) => one.id === id);
  if (project) return <Place project={project} path={path} />;
  if (all && id === undefined) return <Projects all={all} />;
  if (projectsError.value) return <ErrorState error={projectsError.value} />;
  return all ? <ErrorState error={new ApiError("project_not_found", "There is no such project.")} /> : <Loading />;
}

/** All projects, as folders. */
function Projects({ all }: { all: readonly Project[] }) {
  const holder = useRef<HTMLDivElement>(null);
  useListWalk(holder);
  if (all.length === 0) return <NoProjects />;
  return (
    <div class="code-page" ref={holder}>
      <h1>Code</h1>
      <section class="code-folder" aria-label="Projects">
        <ul>
          {all.map((project) => (
            <li key={project.id}>
              <a data-result href={codeLink({ project: project.id, path: "" })}>
                <span aria-hidden="true" class="code-entry code-entry-directory" />
                {project.name}
              </a>
              <span class="dim">{sizeOf(project)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Place({ project, path }: { project: Project; path: string }) {
  const holder = useRef<HTMLDivElement>(null);
  useListWalk(holder);
  const { ref } = query.value;
  const isFolder = place.value.path.endsWith("/");
  const key = `${ref ?? ""}:${path}`;
  const { answer, error, again } = useAnswer(
    async (signal) => ({ key, shown: await readPlace(project.id, path, { ref, isFolder }, signal) }),
    [project.id, key, project.generation],
  );
  useEffect(() => {
    document.title = `${path.slice(path.lastIndexOf("/") + 1) || project.name} · codeindex`;
  }, [path, project.name]);
  // The place before must not stand under the name of this one.
  const shown = answer?.key === key ? answer.shown : undefined;
  useEffect(() => {
    if (shown && path !== "") nameAsItIs(shown.kind);
  }, [shown]);
  const hasContent = shown?.kind === "file" || (shown?.kind === "folder" && shown.folder.results.length > 0);
  if (project.generation === 0 && !hasContent) return <NotBuilt project={project} />;
  return (
    <div class="code-page" ref={holder}>
      <Crumbs project={project} path={path} />
      {error && <ErrorState error={error} again={again} />}
      {!error && !shown && <Loading lines={14} />}
      {!error && shown?.kind === "folder" && <Folder {...shown} project={project.id} />}
      {!error && shown?.kind === "file" && (
        <FileView key={key} project={project} file={shown.file} lines={shown.lines} chosenRef={ref ?? null} />
      )}
      {!error && shown?.kind === "absent" && (
        <Absent {...shown} path={path} project={project.id} isPast={ref !== undefined} />
      )}
    </div>
  );
}

/** The address of a folder ends in a slash, and that of a file does not: so the next one who follows it asks for the right one at once. */
function nameAsItIs(kind: Shown["kind"]): void {
  const { path, query: parts, hash } = place.value;
  if (kind === "absent" || path.endsWith("/") === (kind === "folder")) return;
  go(to(kind === "folder" ? `${path}/` : path.replace(/\/+$/, ""), Object.fromEntries(parts), hash), { replace: true });
}

/** The way from the project down to the path, each part a link. */
function Crumbs({ project, path }: { project: Project; path: string }) {
  const parts = path === "" ? [] : path.split("/");
  return (
    <h1 class="code-crumbs">
      <a href={codeLink({ project: project.id, path: "" })}>{project.name}</a>
      {parts.map((part, index) => {
        const here = parts.slice(0, index + 1).join("/");
        return (
          <span key={here}>
            <span class="dim">/</span>
            {index === parts.length - 1 ? (
              part
            ) : (
              <a href={codeLink({ project: project.id, path: `${here}/` })}>{part}</a>
            )}
          </span>
        );
      })}
    </h1>
  );
}
