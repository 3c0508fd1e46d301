/** Connect: how each client is connected to this service. */
import { ask, type Connection } from "../api.js";
import { curlOf } from "../kit/curl.js";
import { chosenProject, projects } from "../kit/projects.js";
import { to } from "../kit/router.js";
import { useAnswer } from "../kit/use-answer.js";
import { useCaller } from "../kit/use-caller.js";
import { CopyBlock } from "../parts/copy-block.js";
import { ErrorState, Loading } from "../parts/states.js";
import { AUTH } from "../session.js";

/** Clients shown at once; the others are behind a fold. */
const SHOWN_FIRST = 3;

export default function ConnectPage() {
  const { answer, error } = useAnswer((signal) => ask<Connection>("GET", "connect", { signal }), []);
  if (error) return <ErrorState error={error} />;
  if (!answer) return <Loading />;
  return (
    <div class="prose">
      <h1>Connect</h1>
      <p>Your agents ask here about code: where it is, what calls it, what breaks if it changes. They reach it at</p>
      <CopyBlock text={answer.mcp} label="the address" />
      <p>
        Put this into the client’s file, beside the servers that are there. <code>{answer.command}</code> does it for
        you.
      </p>
      <TokenNote />
      {answer.clients.slice(0, SHOWN_FIRST).map((client) => (
        <Client key={client.name} {...client} />
      ))}
      <ForCi url={answer.url} />
      <p>
        Before that, <a href={to("ui/try")}>try a tool</a>: a form for each, with what an agent would read.
      </p>
      <details>
        <summary>Other clients</summary>
        {answer.clients.slice(SHOWN_FIRST).map((client) => (
          <Client key={client.name} {...client} />
        ))}
      </details>
    </div>
  );
}

/** Clients send a token of their own, where the service wants one: the note says how to get it. */
function TokenNote() {
  const { caller, may, seesAll } = useCaller();
  if (!caller || !AUTH.includes("token")) return null;
  return (
    <p>
      Each client, and each job of CI, sends a token of its own, which it reads from <code>CODEINDEX_TOKEN</code>.{" "}
      {may("admin") && seesAll ? <a href={to("ui/tokens")}>Make one</a> : "An administrator makes one for you."}
    </p>
  );
}

/** Commands for jobs of CI and scripts: the impact of a change, and any tool over HTTP. */
function ForCi({ url }: { url: string }) {
  const project = (chosenProject.value ?? projects.value?.[0])?.id ?? "PROJECT";
  const impact = [
    'git diff "$BASE...HEAD" > change.diff',
    `npx codeindex impact change.diff --project ${project} --url ${url} --format markdown`,
  ].join("\n");
  const tool = curlOf(`${url}/projects/${encodeURIComponent(project)}/tools/search_code`, {
    query: "where are passwords checked",
  });
  return (
    <section>
      <h2>CI and scripts</h2>
      <p class="dim">
        A job tells what a change breaks; it ends with 2 where something will not compile.
        {!AUTH.includes("none") && " Keep its token as a secret of the job, in CODEINDEX_TOKEN."}
      </p>
      <CopyBlock text={impact} label="the commands of a job" />
      <p class="dim">
        Over HTTP a script asks any tool; <a href={to("ui/try")}>Try</a> shows the request for each.
      </p>
      <CopyBlock text={tool} label="the request of a script" />
    </section>
  );
}

function Client({ title, files, config, program, hint }: Connection["clients"][number]) {
  return (
    <section>
      <h2>{title}</h2>
      <p class="dim">
        {files.map((file, index) => (
          <>
            {index > 0 && " or "}
            <code>{file}</code>
          </>
        ))}
      </p>
      <CopyBlock text={config} label={`the entry of ${title}`} />
      {program !== null && (
        <details>
          <summary>as a program, on stdin and stdout</summary>
          <CopyBlock text={program} label={`the entry of ${title} as a program`} />
        </details>
      )}
      {hint !== null && <p class="dim">{hint}</p>}
    </section>
  );
}
