/** Questions that found nothing, or were asked again in other words: a list, and a set for `codeindex eval`. */
import type { FailedQuestionAnswer } from "../../src/http/routes/audit.js";
import type { EvalQuery } from "../../src/measure/eval/query-set.js";
import { ask } from "../api.js";
import { to } from "../kit/router.js";
import { useAnswer } from "../kit/use-answer.js";
import { count } from "../kit/words.js";
import { ErrorState, Loading } from "./states.js";
import { Table } from "./table.js";
import { Time } from "./time.js";

const SHOWN = 50;
const DOWNLOADED = 1000;
const PAUSE_MS = 250;

interface Failed {
  results: FailedQuestionAnswer[];
  total: number;
  questions: number;
}

/** `words` say which time is meant; the filters are those of the route. */
export function FailedQuestions({
  filters,
  words,
  isFiltered,
}: {
  filters: Record<string, string>;
  words: string;
  isFiltered: boolean;
}) {
  const search = new URLSearchParams({ limit: String(DOWNLOADED), ...filters });
  const { answer, error, again } = useAnswer(
    (signal) => ask<Failed>("GET", `audit/questions?${search}`, { signal }),
    [search.toString()],
    { rest: PAUSE_MS },
  );
  const withText = answer?.results.filter(({ query }) => query !== null) ?? [];
  return (
    <section class="block">
      <header class="head">
        <h2>Questions that went badly {words}</h2>
        {withText.length > 0 && (
          <button type="button" onClick={() => download("questions.jsonl", evalSet(withText))}>
            Download for codeindex eval
          </button>
        )}
      </header>
      {error && <ErrorState error={error} again={again} />}
      {!answer && !error && <Loading lines={3} />}
      {answer && (
        <>
          <p class="dim">
            {count(answer.total, "question")} of {answer.questions.toLocaleString()}
            {isFiltered && " that fit the filters"} found nothing, or their caller asked again in other words within
            five minutes.
            {withText.length > 0 && " In the download you add to each the file that would have been right."}
          </p>
          <Table
            label="Questions that went badly"
            rows={answer.results.slice(0, SHOWN)}
            keyOf={({ why, action, project_id, query, input_hash }) =>
              [why, action, project_id, query ?? input_hash].join("\n")
            }
            columns={[
              { title: "Question", cell: questionOf },
              { title: "Outcome", cell: outcomeOf },
              { title: "Tool", cell: ({ action }) => <code>{action}</code> },
              { title: "Project", cell: ({ project_id }) => project_id },
              { title: "Times", isNumber: true, cell: ({ times }) => times.toLocaleString() },
              { title: "Callers", isNumber: true, cell: ({ callers }) => callers.toLocaleString() },
              { title: "Clients", cell: ({ clients }) => clients.join(", ") },
              { title: "Last", cell: ({ last_at }) => <Time at={last_at} /> },
            ]}
            empty={answer.questions === 0 ? "No question was asked." : "None of them did."}
          />
          {answer.total > SHOWN && <p class="dim">{(answer.total - SHOWN).toLocaleString()} more are not shown.</p>}
        </>
      )}
    </section>
  );
}

function questionOf({ query, project_id, input_hash }: FailedQuestionAnswer) {
  if (query === null)
    return (
      <span class="dim" title={`SHA-256 ${input_hash}`}>
        not kept
      </span>
    );
  return (
    <a class="asked" href={to("", { q: query, project: project_id })}>
      {query}
    </a>
  );
}

function outcomeOf({ why, asked_again }: FailedQuestionAnswer) {
  return (
    <>
      {why === "nothing" ? "found nothing" : "asked again"}
      {asked_again !== null && <span class="asked dim">as: {asked_again}</span>}
    </>
  );
}

/** A set as `codeindex eval` reads it, a question a line. The files that are right are left to who knows them. */
function evalSet(questions: readonly FailedQuestionAnswer[]): string {
  return questions
    .map(({ query, project_id, why, action }) => {
      const line: EvalQuery = {
        query: query ?? "",
        gold: [],
        level: why === "nothing" ? "found nothing" : "asked again",
        kind: action,
        ...(project_id !== null && { repo: project_id }),
      };
      return `${JSON.stringify(line)}\n`;
    })
    .join("");
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
