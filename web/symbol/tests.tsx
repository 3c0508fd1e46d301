/** The tests that reach a symbol: files, the cases in them with their lines, and what runs them. */
import type { Answer } from "../api.js";
import { codeLink } from "../kit/code-links.js";
import type { Asked } from "../kit/use-answer.js";
import { count } from "../kit/words.js";
import { CopyBlock } from "../parts/copy-block.js";
import { Loading } from "../parts/states.js";
import { DoubtBadge } from "../parts/tier-badge.js";
import { Rows } from "./relations.js";

type Tests = Answer<"get_tests">;
type TestFile = Tests["results"][number];
type TestCase = TestFile["cases"][number];

interface TestListProps {
  project: string;
  asked: Pick<Asked<Tests>, "answer" | "error">;
}

export function TestList({ project, asked: { answer, error } }: TestListProps) {
  const subject = answer?.symbols[0];
  return (
    <section class="symbol-relations">
      <h2>
        Tests that reach it{" "}
        {answer && <span class="dim">{answer.capped ? `more than ${answer.total}` : count(answer.total, "file")}</span>}
      </h2>
      {error && <p class="problem">{error.message}</p>}
      {!answer && !error && <Loading lines={2} />}
      {answer?.results.length === 0 && (
        <p class="dim">
          No test is known that reaches it in {count(answer.steps, "step")}.
          {(subject?.ends?.length ?? 0) > 0 && " Its callers end in "}
          {subject?.ends?.map(({ qualified_name: name, file_path: path, line_start: line }, index) => (
            <span key={`${path}:${line}`}>
              {index > 0 && ", "}
              <a href={codeLink({ project, path, first: line })}>{name}</a>
            </span>
          ))}
        </p>
      )}
      {answer && (
        <Rows
          rows={answer.results}
          keyOf={({ file_path: path }) => path}
          draw={(file) => <FileOfTests file={file} project={project} />}
        />
      )}
      {answer?.apart && <p class="small dim">Not listed: {answer.apart}.</p>}
      {answer?.commands.map((command) => (
        <CopyBlock key={command} text={command} label="the command that runs them" />
      ))}
    </section>
  );
}

/** Cases of a file that are drawn. */
const MOST_CASES = 12;

function FileOfTests({ file, project }: { file: TestFile; project: string }) {
  const { file_path: path, cases, lines = [], cases_left_out: leftOut = 0 } = file;
  const hidden = Math.max(0, cases.length - MOST_CASES) + leftOut;
  return (
    <>
      <span class="symbol-row-head">
        <a data-result href={codeLink({ project, path })}>
          {path}
        </a>
        <DoubtBadge tier={file.confidence} />
      </span>
      <span class="small dim">{wayInWords(file)}</span>
      <ul class="symbol-cases small">
        {cases.slice(0, MOST_CASES).map((one) => (
          <li key={`${one.line_start} ${one.name}`}>
            <a class="line-link" href={codeLink({ project, path, first: one.line_start })}>
              {one.line_start}
            </a>
            <span>
              {one.name} {one.note && <span class="dim">({one.note})</span>}
              {linesApart(one).length > 0 && <span class="dim"> by line{linesApart(one).length > 1 && "s"}</span>}
              <Lines lines={linesApart(one)} {...{ project, path }} />
            </span>
          </li>
        ))}
        {cases.length === 0 && lines.length > 0 && (
          <li>
            <span class="dim">
              by line{lines.length > 1 && "s"}
              <Lines {...{ lines, project, path }} />
            </span>
          </li>
        )}
      </ul>
      {hidden > 0 && <span class="small dim">{count(hidden, "case")} more.</span>}
    </>
  );
}

/** The lines of a case that lead to the symbol, without that of its own head. */
const linesApart = ({ lines, line_start: own }: TestCase): number[] => lines.filter((line) => line !== own);

const Lines = ({ lines, project, path }: { lines: readonly number[]; project: string; path: string }) => (
  <>
    {lines.map((line) => (
      <a key={line} class="line-link" href={codeLink({ project, path, first: line })}>
        {line}
      </a>
    ))}
  </>
);

/** How a file comes to the symbol: `directly`, `in 3 steps, via makeShop`. */
function wayInWords({ hops, via_name: via, over_http: request, by_message: message, mocks }: TestFile): string {
  const way = [
    hops === 0
      ? "it is the test itself"
      : hops === 1 && !request && !message
        ? "directly"
        : `in ${count(hops, "step")}`,
    via && `via ${via}`,
    request && `over HTTP: ${request}`,
    message && `by message: ${message}`,
    mocks && `with mocks: ${mocks.join(", ")}`,
  ];
  return way.filter(Boolean).join(", ");
}
