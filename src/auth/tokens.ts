/** Checks API tokens against a cache in memory, from which a revocation on any replica removes a token at once. */
import { timingSafeEqual } from "node:crypto";
import { EventEmitter } from "node:events";
import { LRUCache } from "lru-cache";
import type { Logger } from "../base/log.js";
import { ownerOf, type Principal } from "../model/principal.js";
import type { Db } from "../store/db/db.js";
import { findTokens, TOKENS_CHANNEL, type Token, touchTokens } from "../store/tokens.js";
import { parseToken } from "./token-text.js";

export interface TokenChecker {
  /** The principal of a token's text; null where the token is unknown, expired or revoked. */
  check(text: string): Promise<Principal | null>;
  /** Calls `over` when a principal's token is revoked or restricted. The returned function ends that. */
  whenRevoked(principal: Principal, over: () => void): () => void;
  /** Whether a principal's token is still valid. True for a principal without a token. */
  isValid(principal: Principal): Promise<boolean>;
  close(): Promise<void>;
}

/** Tokens kept in memory. Unknown ids have a cache of their own, so that made-up ones displace no real token. */
const MOST_KEPT = 10_000;
const MOST_UNKNOWN = 1000;
/** How long a cached token is believed, in milliseconds, in case its revocation was not heard. */
const BELIEVED = 30_000;
/** The use of tokens is recorded with a delay, and at most once per `NOTE_EVERY` for each, in milliseconds. */
const NOTE_AFTER = 1000;
const NOTE_EVERY = 60_000;

const PRINCIPAL = "token:";
const principalId = (tokenId: string): string => PRINCIPAL + tokenId;

/** The principal that a token stands for. */
export function tokenPrincipal({
  tokenId,
  name,
  scope,
  projects,
  expiresAt,
}: Pick<Token, "tokenId" | "name" | "scope" | "projects" | "expiresAt">): Principal {
  return {
    id: principalId(tokenId),
    name,
    scope,
    projects,
    isLimited: true,
    expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
  };
}

interface Kept {
  hash: Buffer;
  principal: Principal;
}

const hasRightsOf = (one: Principal, other: Principal): boolean =>
  ownerOf(one) === ownerOf(other) && one.expiresAt === other.expiresAt;

const keptOf = (token: Token & { hash: Buffer }): Kept => ({ hash: token.hash, principal: tokenPrincipal(token) });

/** A checker that learns of revocations on every replica. Must be closed. */
export async function createTokenChecker(db: Db, log: Logger): Promise<TokenChecker> {
  const { find, forget } = createLookup(db);
  /** Tokens whose use is yet to be recorded, and those with a recent record. */
  const used = new Set<string>();
  const noted = new LRUCache<string, true>({ max: MOST_KEPT, ttl: NOTE_EVERY });
  /** Revocations by principal id, for connections that a token keeps open. */
  const revocations = new EventEmitter().setMaxListeners(0);
  const stop = await db.listen(TOKENS_CHANNEL, (tokenId) => {
    forget(tokenId);
    const concerned = tokenId === "" ? revocations.eventNames().map(String) : [principalId(tokenId)];
    for (const id of concerned.filter((each) => revocations.listenerCount(each) > 0))
      find(id.slice(PRINCIPAL.length)).then(
        (found) => revocations.emit(id, found),
        () => revocations.emit(id, "none"),
      );
  });
  const note = async (): Promise<void> => {
    const ids = [...used];
    used.clear();
    if (ids.length === 0) return;
    await touchTokens(db, ids).catch((error) => {
      // Recorded with their next use.
      for (const id of ids) noted.delete(id);
      throw error;
    });
  };
  const noteOrSay = () => note().catch((error) => log.warn({ err: error }, "failed to record the use of tokens"));
  const timer = setInterval(noteOrSay, NOTE_AFTER);

  return {
    async check(text) {
      const parsed = parseToken(text);
      if (!parsed) return null;
      const found = await find(parsed.tokenId);
      if (found === "none" || !timingSafeEqual(found.hash, parsed.hash)) return null;
      const { principal } = found;
      if (principal.expiresAt !== null && principal.expiresAt <= db.now()) return null;
      if (!noted.has(parsed.tokenId)) {
        noted.set(parsed.tokenId, true);
        used.add(parsed.tokenId);
      }
      return principal;
    },
    whenRevoked(principal, over) {
      const hear = (now: Kept | "none") => {
        if (now !== "none" && hasRightsOf(now.principal, principal)) return;
        revocations.off(principal.id, hear);
        over();
      };
      revocations.on(principal.id, hear);
      return () => void revocations.off(principal.id, hear);
    },
    isValid: async ({ id }) => !id.startsWith(PRINCIPAL) || (await find(id.slice(PRINCIPAL.length))) !== "none",
    async close() {
      clearInterval(timer);
      await stop();
      await noteOrSay();
    },
  };
}

/** Finds tokens in the caches or else in the database. */
function createLookup(db: Db) {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT, ttl: BELIEVED });
  const unknown = new LRUCache<string, true>({ max: MOST_UNKNOWN, ttl: BELIEVED });
  /** Incremented by each revocation heard. */
  let changes = 0;
  /** The lookup under way, and the next one with all ids requested meanwhile: made-up tokens, however many, cause one lookup at a time. */
  let looking: Promise<unknown> = Promise.resolve();
  let next: { tokenIds: Set<string>; found: Promise<Map<string, Kept>> } | undefined;

  async function look(tokenIds: readonly string[]): Promise<Map<string, Kept>> {
    let tokens: Awaited<ReturnType<typeof findTokens>>;
    let before: number;
    // Rows read while a revocation arrived may be older than it.
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

  async function find(tokenId: string): Promise<Kept | "none"> {
    const known = kept.get(tokenId) ?? (unknown.has(tokenId) ? "none" : undefined);
    if (known) return known;
    if (!next) {
      const tokenIds = new Set<string>();
      const found = looking.then(() => {
        next = undefined;
        return look([...tokenIds]);
      });
      // The next look waits for the end of this one; a failure is heard by those who asked.
      looking = found.catch(() => undefined);
      next = { tokenIds, found };
    }
    next.tokenIds.add(tokenId);
    return (await next.found).get(tokenId) ?? "none";
  }

  /** Forgets a token that was revoked; "": all of them, as revocations during a lost connection were missed. */
  function forget(tokenId: string): void {
    changes++;
    for (const each of [kept, unknown]) {
      if (tokenId === "") each.clear();
      else each.delete(tokenId);
    }
  }

  return { find, forget };
}
