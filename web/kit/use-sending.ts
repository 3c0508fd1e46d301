/** The hook by which a form or a button changes something at the service. */
import { useEffect, useState } from "preact/hooks";
import { ApiError, comeback } from "../api.js";

export interface Sending {
  /** Does the work, and keeps what went wrong; what was typed stays. */
  send(work: () => Promise<void>): Promise<void>;
  isBusy: boolean;
  /** The error. It goes with the next try, and when the service is back or the caller has come in anew. */
  problem: ApiError | null;
}

export function useSending(): Sending {
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const turn = comeback.value;
  useEffect(() => setProblem(null), [turn]);
  const send = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy, problem };
}
