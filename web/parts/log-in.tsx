/** The way in: a dialog that asks for a token, over the page that is open, and the account in the header. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, ask, type Caller, comeback } from "../api.js";
import { isSeen } from "../kit/follow.js";
import { useAnswer } from "../kit/use-answer.js";
import { AUTH, isLoggedOut, keepPageKey, pageKey } from "../session.js";
import { Dialog } from "./dialog.js";

/** Opens when a request was refused because nobody is logged in. The page below stays as it is, with what was typed into it. */
export function LogInDialog() {
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!isLoggedOut.value) return null;
  const logIn = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const { key } = await ask<{ key: string }>("POST", "session", { body: { token: token.trim() } });
      keepPageKey(key);
      setToken("");
      isLoggedOut.value = false;
      comeback.value += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title="Log in">
      {pageKey() !== "none" && (
        <p role="status">
          The session of this browser has ended: its token was revoked or has expired, or it was not used for a day.
          What stands below stays as it is.
        </p>
      )}
      {AUTH.includes("token") ? (
        <form onSubmit={logIn}>
          <label>
            Token
            <input
              type="password"
              name="token"
              autocomplete="current-password"
              placeholder="cdx_…"
              required
              value={token}
              onInput={(event) => setToken(event.currentTarget.value)}
              aria-describedby="log-in-help"
            />
          </label>
          {problem !== null && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          <p id="log-in-help" class="dim">
            An administrator makes tokens: <code>codeindex token create</code>. This browser keeps a session, not the
            token.
          </p>
          <button type="submit" class="main" disabled={isBusy}>
            Log in
          </button>
        </form>
      ) : (
        <p>
          This service takes the tokens of your organisation’s issuer, which the proxy before it sends along. Open the
          page by the address of that proxy.
        </p>
      )}
    </Dialog>
  );
}

/** The name of the caller, and the way out. Nothing where nobody says who they are. */
export function Account() {
  const { answer, again } = useAnswer((signal) => ask<Caller>("GET", "session", { signal }), []);
  useSessionEnd(answer?.expires_at ?? null, again);
  if (AUTH.includes("none") || !answer || isLoggedOut.value) return null;
  const logOut = async () => {
    await ask("DELETE", "session").catch(() => undefined);
    keepPageKey(null);
    // Nothing that was shown stays in the page.
    location.reload();
  };
  return (
    <span class="account">
      <span title={`${answer.scope}; ${answer.projects?.join(", ") ?? "all projects"}`}>{answer.name}</span>
      {answer.can_log_out && (
        <button type="button" class="quiet" onClick={logOut}>
          Log out
        </button>
      )}
    </span>
  );
}

/** Asks for the session when it may have ended, and when the page is seen again, so that an idle page reports the end before it is used. */
function useSessionEnd(end: string | null, ask: () => void): void {
  useEffect(() => {
    if (end === null) return;
    // The clock of this machine may be ahead of the service's.
    const timer = setTimeout(ask, Math.max(LEAST_MS, Math.min(MOST_MS, Date.parse(end) - Date.now() + LATER_MS)));
    return () => clearTimeout(timer);
  }, [end]);
  const wasSeen = useRef(true);
  useEffect(() => {
    if (isSeen.value && !wasSeen.current) ask();
    wasSeen.current = isSeen.value;
  }, [isSeen.value]);
}

const LATER_MS = 500;
const LEAST_MS = 30_000;
/** The longest timer that browsers have. */
const MOST_MS = 2 ** 31 - 1;
