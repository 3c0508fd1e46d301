/**
 * Sessions of the older protocol era: a session's id says all there is to know of it, and is signed, so that every replica can read it and none
 * has to keep it.
 *
 *     base64url(JSON) "." base64url(HMAC-SHA256, first 16 bytes)
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** What a client said of itself when it connected. */
export interface Session {
  /** Of this session and no other; 96 bits. */
  key: string;
  /** Whose session it is; another principal may not use it. */
  principal: string;
  protocolVersion: string;
  /** Name and version, for logs. */
  client: string;
  /** What the client can be asked. */
  elicitation: boolean;
  sampling: boolean;
  roots: boolean;
}

export interface Sessions {
  /** The id of a new session. */
  open(session: Omit<Session, "key">): { id: string; session: Session };
  /** The session of an id; null where it was not made here, or for somebody else. */
  read(id: string, principal: string): Session | null;
}

const TAG_BYTES = 16;
/** A header must hold it. */
const LONGEST = 1000;
const LONGEST_NAME = 60;

/** `key` is the installation's: at least 32 bytes. */
export function createSessions(key: Buffer): Sessions {
  const tagOf = (body: string) => createHmac("sha256", key).update(`session ${body}`).digest().subarray(0, TAG_BYTES);
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
    read(id, principal) {
      const [body = "", tag = "", ...rest] = id.split(".");
      if (id.length > LONGEST || rest.length > 0) return null;
      const given = Buffer.from(tag, "base64url");
      if (given.length !== TAG_BYTES || !timingSafeEqual(given, tagOf(body))) return null;
      const session = JSON.parse(Buffer.from(body, "base64url").toString()) as Session;
      return session.principal === principal ? session : null;
    },
  };
}
