/** The ways up from a function: the routes, programs and exports that lead to it, step by step, and why each way ends there. */
import { type Answer, callTool, type Project } from "../api.js";
import { codeLink, symbolLink } from "../kit/code-links.js";
import { useAnswer } from "../kit/use-answer.js";
import { count } from "../kit/words.js";
import { ErrorState, Loading } from "../parts/states.js";
import { DoubtBadge } from "../parts/tier-badge.js";

type Ways = Answer<"trace">;
type Way = NonNullable<Ways["entries"]>[number];
type Step = Way["steps"][number];

/** The longest answer: the page shows all steps that the service gives. */
const MOST_TOKENS = 20_000;

/** Why a way begins where it does. */
const ENDS: Record<Way["entry"], string> = {
  route: "a route",
  listener: "it listens",
  "top-level": "it runs when the program starts or its file is loaded",
  exported: "it is exported, and nothing in this project is known to call it",
  uncalled: "nothing is known to call it: a framework or a runtime may",
};

const VERBS: Record<Step["relation"], string> = {
  calls: "calls",
  references: "hands on or keeps",
  overridden: "is implemented or overridden by",
  makes: "runs, when made,",
  holds: "holds",
  sets: "is set to",
  given: "registers the class of",
  message: "sends what is taken by",
  topic: "sends to",
  requests: "requests",
  imports: "imports",
  accepts: "takes",
  inherits: "extends",
  implements: "implements",
  extends: "extends",
};

const CUTS: Record<NonNullable<Ways["cut"]>, string> = {
  steps: "the most steps that are taken",
  symbols: "the most symbols that are looked at",
  time: "the time that it may take",
};

/** Asks for the ways to a function as `trace` knows them, and draws them. */
export function WaysUp({ project: { id, generation }, node, name }: { project: Project; node: string; name: string }) {
  const { answer, error, again } = useAnswer(
    (signal) => callTool("trace", { to: node, max_tokens: MOST_TOKENS }, { project: id, signal }),
    [id, node, generation],
  );
  const { entries = [], entries_total: total = 0, own_routes: own = [], cut, test_files: tests } = answer ?? {};
  return (
    <section class="symbol-ways">
      <h2>How one gets here {answer && <span class="dim">{total}</span>}</h2>
      {error && <ErrorState error={error} again={again} />}
      {!answer && !error && <Loading lines={3} />}
      {own.map((route) => (
        <p key={route}>It handles a route itself: {route}.</p>
      ))}
      {answer && entries.length === 0 && own.length === 0 && (
        <p class="dim">
          {tests
            ? "Only tests are known to lead to it."
            : `Nothing is known to lead to ${name}: what calls it may be a framework, or a call whose target is not known.`}
        </p>
      )}
      {entries.map((way, index) => (
        <WayUp key={`${way.start.node_id} ${way.label ?? ""}`} way={way} project={id} isOpen={index === 0} />
      ))}
      {total > entries.length && (
        <p class="dim">
          {count(total - entries.length, "beginning")} more {total - entries.length === 1 ? "is" : "are"} not shown.
        </p>
      )}
      {cut && <p class="dim">The search ended at {CUTS[cut]}: there may be more.</p>}
    </section>
  );
}

/** From the surest on. */
const TIERS: readonly Step["confidence"][] = ["exact", "import", "unique", "candidate", "external"];

/** The least sure tier of a way. */
const leastSure = ({ steps }: Way): Step["confidence"] =>
  steps.reduce<Step["confidence"]>(
    (least, { confidence }) => (TIERS.indexOf(confidence) > TIERS.indexOf(least) ? confidence : least),
    "exact",
  );

function WayUp({ way, project, isOpen }: { way: Way; project: string; isOpen: boolean }) {
  const { start, steps, entry, label } = way;
  return (
    <details open={isOpen}>
      <summary>
        <strong>{label ? `${entry === "listener" ? "on " : ""}${label}` : shortName(start)}</strong>{" "}
        <span class="small dim">
          {label ? shortName(start) : ENDS[entry]} · {count(steps.length, "step")}
        </span>{" "}
        <DoubtBadge tier={leastSure(way)} />
      </summary>
      <ol>
        <li>
          <span class="symbol-row-head">
            <NameOf place={start} project={project} />
            <span class="small dim">{label ? `${ENDS[entry]}: ${label}` : ENDS[entry]}</span>
          </span>
        </li>
        {steps.map((step, index) => (
          <li key={index}>
            <span class="symbol-row-head">
              <span class="small dim">{VERBS[step.relation]}</span>
              <NameOf place={step} project={project} />
              <DoubtBadge tier={step.confidence} />
              {step.certainty.includes(": by ") && <span class="small dim">{step.certainty}</span>}
              <a class="small dim" href={codeLink({ project, path: step.at_path, first: step.at_line })}>
                {step.at_path}:{step.at_line}
              </a>
            </span>
            {step.text && (
              <code class="source-line" title={step.text}>
                {step.text.trim()}
              </code>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

type Place = Pick<Step, "symbol" | "node_id" | "file_path">;

/** `Cart.add` of a member, without its namespace; of a file its path. */
const shortName = ({ symbol, file_path: path }: Place): string =>
  symbol === path ? symbol : symbol.split(".").slice(-2).join(".");

const NameOf = ({ place, project }: { place: Place; project: string }) => (
  <a
    data-result
    href={
      place.symbol === place.file_path
        ? codeLink({ project, path: place.file_path })
        : symbolLink(project, place.node_id)
    }
  >
    {shortName(place)}
  </a>
);
