/** Checks API tokens: by what is kept in memory, which a revocation anywhere makes forgotten at once. */
import { timingSafeEqual } from "node:crypto";
import { EventEmitter } from "node:events";
import { LRUCache } from "lru-cache";
import type { Logger } from "../base/log.js";
import type { Principal } from "../model/principal.js";
import type { Db } from "../store/db/db.js";
import { findTokens, TOKENS_CHANNEL, type Token, touchTokens } from "../store/tokens.js";
import { parseToken } from "./token-text.js";

export interface TokenChecker {
  /** Who a token's text stands for; null where it is none that may be used. */
  check(text: string): Promise<Principal | null>;
  /** Calls `over` when a principal's token is revoked, until the function that it gives is called. */
  whenRevoked(principal: Principal, over: () => void): () => void;
  /** Whether a principal's token may be used still. What is no token's is passed over. */
  isValid(principal: Principal): Promise<boolean>;
  close(): Promise<void>;
}

/** Tokens that are kept in memory; what was looked for and is none is kept apart, so that made-up ones push none out. */
const MOST_KEPT = 10_000;
const MOST_UNKNOWN = 1000;
/** How long one is believed without looking again, in milliseconds: should its revocation not have been heard of. */
const BELIEVED = 30_000;
/** Which tokens were used is noted a little later, and of one once in so long, in milliseconds. */
const NOTE_AFTER = 1000;
const NOTE_EVERY = 60_000;

const PRINCIPAL = "token:";
const principalId = (tokenId: string): string => PRINCIPAL + tokenId;

interface Kept {
  hash: Buffer;
  principal: Principal;
}

function keptOf({ tokenId, hash, name, scope, projects, expiresAt }: Token & { hash: Buffer }): Kept {
  const id = principalId(tokenId);
  return {
    hash,
    principal: {
      id,
      name,
      scope,
      projects,
      isLimited: true,
      expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
    },
  };
}

export async function createTokenChecker(db: Db, log: Logger): Promise<TokenChecker> {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT, ttl: BELIEVED });
  const unknown = new LRUCache<string, true>({ max: MOST_UNKNOWN, ttl: BELIEVED });
  /** Tokens whose use is to be noted, and those of which it was lately. */
  const used = new Set<string>();
  const noted = new LRUCache<string, true>({ max: MOST_KEPT, ttl: NOTE_EVERY });
  /** Tells those who hold on with a token, by its principal's id, that it was revoked. */
  const revocations = new EventEmitter().setMaxListeners(0);
  /** Rises with each that is heard. */
  let changes = 0;
  const stop = await db.listen(TOKENS_CHANNEL, (tokenId) => {
    changes++;
    // After a lost connection nobody knows what was revoked meanwhile.
    for (const each of [kept, unknown]) {
      if (tokenId === "") each.clear();
      else each.delete(tokenId);
    }
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
    if (ids.length === 0) return;
    await touchTokens(db, ids).catch((error) => {
      // With their next use.
      for (const id of ids) noted.delete(id);
      throw error;
    });
  };
  const timer = setInterval(() => {
    note().catch((error) => log.warn({ err: error }, "it could not be noted which tokens were used"));
  }, NOTE_AFTER);

  async function look(tokenIds: readonly string[]): Promise<Map<string, Kept>> {
    let tokens: Awaited<ReturnType<typeof findTokens>>;
    let before: number;
    // What was read while a revocation was heard of may be from before it.
    do {
      before = changes;
      tokens = await findTokens(db, tokenIds);
    } while (changes !== before);
    const found = new Map(tokens.map((token) => [token.tokenId, keptOf(token)]));
    for (const tokenId of tokenIds) {
      const token = found.get(tokenId);
      if (token) kept.set(tokenId, token);
      else unknown.set(tokenId, true);
    }
    return found;
  }

  /** The look that is under way, and the one that comes after it, with all that are asked for meanwhile: however many are made up, one is asked at a time. */
  let looking: Promise<unknown> = Promise.resolve();
  let next: { tokenIds: Set<string>; found: Promise<Map<string, Kept>> } | undefined;

  async function find(tokenId: string): Promise<Kept | "none"> {
    const known = kept.get(tokenId) ?? (unknown.has(tokenId) ? "none" : undefined);
    if (known) return known;
    if (!next) {
      const tokenIds = new Set<string>();
      const found = looking.then(() => {
        next = undefined;
        return look([...tokenIds]);
      });
      looking = found.catch(() => undefined);
      next = { tokenIds, found };
    }
    next.tokenIds.add(tokenId);
    return (await next.found).get(tokenId) ?? "none";
  }

  return {
    async check(text) {
      const parsed = parseToken(text);
      if (!parsed) return null;
      const found = await find(parsed.tokenId);
      if (found === "none" || !timingSafeEqual(found.hash, parsed.hash)) return null;
      const { principal } = found;
      if (principal.expiresAt !== null && principal.expiresAt <= Date.now()) return null;
      if (!noted.has(parsed.tokenId)) {
        noted.set(parsed.tokenId, true);
        used.add(parsed.tokenId);
      }
      return principal;
    },
    whenRevoked({ id }, over) {
      revocations.once(id, over);
      return () => void revocations.off(id, over);
    },
    isValid: async ({ id }) => !id.startsWith(PRINCIPAL) || (await find(id.slice(PRINCIPAL.length))) !== "none",
    async close() {
      clearInterval(timer);
      await stop();
      await note().catch(() => undefined);
    },
  };
}
