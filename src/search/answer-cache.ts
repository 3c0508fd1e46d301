/** Answers that are kept: asked again of the same generation, a question costs nothing. They are never stale, as their key holds what they depend on. */
import type { MemoryBudget } from "../base/memory-budget.js";

/** How often an answer about a project was at hand, since the start. */
export interface CacheFigures {
  hits: number;
  misses: number;
  /** Time that the misses took, all together. */
  milliseconds: number;
}

export interface Answers {
  /**
   * The kept answer for `key` about a project, or else the answer of `make`, kept if `isFinal` says so. `size` is its approximate size in memory, in
   * bytes.
   */
  get<Answer extends object>(
    projectId: string,
    key: string,
    make: () => Promise<Answer>,
    about: { isFinal(answer: Answer): boolean; size(answer: Answer): number },
  ): Promise<Answer>;
  /** The figures of one project: a caller who sees it learns nothing about questions on others. */
  figures(projectId: string): Readonly<CacheFigures>;
  /** Forgets the figures of a project. */
  forget(projectId: string): void;
}

/** Keeps answers of about `most` bytes together; 0: none. */
export function createAnswers(budget: MemoryBudget, most: number): Answers {
  const kept = budget.cache<object>("answers", { most });
  const figures = new Map<string, CacheFigures>();
  const figuresOf = (projectId: string): CacheFigures => {
    const own = figures.get(projectId) ?? { hits: 0, misses: 0, milliseconds: 0 };
    figures.set(projectId, own);
    return own;
  };
  return {
    figures: figuresOf,
    forget(projectId) {
      figures.delete(projectId);
    },
    async get<Answer extends object>(
      projectId: string,
      key: string,
      make: () => Promise<Answer>,
      { isFinal, size }: { isFinal(answer: Answer): boolean; size(answer: Answer): number },
    ) {
      const own = figuresOf(projectId);
      const known = kept.get(key);
      if (known !== undefined) {
        own.hits++;
        // The type is right: the same key asks for the same answer.
        return known as Answer;
      }
      own.misses++;
      const started = performance.now();
      const answer = await make();
      own.milliseconds += performance.now() - started;
      if (isFinal(answer)) kept.set(projectId, key, answer, key.length + size(answer));
      return answer;
    },
  };
}
