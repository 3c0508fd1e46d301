/** The ledger: why a file is in the index or not. The path typed is explained, and below stand the paths that hold it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { LedgerAnswer } from "../../src/http/routes/ledger.js";
import type { RuleAnswer } from "../../src/http/routes/rule.js";
import { type Answer, ask, callTool, ofProject } from "../api.js";
import { go, place, query, revisits, segments, to } from "../kit/router.js";
import { useAnswer } from "../kit/use-answer.js";
import { bytes } from "../kit/words.js";
import { Reason } from "./reason.js";
import { ErrorState } from "./states.js";
import { Table } from "./table.js";

const PAUSE_MS = 120;
const SHOWN = 50;
/** The beginning of a path that names nothing yet. */
const NO_PATH = /^[./]*$/;
const STATUSES = ["indexed", "partial", "skipped", "failed"] as const;
export type PathStatus = (typeof STATUSES)[number];
/** In the address of a link to the list, which may stand below the edge of the screen. */
const HASH = "paths";

const NO_LIST = "The list comes with the first index.";
const NOT_MET = "The list has no such path. A folder that is left out stands for all below it.";

/** A link to the paths of a project that have a status. */
export const ledgerLink = (project: string, status: PathStatus): string =>
  to(`ui/index/${encodeURIComponent(project)}`, { status }, HASH);

interface Page {
  results: LedgerAnswer[];
  next_after: string | null;
}

