/** The hook by which a component asks the service. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, comeback } from "../api.js";

export interface Asked<T> {
  /** The last answer; it stays while the next one is on its way. */
  answer: T | undefined;
  error: ApiError | undefined;
  isAsking: boolean;
  /** Asks again. */
  again(): void;
}

/** Whether the layout has words for an error, and asks anew when it has passed. Pages stay as they were meanwhile, with what was typed into forms. */
export const isPassing = ({ code }: ApiError): boolean => code === "unreachable" || code === "unauthorized";

/**
 * Asks when the component appears, when one of `parts` changes, and when the service is back; a question that is outdated is cancelled. `delay` is the
 * time that `parts` must rest before, in milliseconds. A `question` of null asks nothing.
 */
export function useAnswer<T>(
  question: ((signal: AbortSignal) => Promise<T>) | null,
  parts: readonly (string | number | boolean | null | undefined)[],
  delay = 0,
): Asked<T> {
  const [state, setState] = useState<Omit<Asked<T>, "again">>({
    answer: undefined,
    error: undefined,
    isAsking: question !== null,
  });
  const [turn, setTurn] = useState(0);
  const isFirst = useRef(true);
  const key = JSON.stringify([parts, question === null, turn, comeback.value]);
  useEffect(() => {
    if (question === null) {
      setState({ answer: undefined, error: undefined, isAsking: false });
      return;
    }
    const gone = new AbortController();
    setState((before) => ({ ...before, isAsking: true }));
    const timer = setTimeout(
      () => {
        question(gone.signal).then(
          (answer) => {
            if (!gone.signal.aborted) setState({ answer, error: undefined, isAsking: false });
          },
          (error: unknown) => {
            if (gone.signal.aborted) return;
            if (!(error instanceof ApiError)) throw error;
            setState((before) =>
              before.answer !== undefined && isPassing(error)
                ? { ...before, isAsking: false }
                : { ...before, error, isAsking: false },
            );
          },
        );
      },
      isFirst.current ? 0 : delay,
    );
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [key]);
  return { ...state, again: () => setTurn((before) => before + 1) };
}
