/**
 * Sessions of the page in a browser. The key of one has two halves: a cookie that no script can read, and a text that the page keeps and sends in a header.
 * A cookie alone goes to every port of a host, and with every request that another page has the browser make; the text stays with the origin of the
 * page. So neither is worth anything without the other, and a cookie that somebody else planted fits no text.
 */
import { createHash, randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import type { Principal } from "../model/principal.js";
import type { Db } from "../store/db/db.js";
import {
  deletePageSession,
  findPageSession,
  insertPageSession,
  PAGE_SESSIONS_CHANNEL,
  touchPageSession,
} from "../store/page-sessions.js";
import { type TokenChecker, tokenPrincipal } from "./tokens.js";

/** Both halves of a session's key. */
export interface PageKey {
  cookie: string;
  text: string;
}

export interface PageSessions {
  /** Begins a session for the owner of a token; null where the token is unknown, expired or revoked. */
  begin(token: string): Promise<{ key: PageKey; principal: Principal } | null>;
  /** The principal of a session; null where there is none of this key. */
  check(key: PageKey): Promise<Principal | null>;
  end(key: PageKey): Promise<void>;
  /** Calls `over` when the session that a principal came by is ended, on any replica. The returned function ends that. */
  whenEnded(principal: Principal, over: () => void): () => void;
  close(): Promise<void>;
}

/** The longest time that a session lasts, used or not, and the hours without use after which it ends. */
export const LASTS_SECONDS = 7 * 24 * 3600;
const REST_HOURS = 24;
/** Sessions of one token: the least used end when there are more. */
const MOST_OF_TOKEN = 100;
const HALF_BYTES = 32;
/** Of both halves, in base64url. */
const FORM = /^[\w-]{43}$/;

/** The sessions of pages, which all replicas share. Must be closed. */
export async function createPageSessions(db: Db, tokens: Pick<TokenChecker, "check">): Promise<PageSessions> {
  /** Ends by the hashes of sessions, for streams that they keep open. */
  const ends = new EventEmitter().setMaxListeners(0);
  const isOpen = async (hash: string): Promise<boolean> =>
    (await findPageSession(db, Buffer.from(hash, "hex"), REST_HOURS)) !== undefined;
  const stop = await db.listen(PAGE_SESSIONS_CHANNEL, (hash) => {
    if (hash !== "") return void ends.emit(hash);
    // Ends during a lost connection were missed.
    for (const each of ends.eventNames().map(String))
      isOpen(each).then(
        (isSo) => isSo || ends.emit(each),
        () => ends.emit(each),
      );
  });
  return {
    async begin(token) {
      const principal = await tokens.check(token);
      if (!principal) return null;
      const key = { cookie: makeHalf(), text: makeHalf() };
      await insertPageSession(db, {
        hash: hashOf(key),
        tokenId: principal.id.slice("token:".length),
        expiresAt: new Date(db.now() + LASTS_SECONDS * 1000),
        most: MOST_OF_TOKEN,
      });
      return { key, principal };
    },
    async check(key) {
      if (!isKey(key)) return null;
      const session = await findPageSession(db, hashOf(key), REST_HOURS);
      if (!session) return null;
      if (session.isNoteDue) await touchPageSession(db, hashOf(key));
      const principal = tokenPrincipal(session);
      const lasts = [principal.expiresAt, Date.parse(session.sessionEndsAt)].filter((end) => end !== null);
      return { ...principal, expiresAt: Math.min(...lasts), pageSession: hashOf(key).toString("hex") };
    },
    async end(key) {
      if (isKey(key)) await deletePageSession(db, hashOf(key));
    },
    whenEnded({ pageSession }, over) {
      if (pageSession === undefined) return () => undefined;
      ends.on(pageSession, over);
      return () => void ends.off(pageSession, over);
    },
    close: stop,
  };
}

const makeHalf = (): string => randomBytes(HALF_BYTES).toString("base64url");

const isKey = ({ cookie, text }: PageKey): boolean => FORM.test(cookie) && FORM.test(text);

/** Both halves are random, so a plain hash is enough, and a lookup by it tells nothing by its time. */
const hashOf = ({ cookie, text }: PageKey): Buffer => createHash("sha256").update(`${cookie}.${text}`).digest();
