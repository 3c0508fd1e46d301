/** The hook by which a component asks the service. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
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

export interface Pause {
  /** The time that `parts` must rest before they are asked about, in milliseconds. */
  rest?: number;
  /** That time while the question before is still on its way: typing is asked about at once where the service keeps up with it. */
  restWhileAsking?: number;
}

/**
 * Asks as the component appears, after a change of `parts`, and after the service is back; an outdated question is cancelled. A `question` of null
 * asks nothing. It is asked before the browser paints, so that the answer does not wait for a frame.
 */
export function useAnswer<T>(
  question: ((signal: AbortSignal) => Promise<T>) | null,
  parts: readonly (string | number | boolean | null | undefined)[],
  { rest = 0, restWhileAsking = rest }: Pause = {},
): Asked<T> {
  const [state, setState] = useState<Omit<Asked<T>, "again">>({
    answer: undefined,
    error: undefined,
    isAsking: question !== null,
  });
  const [turn, setTurn] = useState(0);
  const isFirst = useRef(true);
  const isOnItsWay = useRef(false);
  const key = JSON.stringify([parts, question === null, turn, comeback.value]);
  useLayoutEffect(() => {
    if (question === null) {
      isOnItsWay.current = false;
      setState({ answer: undefined, error: undefined, isAsking: false });
      return;
    }
    const gone = new AbortController();
    setState((before) => (before.isAsking ? before : { ...before, isAsking: true }));
    const end = (next: (before: Omit<Asked<T>, "again">) => Omit<Asked<T>, "again">) => {
      isOnItsWay.current = false;
      setState(next);
    };
    const start = () => {
      question(gone.signal).then(
        (answer) => {
          if (!gone.signal.aborted) end(() => ({ answer, error: undefined, isAsking: false }));
        },
        (error: unknown) => {
          if (gone.signal.aborted) return;
          if (!(error instanceof ApiError)) throw error;
          end((before) =>
            before.answer !== undefined && isPassing(error)
              ? { ...before, isAsking: false }
              : { ...before, error, isAsking: false },
          );
        },
      );
    };
    const pause = isFirst.current ? 0 : isOnItsWay.current ? restWhileAsking : rest;
    isFirst.current = false;
    isOnItsWay.current = true;
    const timer = pause === 0 ? undefined : setTimeout(start, pause);
    if (timer === undefined) start();
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [key]);
  return { ...state, again: () => setTurn((before) => before + 1) };
}
