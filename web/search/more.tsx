/** The results behind the first ones, when somebody asks for them. */
import { signal } from "@preact/signals";
import { projects } from "../kit/projects.js";
import { useSending } from "../kit/use-sending.js";
import { type Found, find, nextOf, type Question } from "./ask.js";
import { Results } from "./results.js";

/** The pages that were asked for last. They outlive the list, so that a way back finds it as long as it was left. */
const kept = signal<{ key: string; pages: readonly Found[] }>({ key: "", pages: [] });

export function More({ first, question, project }: { first: Found; question: Question; project: string }) {
  const { send, isBusy, problem } = useSending();
  const asked = projects.value?.filter(({ id }) => question.projects.includes(id)) ?? [];
  const key = JSON.stringify([question, asked.map(({ generation }) => generation)]);
  const pages = kept.value.key === key ? kept.value.pages : [];
  const shown = [first, ...pages].reduce((sum, { answer }) => sum + answer.results.length, 0);
  const next = nextOf(pages.at(-1) ?? first, shown);
  const ask = () =>
    send(async () => {
      const page = await find(question, undefined, next);
      kept.value = { key, pages: [...pages, page] };
    });
  return (
    <>
      {pages.map((page, order) => (
        <Results key={order} found={page} project={project} />
      ))}
      {problem && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      {next !== undefined && (
        <p class="search-more">
          <button type="button" disabled={isBusy} onClick={ask}>
            {isBusy ? "Asking …" : "Show more"}
          </button>
        </p>
      )}
    </>
  );
}
