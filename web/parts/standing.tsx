/** How the index stands that a page is drawn from, where it is not whole and up to date: in a line of a list, and above the content of a page. */
import type { Project } from "../api.js";
import { progress } from "../kit/follow.js";
import { chosenProject, lacksOf, sizeOf } from "../kit/projects.js";
import { to } from "../kit/router.js";
import { BuildBar } from "./states.js";
import { Time } from "./time.js";

/** The size of a project, and what its index lacks. */
export function SizeAndState({ project }: { project: Project }) {
  const lacks = lacksOf(project);
  return (
    <>
      <span class={project.state === "building" ? "state-building" : "dim"}>{sizeOf(project)}</span>
      {lacks.length > 0 && <span class="state-partial small">{lacks.join("; ")}</span>}
    </>
  );
}

/** Nothing where the index is whole and up to date. */
export function Standing({ project }: { project: Project }) {
  const lacks = lacksOf(project);
  const isFollowed = chosenProject.value?.id === project.id;
  if (lacks.length === 0) return null;
  return (
    <section class="note" aria-label="State of the index">
      <p role="status">
        Last indexed <Time at={project.indexed_at} />: {lacks.join("; ")}. <StateLink project={project.id} />
      </p>
      {isFollowed && progress.value && <BuildBar progress={progress.value} />}
    </section>
  );
}

/** Above what was found in the part of a project that its first build has read. */
export function FirstBuild({ project, files }: { project: Project; files: string | undefined }) {
  return (
    <section class="note" aria-label="State of the index">
      <p role="status">
        {project.name} {project.state === "building" ? "is being indexed" : "has no whole index yet"}: this was found in
        what is read so far{files && `, ${files.replace(/ so far$/, "")}`}. <StateLink project={project.id} />
      </p>
      {progress.value && <BuildBar progress={progress.value} />}
    </section>
  );
}

function StateLink({ project }: { project: string }) {
  return <a href={to(`ui/index/${encodeURIComponent(project)}`)}>How it stands</a>;
}
