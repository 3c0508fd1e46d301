/** The filters of a search as chips: those that are in the field, to take away, and some to add. */
import type { Project } from "../api.js";
import { type Filter, type QueryWords, withFilter, without } from "../kit/query-words.js";
import type { Kind } from "./ask.js";

/** Kinds of symbols that are offered; others may be typed. */
const SYMBOL_KINDS = ["class", "interface", "function", "method", "type"];
const MOST_LANGUAGES = 6;

export interface ChipsProps {
  query: string;
  words: QueryWords;
  kind: Kind;
  projects: readonly Project[];
  /** Puts another text into the field. */
  set(query: string): void;
}

export function FilterChips({ query, words, kind, projects, set }: ChipsProps) {
  const offers = offersOf(kind, projects).filter((offer) => !words.filters.some((filter) => isSame(filter, offer)));
  return (
    <ul class="search-chips" aria-label="Filters">
      {words.filters.map((filter) => (
        <li key={filter.word}>
          <button
            type="button"
            class="search-chip on"
            aria-label={`Without ${filter.word}`}
            onClick={() => set(without(query, filter))}
          >
            {filter.word} <span aria-hidden="true">✕</span>
          </button>
        </li>
      ))}
      {offers.map((offer) => (
        <li key={`${offer.name}:${offer.value}`}>
          <button type="button" class="search-chip" onClick={() => set(withFilter(query, offer.name, offer.value))}>
            {offer.label}
          </button>
        </li>
      ))}
    </ul>
  );
}

type Offer = Pick<Filter, "name" | "value"> & { label: string };

const isSame = (filter: Filter, { name, value }: Offer) => filter.name === name && filter.value === value;

function offersOf(kind: Kind, projects: readonly Project[]): Offer[] {
  const languages = [...new Set(projects.flatMap(({ languages }) => languages))].slice(0, MOST_LANGUAGES);
  const byLanguage = languages.map((value): Offer => ({ name: "lang", value, label: value }));
  if (kind === "docs") return [{ name: "path", value: "*.md", label: "Markdown" }];
  const noTests: Offer = { name: "-path", value: "**/*test*", label: "no tests" };
  if (kind === "symbols")
    return [...SYMBOL_KINDS.map((value): Offer => ({ name: "kind", value, label: value })), noTests];
  if (kind === "text")
    return [
      { name: "re", value: "yes", label: "regular expression" },
      { name: "case", value: "yes", label: "case" },
      { name: "word", value: "yes", label: "whole words" },
      ...byLanguage,
    ];
  return [...byLanguage, noTests];
}
