/** Map: a project's parts and how they depend on each other, and its folders by size and change. */
import { ApiError, callTool, type Project } from "../api.js";
import { projects, projectsError, readProjects } from "../kit/projects.js";
import { to } from "../kit/router.js";
import { useAnswer } from "../kit/use-answer.js";
import type { PageProps } from "../pages.js";
import { FolderMap } from "../parts/folder-map.js";
import { PartsMap } from "../parts/parts-map.js";
import { RepositoryLinks } from "../parts/repository-links.js";
import { SizeAndState, Standing } from "../parts/standing.js";
import { ErrorState, Loading, NoProjects, NotBuilt } from "../parts/states.js";
import { Table } from "../parts/table.js";

/** Enough for all parts, layers and packages. */
const TOKENS = 20_000;

export default function MapPage({ params }: PageProps) {
  const all = projects.value;
  if (!all) return projectsError.value ? <ErrorState error={projectsError.value} again={readProjects} /> : <Loading />;
  const id = params.project ?? (all.length === 1 ? all[0]?.id : undefined);
  if (id === undefined) return <Repositories all={all} />;
  const project = all.find((each) => each.id === id);
  if (!project) return <ErrorState error={new ApiError("project_not_found", "There is no such project.")} />;
  if (project.generation === 0) return <NotBuilt project={project} />;
  return <ProjectMap key={project.id} project={project} />;
}

/** All repositories, the largest first. */
function Repositories({ all }: { all: readonly Project[] }) {
  if (all.length === 0) return <NoProjects />;
  return (
    <div class="page">
      <h1>Map</h1>
      <ul class="tiles">
        {[...all]
          .sort((a, b) => b.files - a.files)
          .map((project) => (
            <li key={project.id}>
              <a class="tile" href={to(`ui/map/${encodeURIComponent(project.id)}`)}>
                <strong>{project.name}</strong>
                <SizeAndState project={project} />
                <span class="dim">{project.languages.slice(0, 4).join(", ")}</span>
              </a>
            </li>
          ))}
      </ul>
      <section class="block">
        <h2>Dependencies between repositories</h2>
        <RepositoryLinks generation={all.reduce((sum, { generation }) => sum + generation, 0)} />
      </section>
    </div>
  );
}

function ProjectMap({ project }: { project: Project }) {
  const { id, name, generation } = project;
  const { answer, error, again } = useAnswer(
    (signal) => callTool("overview", { max_tokens: TOKENS }, { project: id, signal }),
    [id, generation],
  );
  const isAlone = projects.value?.length === 1;
  return (
    <div class="page">
      <header>
        <h1>{name}</h1>
        {answer?.description && <p class="dim">{answer.description}</p>}
        <Standing project={project} />
      </header>
      <section class="block">
        <h2>Folders by size and change</h2>
        <FolderMap project={id} generation={generation} />
      </section>
      <section class="block">
        <h2>Parts, and what they depend on</h2>
        {error && <ErrorState error={error} again={again} />}
        {!answer && !error && <Loading />}
        {answer && <PartsMap project={id} overview={answer} />}
      </section>
      {!isAlone && (
        <section class="block">
          <h2>Packages across repositories</h2>
          <RepositoryLinks project={id} generation={generation} />
        </section>
      )}
      {answer && answer.packages.length > 0 && (
        <section class="block">
          <h2>Packages</h2>
          <Table
            label="Packages"
            rows={answer.packages}
            keyOf={({ path }) => path}
            columns={[
              { title: "Package", cell: ({ name: called }) => called ?? "unnamed" },
              { title: "Kind", cell: ({ kind }) => kind },
              { title: "Manifest", cell: ({ path }) => <code>{path}</code> },
            ]}
          />
        </section>
      )}
    </div>
  );
}