export function Ledger({ project, turn, status }: { project: string; turn: number; status: Answer<"get_status"> }) {
  const { path: text = "", status: chosen = "", reason = "" } = query.value;
  const change = (parts: Record<string, string>) =>
    go(to(place.value.path, { ...query.value, ...parts }), { replace: true });
  const holder = useRef<HTMLElement>(null);
  const { hash } = place.value;
  useEffect(() => {
    if (hash === HASH) holder.current?.scrollIntoView({ block: "nearest" });
  }, [hash, chosen, revisits.value]);
  const reasons = Object.entries({ ...status.skipped_by_reason, ...status.failed_by_reason });
  return (
    <section class="block" ref={holder}>
      <h2>Why is a file not here?</h2>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          aria-label="A path, or a part of one"
          placeholder="A path, or a part of one: dist/bundle.js"
          value={text}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => change({ path: event.currentTarget.value })}
        />
        <select
          aria-label="Status"
          value={chosen}
          onChange={(event) => change({ status: event.currentTarget.value, reason: "" })}
        >
          <option value="">any status</option>
          {STATUSES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        {reasons.length > 0 && (
          <select
            aria-label="Reason"
            value={reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
          >
            <option value="">any reason</option>
            {reasons.map(([one, count]) => (
              <option key={one} value={one}>
                {one} ({count.toLocaleString()})
              </option>
            ))}
          </select>
        )}
      </form>
      {!NO_PATH.test(text.trim()) && <Verdict project={project} path={text.trim()} turn={turn} />}
      <Paths
        key={`${text}\0${chosen}\0${reason}`}
        {...{ project, turn, text: text.trim().replace(/\/+$/, ""), chosen, reason }}
        empty={status.status === "not_built" ? NO_LIST : NOT_MET}
      />
    </section>
  );
}

/** The state of a path in the index, and what the rules do with it now. */
interface Explained extends Pick<Answer<"explain_path">, "status" | "type" | "symbols" | "exists"> {
  now: RuleAnswer;
}

/** The word on the very path that was typed; of one that is nowhere, it is a short one while no rule says more. */
function Verdict({ project, path, turn }: { project: string; path: string; turn: number }) {
  const { answer, error } = useAnswer(
    async (signal) => {
      const [ledger, now] = await Promise.all([
        callTool("explain_path", { path }, { project, signal }),
        ask<RuleAnswer>("GET", ofProject(project, "rule", { path }), { signal }),
      ]);
      return { ...ledger, now, verdict: ledger.now };
    },
    [project, path, turn],
    { rest: PAUSE_MS },
  );
  if (error) return <p class="dim">{error.message}</p>;
  if (!answer) return null;
  const { reason, rule, decided_at, now } = answer;
  if (answer.status === "unknown" && !answer.exists && now.reason === null)
    return (
      <p class="dim" role="status">
        Nothing is at <code>{path}</code> now. No rule would leave it out by its name.
      </p>
    );
  const isIn = answer.status === "indexed" || answer.status === "partial";
  const isLikeNow = now.reason === reason && now.rule === rule;
  return (
    <div class={`verdict ${isIn ? "is-in" : "is-out"}`} role="status">
      <p>
        <strong>{answer.path}</strong> {verdictOf(answer)}
      </p>
      {reason !== null && (
        <Reason words="Reason" project={project} path={answer.path} {...{ reason, rule, decided_at }} />
      )}
      {now.reason !== null && !isLikeNow && (
        <Reason
          words={answer.status === "unknown" ? "Reason" : "The rules leave it out now"}
          project={project}
          path={answer.path}
          {...now}
        />
      )}
      {answer.error_ranges.length > 0 && (
        <p>
          Lines that did not parse:{" "}
          {answer.error_ranges.map(({ line_start, line_end }) => `${line_start}–${line_end}`).join(", ")}
        </p>
      )}
      <p class="dim">
        {answer.exists
          ? `On disk it is a ${answer.type}${answer.size === null ? "" : `, ${bytes(answer.size)}`}.`
          : "Nothing is there now."}
        {reason !== null && now.reason === null && ` The rules say now: ${answer.verdict}.`}
      </p>
    </div>
  );
}

function verdictOf({ status, type, symbols, exists, now }: Explained): string {
  if (status === "indexed") return `is in the index${symbols === null ? "" : `, with ${symbols} symbols`}.`;
  if (status === "partial") return "is in the index, but for some lines.";
  if (status === "failed") return "could not be indexed.";
  if (status === "skipped") return "is left out.";
  if (!exists) return "would be left out.";
  if (now.reason !== null) return "is left out since the last build.";
  return type === "directory"
    ? "is a directory; each file in it has its own status."
    : "is not in the index yet: it is newer than the last build.";
}

/** A link to the words on one path: they stand below the field. */
const explanationOf = (path: string): string => to(place.value.path, { ...query.value, path });

function Paths({
  project,
  turn,
  text,
  chosen,
  reason,
  empty,
}: {
  project: string;
  turn: number;
  text: string;
  chosen: string;
  reason: string;
  /** In the place of rows where there are none. */
  empty: string;
}) {
  const [limit, setLimit] = useState(SHOWN);
  const search = new URLSearchParams({
    limit: String(limit),
    ...(text && { text }),
    ...(chosen && { status: chosen }),
    ...(reason && { reason }),
  });
  const { answer, error, again } = useAnswer(
    (signal) => ask<Page>("GET", `projects/${encodeURIComponent(project)}/ledger?${search}`, { signal }),
    [project, turn, search.toString()],
    { rest: PAUSE_MS },
  );
  if (error) return <ErrorState error={error} again={again} />;
  if (!answer) return null;
  return (
    <>
      <Table
        label="Paths"
        rows={answer.results}
        keyOf={({ path }) => path}
        columns={[
          {
            title: "Path",
            cell: ({ path, status, is_directory }) =>
              status === "indexed" || status === "partial" ? (
                <a href={to(`ui/code/${encodeURIComponent(project)}/${segments(path)}`)}>{path}</a>
              ) : (
                <a href={explanationOf(path)}>
                  {path}
                  {is_directory && "/"}
                </a>
              ),
          },
          { title: "Status", cell: ({ status }) => <span class={`state state-${status}`}>{status}</span> },
          { title: "Reason", cell: ({ reason: why }) => why?.replaceAll("_", " ") },
          {
            title: "Rule",
            cell: ({ path, rule }) =>
              rule !== null && (
                <a href={explanationOf(path)} title={`The rule for ${path} in words`}>
                  {rule}
                </a>
              ),
          },
          { title: "Size", isNumber: true, cell: ({ size }) => (size === null ? "" : bytes(size)) },
        ]}
        empty={empty}
      />
      {answer.next_after !== null && limit < 500 && (
        <button type="button" onClick={() => setLimit(Math.min(500, limit * 3))}>
          Show more
        </button>
      )}
      {answer.next_after !== null && limit >= 500 && (
        <p class="dim">There are more; a longer part of the path narrows them.</p>
      )}
    </>
  );
}
