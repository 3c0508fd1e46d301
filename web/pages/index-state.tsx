/** Index: how each project stands, and why a file is not in the index. */
import type { InstallationAnswer } from "../../src/http/routes/processes.js";
import { ApiError, ask, type Project } from "../api.js";
import { lacksOf, projects, projectsError, readProjects, STATES } from "../kit/projects.js";
import { to } from "../kit/router.js";
import { useAnswer } from "../kit/use-answer.js";
import { useCaller } from "../kit/use-caller.js";
import type { PageProps } from "../pages.js";
import { Facts } from "../parts/facts.js";
import { IndexOfProject } from "../parts/index-of-project.js";
import { ErrorState, Loading, NoProjects } from "../parts/states.js";
import { Table } from "../parts/table.js";
import { Time } from "../parts/time.js";

export default function IndexPage({ params }: PageProps) {
  const all = projects.value;
  if (!all) return projectsError.value ? <ErrorState error={projectsError.value} again={readProjects} /> : <Loading />;
  const id = params.project ?? (all.length === 1 ? all[0]?.id : undefined);
  if (id === undefined) return <AllProjects all={all} />;
  const project = all.find((each) => each.id === id);
  if (!project) return <ErrorState error={new ApiError("project_not_found", "There is no such project.")} />;
  return (
    <div class="page">
      <IndexOfProject key={project.id} project={project} />
      {all.length === 1 && <Installation />}
    </div>
  );
}

function AllProjects({ all }: { all: readonly Project[] }) {
  if (all.length === 0) return <NoProjects />;
  return (
    <div class="page">
      <h1>Index</h1>
      <Table
        label="Projects"
        rows={all}
        keyOf={({ id }) => id}
        columns={[
          { title: "Project", cell: ({ id, name }) => <a href={to(`ui/index/${encodeURIComponent(id)}`)}>{name}</a> },
          {
            title: "State",
            cell: (project) => {
              const lacks = lacksOf(project);
              return lacks.length > 0 ? (
                <span class="state-partial">{lacks.join("; ")}</span>
              ) : (
                <span class={`state state-${project.state}`}>{STATES[project.state]}</span>
              );
            },
          },
          { title: "Files", isNumber: true, cell: ({ files }) => files.toLocaleString() },
          { title: "Symbols", isNumber: true, cell: ({ symbols }) => symbols.toLocaleString() },
          { title: "Indexed", cell: ({ indexed_at }) => <Time at={indexed_at} /> },
          {
            title: "Languages",
            cell: ({ languages }) => <span class="one-line">{languages.slice(0, 4).join(", ")}</span>,
          },
        ]}
      />
      <Installation />
    </div>
  );
}

/** The processes and the queue; for callers that see all projects alone, as the service has it. */
function Installation() {
  const { seesAll } = useCaller();
  const { answer } = useAnswer(seesAll ? (signal) => ask<InstallationAnswer>("GET", "processes", { signal }) : null, [
    seesAll,
  ]);
  if (!answer) return null;
  const workers = answer.results.filter(({ role }) => role === "worker").length;
  return (
    <section class="block">
      <h2>Workers and queue</h2>
      <Facts
        facts={[
          {
            name: "Workers",
            value: workers || (answer.is_worked_off ? 1 : "none"),
            isBad: !answer.is_worked_off,
            note: answer.is_worked_off
              ? workers === 0 && "this service itself"
              : "Nothing is built until codeindex worker is started.",
          },
          ...(answer.results.length > workers ? [{ name: "Watchers", value: answer.results.length - workers }] : []),
          { name: "Jobs that wait", value: answer.queue.queued },
          { name: "Jobs that run", value: answer.queue.running },
        ]}
      />
      {answer.results.length > 0 && <Processes results={answer.results} />}
    </section>
  );
}

function Processes({ results }: Pick<InstallationAnswer, "results">) {
  return (
    <Table
      label="Processes"
      rows={results}
      keyOf={({ process_id }) => process_id}
      columns={[
        { title: "Process", cell: ({ process_id }) => <code>{process_id.slice(0, 12)}</code> },
        { title: "Role", cell: ({ role }) => role },
        { title: "Projects it follows", isNumber: true, cell: ({ followed_projects }) => followed_projects },
        { title: "Heard of", cell: ({ seen_at }) => <Time at={seen_at} /> },
      ]}
    />
  );
}
