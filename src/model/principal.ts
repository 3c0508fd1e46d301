/** The caller of a request: its identity, its rights, and the projects that exist for it. */
import { createHash } from "node:crypto";

import { CodeindexError } from "../base/errors.js";

/** Rights of a caller; each includes those before it: read answers, have things indexed, change the registry and tokens. */
export const SCOPES = ["read", "index", "admin"] as const;
export type AccessScope = (typeof SCOPES)[number];

export interface Principal {
  /** Unique: `token:…`, `jwt:…` or `anyone`. */
  id: string;
  /** For logs and people. */
  name: string;
  scope: AccessScope;
  /** Patterns of project ids, with `*` for anything; null: all projects. */
  projects: readonly string[] | null;
  /** Whether its requests count against limits. */
  isLimited: boolean;
  /** The address that this request came from. */
  address?: string;
  /** The program that sent it, by the name that it gives itself. */
  client?: string;
  /** The end of its rights, in milliseconds since 1970; null: never. */
  expiresAt: number | null;
  /** The session of the page in a browser that this request came by: a hash of its key. */
  pageSession?: string;
}

/** The caller where there is no authentication. Only this machine can reach such a service. */
export const ANYONE: Principal = {
  id: "anyone",
  name: "anyone",
  scope: "admin",
  projects: null,
  isLimited: false,
  expiresAt: null,
};

/**
 * The owner of sessions and tasks. A JWT may give the same subject another scope or other projects than the JWT before it; a session or task that was
 * begun with one is not for the other.
 */
export function ownerOf({ id, scope, projects }: Principal): string {
  const rights = createHash("sha256").update(JSON.stringify([id, scope, projects && [...projects].sort()]));
  return `${id.slice(0, LONGEST_ID)} ${rights.digest("base64url").slice(0, 22)}`;
}

/** The subject of a JWT may have any length; an owner stands in headers and rows. */
const LONGEST_ID = 100;

/** Whether the scope of a caller includes another. */
export function mayDo({ scope }: Principal, wanted: AccessScope): boolean {
  return SCOPES.indexOf(scope) >= SCOPES.indexOf(wanted);
}

/** Throws `forbidden` unless the principal has the scope that `what` needs. */
export function requireScope(principal: Principal, wanted: AccessScope, what: string): void {
  if (mayDo(principal, wanted)) return;
  throw new CodeindexError("forbidden", `${what} wants the scope ${wanted}; yours is ${principal.scope}.`, {
    required_scope: wanted,
  });
}

/** Whether the principal sees all projects, and so may know what counts over all. */
export const seesAll = ({ projects }: Principal): boolean => projects === null;

/** Whether a project exists for the principal. In SQL it is `visibleTo` of store/projects.ts. */
export function sees({ projects }: Pick<Principal, "projects">, projectId: string): boolean {
  return projects === null || projects.some((pattern) => fits(pattern, projectId));
}

/** The time grows with the id alone, however many `*` a pattern has: a text between two of them is taken at its first place. */
function fits(pattern: string, projectId: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return projectId === first;
  if (!projectId.startsWith(first)) return false;
  let offset = first.length;
  for (const part of others) {
    const found = projectId.indexOf(part, offset);
    if (found < 0) return false;
    offset = found + part.length;
  }
  return projectId.length - last.length >= offset && projectId.endsWith(last);
}

/** Whether a text is a pattern that some project's id could fit. */
export const isPattern = (text: string): boolean => /^[a-z0-9._*-]{1,100}$/.test(text);
