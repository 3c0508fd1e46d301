/** /tokens: API tokens, with their scopes and projects. */
import { z } from "zod";
import {
  describeTokens,
  endToken,
  issueToken,
  limitToken,
  newToken,
  type TokenInfo,
  tokenLimits,
  tokenShape,
} from "../../auth/issue.js";
import { defineRoute } from "../route.js";

export const listTokens = defineRoute({
  method: "get",
  path: "/tokens",
  name: "listTokens",
  tag: "tokens",
  scope: "admin",
  allProjects: true,
  summary: "The API tokens, newest first, without their texts.",
  input: {},
  output: { results: z.array(z.object(tokenShape)) },
  run: async (_input, { host }) => ({ results: await describeTokens(host.db) }),
});

export const createToken = defineRoute({
  method: "post",
  path: "/tokens",
  name: "createToken",
  tag: "tokens",
  scope: "admin",
  allProjects: true,
  summary: "Makes an API token. Its text is in this answer and nowhere else.",
  status: 201,
  input: newToken.shape,
  output: { ...tokenShape, token: z.string() },
  run: async (input, { host, note }) => {
    const issued = await issueToken(host.db, input);
    note(rightsOf(issued));
    return issued;
  },
});

export const restrictToken = defineRoute({
  method: "patch",
  path: "/tokens/:token",
  name: "restrictToken",
  tag: "tokens",
  scope: "admin",
  allProjects: true,
  summary:
    "Takes rights from an API token, everywhere and at once. A token never gets more rights than it was made with.",
  input: tokenLimits.shape,
  output: tokenShape,
  run: async (input, { host, params, note }) => {
    const changed = await limitToken(host.db, params.token ?? "", input);
    note(rightsOf(changed));
    return changed;
  },
});

export const revokeToken = defineRoute({
  method: "delete",
  path: "/tokens/:token",
  name: "revokeToken",
  tag: "tokens",
  scope: "admin",
  allProjects: true,
  summary: "Revokes an API token, everywhere and at once.",
  input: {},
  output: tokenShape,
  run: async (_input, { host, params, note }) => {
    const ended = await endToken(host.db, params.token ?? "");
    note(rightsOf(ended));
    return ended;
  },
});

/** The part of a token that the audit log keeps. */
const rightsOf = ({ token_id, name, scope, projects, expires_at }: TokenInfo) => ({
  token_id,
  name,
  scope,
  projects,
  expires_at,
});

/** A token as the routes describe it, and one that was just made. */
export type TokenAnswer = TokenInfo;
