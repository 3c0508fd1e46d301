/** Checks API tokens: by what is kept in memory, which a revocation anywhere makes forgotten at once. */
import { timingSafeEqual } from "node:crypto";
import { EventEmitter } from "node:events";
import { LRUCache } from "lru-cache";
import type { Logger } from "../log.js";
import type { Db } from "../store/db.js";
import { findToken, TOKENS_CHANNEL, touchTokens } from "../store/tokens.js";
import type { Principal } from "./principal.js";
import { parseToken } from "./token-text.js";

export interface TokenChecker {
  /** Who a token's text stands for; null where it is none that may be used. */
  check(text: string): Promise<Principal | null>;
  /** Calls `over` when a principal's token is revoked, until the function that it gives is called. */
  whenRevoked(principal: Principal, over: () => void): () => void;
  close(): Promise<void>;
}

/** Tokens that are kept in memory, known and unknown ones. */
const MOST_KEPT = 10_000;
/** How long one is believed without looking again, in milliseconds: should its revocation not have been heard of. */
const BELIEVED = 30_000;
/** How often it is noted which tokens were used, in milliseconds. */
const NOTE_EVERY = 60_000;

const PRINCIPAL = "token:";
const principalId = (tokenId: string): string => PRINCIPAL + tokenId;

interface Kept {
  hash: Buffer;
  principal: Principal;
}

export async function createTokenChecker(db: Db, log: Logger): Promise<TokenChecker> {
  const kept = new LRUCache<string, Kept | "none">({ max: MOST_KEPT, ttl: BELIEVED });
  const used = new Set<string>();
  /** Tells those who hold on with a token, by its principal's id, that it was revoked. */
  const revocations = new EventEmitter().setMaxListeners(0);
  /** Rises with each that is heard. */
  let changes = 0;
  const stop = await db.listen(TOKENS_CHANNEL, (tokenId) => {
    changes++;
    // After a lost connection nobody knows what was revoked meanwhile.
    if (tokenId === "") kept.clear();
    else kept.delete(tokenId);
    const concerned = tokenId === "" ? revocations.eventNames().map(String) : [principalId(tokenId)];
    for (const id of concerned.filter((each) => revocations.listenerCount(each) > 0))
      find(id.slice(PRINCIPAL.length)).then(
        (found) => found === "none" && revocations.emit(id),
        () => revocations.emit(id),
      );
  });
  const note = async (): Promise<void> => {
    const ids = [...used];
    used.clear();
    if (ids.length > 0) await touchTokens(db, ids);
  };
  const timer = setInterval(() => {
    note().catch((error) => log.warn({ err: error }, "it could not be noted which tokens were used"));
  }, NOTE_EVERY);

  async function find(tokenId: string): Promise<Kept | "none"> {
    const known = kept.get(tokenId);
    if (known) return known;
    let token: Awaited<ReturnType<typeof findToken>>;
    let before: number;
    // What was read while a revocation was heard of may be from before it.
    do {
      before = changes;
      token = await findToken(db, tokenId);
    } while (changes !== before);
    const { hash, name, scope, projects, expiresAt } = token ?? {};
    const found: Kept | "none" = token
      ? {
          hash: hash!,
          principal: {
            id: principalId(tokenId),
            name: name!,
            scope: scope!,
            projects: projects!,
            isLimited: true,
            expiresAt: expiresAt ? Date.parse(expiresAt) : null,
          },
        }
      : "none";
    kept.set(tokenId, found);
    return found;
  }

  return {
    async check(text) {
      const parsed = parseToken(text);
      if (!parsed) return null;
      const found = await find(parsed.tokenId);
      if (found === "none" || !timingSafeEqual(found.hash, parsed.hash)) return null;
      const { principal } = found;
      if (principal.expiresAt !== null && principal.expiresAt <= Date.now()) return null;
      used.add(parsed.tokenId);
      return principal;
    },
    whenRevoked({ id }, over) {
      revocations.once(id, over);
      return () => void revocations.off(id, over);
    },
    async close() {
      clearInterval(timer);
      await stop();
      await note().catch(() => undefined);
    },
  };
}
