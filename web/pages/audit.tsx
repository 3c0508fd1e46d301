/** Audit: the calls, with their callers, and the use of the service. */
import type { AuditAnswer, UseAnswer } from "../../src/http/routes/audit.js";
import { ask } from "../api.js";
import { type Callers, useCallers } from "../kit/callers.js";
import { go, query, to } from "../kit/router.js";
import { type Asked, useAnswer } from "../kit/use-answer.js";
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

const DAY_MS = 24 * 3_600_000;
/** The times that may be chosen, and the words for each. */
const TIMES = {
  today: { label: "today", words: "today" },
  "7d": { label: "7 days", words: "in the last 7 days" },
  "30d": { label: "30 days", words: "in the last 30 days" },
  all: { label: "all that is kept", words: "as long as the log is kept" },
} as const;
type TimeChoice = keyof typeof TIMES;

/** The choices that all parts of the page follow. */
interface Meant {
  /** The filters, and the time from which on, as the routes take them. */
  filters: Record<string, string>;
  /** The time in words. */
  words: string;
  /** In the place of rows where there are none. */
  empty: string;
  callers: Callers;
}

interface LogPage {
  results: AuditAnswer[];
  next_before: number | null;
  keeps: "nothing" | "hashes" | "questions";
}

export default function AuditPage() {
  const { caller, may, seesAll, error, again } = useCaller();
  if (!caller) return error ? <ErrorState error={error} again={again} /> : <Loading />;
  if (!may("admin") || !seesAll)
    return (
      <Message title="The audit log is for administrators">
        <p>Your token has the scope {caller.scope}. Ask an administrator for another one.</p>
      </Message>
    );
  return <Audit />;
}

function Audit() {
  const callers = useCallers();
  const time = timeChosen();
  const given = filters(callers);
  const isFiltered = Object.keys(given).length > 0;
  const all = { ...given, since: sinceOf(time) };
  const { before = "" } = query.value;
  const search = new URLSearchParams({ limit: String(SHOWN), ...all, ...(before !== "" && { before }) });
  const log = useAnswer((signal) => ask<LogPage>("GET", `audit?${search}`, { signal }), [search.toString()], {
    rest: PAUSE_MS,
  });
  const { words } = TIMES[time];
  const empty = isFiltered
    ? "Nothing fits these filters."
    : log.answer?.keeps === "nothing"
      ? "Nothing is recorded."
      : `Nothing was asked ${words}.`;
  const meant = { filters: all, words, empty, callers };
  return (
    <div class="page">
      <header class="head">
        <h1>Audit log</h1>
        <a href={to("ui/tokens")}>Tokens</a>
      </header>
      {log.answer && <p class="dim">{KEEPS[log.answer.keeps]}</p>}
      <Filters callers={callers} time={time} />
      <Use {...meant} />
      <Log {...meant} log={log} />
      <FailedQuestions filters={all} words={words} isFiltered={isFiltered} />
    </div>
  );
}

const KEEPS: Record<LogPage["keeps"], string> = {
  nothing: "No call is recorded: CODEINDEX_AUDIT is off, or it is auto and callers need not say who they are.",
  hashes:
    "Each call is recorded with a hash of what was asked, not with the question. CODEINDEX_AUDIT=clear keeps the questions from then on.",
  questions: "Each call is recorded with the question itself, as CODEINDEX_AUDIT=clear says.",
};

const change = (parts: Record<string, string | null>) =>
  go(to("ui/audit", { ...query.value, ...parts }), { replace: true });

const FIELDS = [
  { name: "principal", label: "Caller", example: "the name of a token, or jwt:…" },
  { name: "action", label: "Tool or route", example: "search_code" },
  { name: "project_id", label: "Project", example: "" },
] as const;

/** Those of the entries that are filled in. */
function filters(callers: Callers): Record<string, string> {
  const given = FIELDS.map(({ name }) => [name, (query.value[name] ?? "").trim()] as const);
  return Object.fromEntries(
    given.flatMap(([name, value]) =>
      value === "" ? [] : [[name, name === "principal" ? callers.idOf(value) : value] as const],
    ),
  );
}

const timeChosen = (): TimeChoice => {
  const { since = "" } = query.value;
  return Object.hasOwn(TIMES, since) ? (since as TimeChoice) : "7d";
};

