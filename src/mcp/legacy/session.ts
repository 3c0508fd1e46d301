/**
 * Sessions of the older protocol era. A session's id contains all its data, signed, so that every replica can read it and none has to store it.
 *
 * base64url(JSON) "." base64url(HMAC-SHA256, first 16 bytes)
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";

/** A client's self-description when it connected. */
export interface Session {
  /** Unique to this session; 96 bits. */
  key: string;
  /** The owner (`ownerOf`); other callers may not use the session. */
  owner: string;
  protocolVersion: string;
  /** Name and version, for logs. */
  client: string;
  /** The questions that the client supports. */
  elicitation: boolean;
  sampling: boolean;
  roots: boolean;
}

export interface Sessions {
  /** The id of a new session. */
  open(session: Omit<Session, "key">): { id: string; session: Session };
  /** The session of an id; null where this installation did not make it, or made it for another owner. */
  read(id: string, owner: string): Session | null;
  /** Records that the session was ended, here or by another replica. */
  end(key: string): void;
}

const TAG_BYTES = 16;
/** The longest id, which must fit into a header. */
const LONGEST = 1000;
const LONGEST_NAME = 60;
/** Ended sessions that are remembered. The id of an older one works again, which does no harm. */
const MOST_ENDED = 10_000;

/** `key` is the installation's: at least 32 bytes. */
export function createSessions(key: Buffer): Sessions {
  const tagOf = (body: string) => createHmac("sha256", key).update(`session ${body}`).digest().subarray(0, TAG_BYTES);
  const ended = new LRUCache<string, true>({ max: MOST_ENDED });
  return {
    open(about) {
      const session = {
        ...about,
        client: about.client.slice(0, LONGEST_NAME),
        key: randomBytes(12).toString("base64url"),
      };
      const body = Buffer.from(JSON.stringify(session)).toString("base64url");
      return { id: `${body}.${tagOf(body).toString("base64url")}`, session };
    },
    read(id, owner) {
      const [body = "", tag = "", ...rest] = id.split(".");
      if (id.length > LONGEST || rest.length > 0) return null;
      const given = Buffer.from(tag, "base64url");
      if (given.length !== TAG_BYTES || !timingSafeEqual(given, tagOf(body))) return null;
      const session = JSON.parse(Buffer.from(body, "base64url").toString()) as Session;
      return session.owner === owner && !ended.has(session.key) ? session : null;
    },
    end: (session) => void ended.set(session, true),
  };
}
