/**
 * Notes requests whose token was refused in the audit log: a token that leaked and was revoked is tried again, or somebody tries many. The same token from
 * the same address is noted now and then with how often it came, and all together at most so often, so that nobody can fill the log.
 */
import { LRUCache } from "lru-cache";
import type { Principal } from "../model/principal.js";
import type { Audit } from "./audit.js";
import { networkOf } from "./limits.js";
import { parseToken } from "./token-text.js";

/** The name in the audit log for whoever is refused. */
export const UNKNOWN = "unknown";
/** The action of an entry. */
const ACTION = "authenticate";
/** The same is noted again after this time, in milliseconds. */
const NOTE_EVERY = 10 * 60_000;
/** The most entries in a minute, and the most refusals that are kept apart. */
const MOST_A_MINUTE = 60;
const MOST_KEPT = 1000;
const MINUTE = 60_000;

export interface Refusals {
  /** Notes that a request with this Authorization header was refused. */
  note(header: string, from: Pick<Principal, "client"> & { address: string }): void;
}

/** The notes of a process. `now` is a clock that nobody sets, in milliseconds. */
export function createRefusals(audit: Pick<Audit, "note">, now: () => number = () => performance.now()): Refusals {
  /** When each was noted, and how often it came since. */
  const known = new LRUCache<string, { at: number; since: number }>({ max: MOST_KEPT });
  let minute = { begunAt: now(), noted: 0 };
  return {
    note(header, { address, client }) {
      const tokenId = parseToken(/^Bearer +(\S{1,200}) *$/i.exec(header)?.[1] ?? "")?.tokenId;
      const key = `${networkOf(address)} ${tokenId ?? ""}`;
      const last = known.get(key);
      if (last && now() - last.at < NOTE_EVERY) {
        last.since += 1;
        return;
      }
      if (now() - minute.begunAt >= MINUTE) minute = { begunAt: now(), noted: 0 };
      if (minute.noted >= MOST_A_MINUTE) return;
      minute.noted += 1;
      known.set(key, { at: now(), since: 0 });
      audit.note({
        action: ACTION,
        projectId: null,
        input: {},
        cost: 1,
        outcome: "unauthorized",
        principal: { id: UNKNOWN, address, ...(client !== undefined && { client }) },
        startedAt: performance.now(),
        detail: { times: 1 + (last?.since ?? 0), ...(tokenId !== undefined && { token_id: tokenId }) },
      });
    },
  };
}