/** When a choice of time begins. It stays the same for an hour, so that nothing is asked twice. */
function sinceOf(time: TimeChoice): string {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const begins = { today: midnight, "7d": hour - 7 * DAY_MS, "30d": hour - 30 * DAY_MS, all: 0 };
  return new Date(begins[time]).toISOString();
}

function Filters({ callers, time }: { callers: Callers; time: TimeChoice }) {
  const shownIn = (name: string) => {
    const value = query.value[name] ?? "";
    return name === "principal" ? callers.nameOf(value) : value;
  };
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {FIELDS.map(({ name, label, example }) => (
        <input
          key={name}
          type="text"
          aria-label={label}
          placeholder={example === "" ? label : `${label}: ${example}`}
          list={name === "principal" ? "caller-names" : undefined}
          value={shownIn(name)}
          onInput={(event) => change({ [name]: event.currentTarget.value, before: null })}
        />
      ))}
      <datalist id="caller-names">
        {callers.names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {(Object.keys(TIMES) as TimeChoice[]).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={time === one}
          onClick={() => change({ since: one === "7d" ? null : one, before: null })}
        >
          {TIMES[one].label}
        </button>
      ))}
    </form>
  );
}

function Use({ filters, words, empty, callers }: Meant) {
  const by: By = query.value.by !== undefined && query.value.by in BY ? (query.value.by as By) : "action";
  const search = new URLSearchParams({ by, limit: "30", ...filters });
  const { answer, error, again } = useAnswer(
    (signal) => ask<{ results: UseAnswer[] }>("GET", `audit/use?${search}`, { signal }),
    [search.toString()],
    { rest: PAUSE_MS },
  );
  const filter = FILTERS[by];
  return (
    <section class="block">
      <h2>Use {words}</h2>
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
                return (
                  <a href={to("ui/audit", { ...query.value, [filter]: key, before: null })} title={key}>
                    {by === "principal" ? callers.nameOf(key) : key}
                  </a>
                );
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
          empty={empty}
        />
      )}
    </section>
  );
}

function Log({ log: { answer, error, again }, words, empty, callers }: Meant & { log: Asked<LogPage> }) {
  const { before = "" } = query.value;
  return (
    <section class="block">
      <h2>Entries {words}</h2>
      {error && <ErrorState error={error} again={again} />}
      {answer && (
        <>
          <Table
            label="Entries"
            rows={answer.results}
            keyOf={({ entry_id }) => String(entry_id)}
            columns={[
              { title: "When", cell: ({ at }) => <Time at={at} /> },
              {
                title: "Caller",
                cell: ({ principal: who, address }) => (
                  <a
                    href={to("ui/audit", { ...query.value, principal: who, before: null })}
                    title={address === null ? who : `${who}, from ${address}`}
                  >
                    {callers.nameOf(who)}
                  </a>
                ),
              },
              { title: "Client", cell: ({ client }) => client },
              {
                title: "Action",
                cell: ({ action: what }) => (
                  <>
                    <code>{what}</code>
                    {ACTIONS[what] && <span class="small dim"> {ACTIONS[what]}</span>}
                  </>
                ),
              },
              { title: "Project", cell: ({ project_id: project }) => project },
              { title: "Asked", cell: (entry) => askedOf(entry, callers) },
              { title: "Outcome", cell: ({ outcome }) => <span class={outcomeClass(outcome)}>{outcome}</span> },
              { title: "Found", isNumber: true, cell: ({ found }) => found?.toLocaleString() },
              { title: "Took", isNumber: true, cell: ({ duration: took }) => duration(took) },
            ]}
            empty={empty}
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

/** Routes whose names say little. */
const ACTIONS: Record<string, string> = {
  "POST /session": "log-in",
  "DELETE /session": "log-out",
  authenticate: "a token was refused",
};

const outcomeClass = (outcome: string): string =>
  `state state-${outcome === "ok" || outcome === "cancelled" ? outcome : "failed"}`;

/** The question, where the log keeps it, and what came of it. */
function askedOf({ input, input_hash, detail, principal }: AuditAnswer, callers: Callers) {
  // A refused log-in or request: its token has ended, or is none.
  if (principal === "unknown")
    return (
      <span class="dim">
        {typeof detail?.token_id === "string"
          ? `with the token ${callers.nameOf(`token:${detail.token_id}`)}`
          : "with no token of this service"}
        {typeof detail?.times === "number" && detail.times > 1 && `, ${detail.times} times`}
      </span>
    );
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
