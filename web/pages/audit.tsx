/** Audit: who asked what, and what the service is used for. */
import type { AuditAnswer, UseAnswer } from "../../src/http/routes/audit.js";
import { ask } from "../api.js";
import { go, query, to } from "../kit/router.js";
import { useAnswer } from "../kit/use-answer.js";
import { useCaller } from "../kit/use-caller.js";
import { duration } from "../kit/words.js";
import { FailedQuestions } from "../parts/failed-questions.js";
import { ErrorState, Loading, Message } from "../parts/states.js";
import { Table } from "../parts/table.js";
import { Time } from "../parts/time.js";

const PAUSE_MS = 250;
const SHOWN = 100;
/** The ways to count the use, and the filter of a row. */
const BY = { action: "Tool", principal: "Caller", client: "Client", address: "Address", project: "Project" } as const;
type By = keyof typeof BY;
const FILTERS: Partial<Record<By, string>> = { action: "action", principal: "principal", project: "project_id" };

export default function AuditPage() {
  const { caller, may, seesAll } = useCaller();
  if (!caller) return <Loading />;
  if (!may("admin") || !seesAll)
    return (
      <Message title="The audit log is for administrators">
        <p>Your token has the scope {caller.scope}. Ask an administrator for another one.</p>
      </Message>
    );
  return (
    <div class="page">
      <header class="head">
        <h1>Audit log</h1>
        <a href={to("ui/tokens")}>Tokens</a>
      </header>
      <Filters />
      <Use />
      <Log />
      <FailedQuestions />
    </div>
  );
}

const change = (parts: Record<string, string | null>) =>
  go(to("ui/audit", { ...query.value, ...parts }), { replace: true });

const FIELDS = [
  { name: "principal", label: "Caller", example: "token:… or jwt:…" },
  { name: "action", label: "Tool or route", example: "search_code" },
  { name: "project_id", label: "Project", example: "" },
] as const;

/** Those of the entries that are filled in. */
function filters(): Record<string, string> {
  const given = FIELDS.map(({ name }) => [name, (query.value[name] ?? "").trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

function Filters() {
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {FIELDS.map(({ name, label, example }) => (
        <input
          key={name}
          type="text"
          aria-label={label}
          placeholder={example === "" ? label : `${label}: ${example}`}
          value={query.value[name] ?? ""}
          onInput={(event) => change({ [name]: event.currentTarget.value, before: null })}
        />
      ))}
    </form>
  );
}

function Use() {
  const by: By = query.value.by !== undefined && query.value.by in BY ? (query.value.by as By) : "action";
  const search = new URLSearchParams({ by, limit: "30", ...filters() });
  const { answer, error, again } = useAnswer(
    (signal) => ask<{ results: UseAnswer[] }>("GET", `audit/use?${search}`, { signal }),
    [search.toString()],
    { rest: PAUSE_MS },
  );
  const filter = FILTERS[by];
  return (
    <section class="block">
      <h2>Use in the last 7 days</h2>
      <div class="filters">
        {(Object.keys(BY) as By[]).map((one) => (
          <button key={one} type="button" aria-pressed={by === one} onClick={() => change({ by: one })}>
            by {BY[one].toLowerCase()}
          </button>
        ))}
      </div>
      {error && <ErrorState error={error} again={again} />}
      {answer && (
        <Table
          label={`Use by ${BY[by].toLowerCase()}`}
          rows={answer.results}
          keyOf={({ key }) => key ?? ""}
          columns={[
            {
              title: BY[by],
              cell: ({ key }) => {
                if (key === null) return <span class="dim">none</span>;
                if (filter === undefined) return key;
                return <a href={to("ui/audit", { by, [filter]: key })}>{key}</a>;
              },
            },
            { title: "Calls", isNumber: true, cell: ({ calls }) => calls.toLocaleString() },
            {
              title: "Errors",
              isNumber: true,
              cell: ({ errors }) => <span class={errors > 0 ? "problem" : "dim"}>{errors.toLocaleString()}</span>,
            },
            { title: "Points", isNumber: true, cell: ({ cost }) => cost.toLocaleString() },
            { title: "Median", isNumber: true, cell: ({ median }) => duration(median) },
            { title: "p95", isNumber: true, cell: ({ p95 }) => duration(p95) },
            { title: "Last", cell: ({ last_at }) => <Time at={last_at} /> },
          ]}
          empty="Nothing was recorded of these. CODEINDEX_AUDIT says what is recorded; without authentication it is nothing."
        />
      )}
    </section>
  );
}

function Log() {
  const { before = "" } = query.value;
  const search = new URLSearchParams({ limit: String(SHOWN), ...filters(), ...(before !== "" && { before }) });
  const { answer, error, again } = useAnswer(
    (signal) => ask<{ results: AuditAnswer[]; next_before: number | null }>("GET", `audit?${search}`, { signal }),
    [search.toString()],
    { rest: PAUSE_MS },
  );
  return (
    <section class="block">
      <h2>Entries</h2>
      {error && <ErrorState error={error} again={again} />}
      {answer && (
        <>
          <Table
            label="Entries"
            rows={answer.results}
            keyOf={({ entry_id }) => String(entry_id)}
            columns={[
              { title: "When", cell: ({ at }) => <Time at={at} /> },
              { title: "Caller", cell: ({ principal: who, address }) => <span title={address ?? ""}>{who}</span> },
              { title: "Client", cell: ({ client }) => client },
              { title: "Action", cell: ({ action: what }) => <code>{what}</code> },
              { title: "Project", cell: ({ project_id: project }) => project },
              { title: "Asked", cell: askedOf },
              { title: "Outcome", cell: ({ outcome }) => <span class={outcomeClass(outcome)}>{outcome}</span> },
              { title: "Found", isNumber: true, cell: ({ found }) => found?.toLocaleString() },
              { title: "Took", isNumber: true, cell: ({ duration: took }) => duration(took) },
            ]}
            empty="No entry fits."
          />
          <div class="buttons">
            {before !== "" && (
              <button type="button" onClick={() => change({ before: null })}>
                Newest
              </button>
            )}
            {answer.next_before !== null && (
              <button type="button" onClick={() => change({ before: String(answer.next_before) })}>
                Older
              </button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

const outcomeClass = (outcome: string): string =>
  `state state-${outcome === "ok" || outcome === "cancelled" ? outcome : "failed"}`;

/** The question, where the log keeps it, and what came of it. */
function askedOf({ input, input_hash, detail }: AuditAnswer) {
  const text = input === null || input === undefined ? "" : JSON.stringify(input);
  return (
    <>
      {text !== "" && text !== "{}" && <code class="asked">{text.slice(0, 300)}</code>}
      {text === "" && input_hash !== null && (
        <span class="dim" title={`SHA-256 ${input_hash}`}>
          not kept
        </span>
      )}
      {detail && <code class="asked">{JSON.stringify(detail).slice(0, 300)}</code>}
    </>
  );
}
