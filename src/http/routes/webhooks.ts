/**
 * POST /webhooks/git: a git host reports a push, and clones of that repository are fetched at once. The body is trusted only with the secret: as
 * GitHub and Gitea sign it (X-Hub-Signature-256, X-Gitea-Signature), or as GitLab sends it (X-Gitlab-Token).
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import express, { type Request, type RequestHandler, Router } from "express";
import { networkOf } from "../../auth/limits.js";
import { hashOf } from "../../auth/token-text.js";
import { CodeindexError, invalidParameter } from "../../base/errors.js";
import { present } from "../../base/need.js";
import type { Config } from "../../config/config.js";
import { repositoryKey } from "../../repository/git/url.js";
import { requestFetch } from "../../store/fetches.js";
import { listProjects, type Project } from "../../store/projects.js";
import type { ToolHost } from "../../tools/running/tool-host.js";
import { BODY_PATIENCE_MS, limitBodyTime } from "../body-deadline.js";
import { BODY_LIMIT } from "../body-json.js";
import { readInTurn } from "../body-turns.js";
import { addressOf } from "../origin.js";

const SIGNATURES = ["x-gitlab-token", "x-hub-signature-256", "x-gitea-signature"];

/** The routes that git hosts call after a push. */
export function webhookRoutes(host: Pick<ToolHost, "config" | "db" | "log" | "limits" | "audit">): Router {
  const router = Router();
  // The signature covers the raw bytes, so nothing may have read the body before. Until it is checked the sender is unknown, so the body is read
  // late, in turn, and within a time limit.
  const body = [
    readInTurn((request) => networkOf(addressOf(request))),
    limitBodyTime(BODY_PATIENCE_MS),
    express.raw({ limit: BODY_LIMIT, type: () => true }),
  ];
  const secrets = new WeakMap<Request, string>();
  const expectSignature: RequestHandler = async (request, _response, next) => {
    const secret = await readSecret(host.config);
    if (secret === null)
      throw new CodeindexError("forbidden", "This service takes no webhooks: it has no secret to know them by.", {}, [
        "Set CODEINDEX_WEBHOOK_SECRET or CODEINDEX_WEBHOOK_SECRET_FILE, and the same secret at the git host.",
      ]);
    if (!SIGNATURES.some((name) => request.get(name) !== undefined)) throw await refused(request);
    secrets.set(request, secret);
    next();
  };
  const refused = async (request: Request): Promise<CodeindexError> => {
    await host.limits.failed(addressOf(request));
    return new CodeindexError("unauthorized", "The webhook is not signed with this service's secret.", {}, [
      "Give the git host the same secret as CODEINDEX_WEBHOOK_SECRET.",
    ]);
  };
  router.post("/webhooks/git", expectSignature, ...body, async (request, response) => {
    const startedAt = performance.now();
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!isSigned(request, body, present(secrets.get(request)))) throw await refused(request);
    const push = pushOf(payloadOf(request, body));
    const projects = (await listProjects(host.db)).filter((project) => isAbout(push, project));
    const ids = projects.map(({ projectId }) => projectId);
    await requestFetch(host.db, ids);
    host.audit.note({
      principal: { id: "webhook", address: addressOf(request) },
      action: "POST /webhooks/git",
      projectId: ids.join() || null,
      input: {},
      detail: { branch: push.branch ?? null },
      outcome: "ok",
      cost: 1,
      startedAt,
    });
    host.log.info({ projects: ids }, "fetching for a webhook");
    response.status(202).json({ queued: ids });
  });
  return router;
}

async function readSecret({ webhookSecret, webhookSecretFile }: Config): Promise<string | null> {
  if (webhookSecret !== null || webhookSecretFile === null) return webhookSecret;
  return (await readFile(webhookSecretFile, "utf8")).trim() || null;
}

function isSigned(request: Request, body: Buffer, secret: string): boolean {
  const token = request.get("x-gitlab-token");
  if (token !== undefined) return isSame(token, secret);
  const given = request.get("x-hub-signature-256") ?? request.get("x-gitea-signature");
  if (given === undefined) return false;
  return isSame(given.replace(/^sha256=/, ""), createHmac("sha256", secret).update(body).digest("hex"));
}

/** Compares in constant time, by hashes of equal length. */
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(wanted));
}

/** The JSON of the body, which may also come as a form. */
function payloadOf(request: Request, body: Buffer): unknown {
  const text = body.toString();
  try {
    return JSON.parse(
      request.is("application/x-www-form-urlencoded") ? (new URLSearchParams(text).get("payload") ?? text) : text,
    );
  } catch {
    throw invalidParameter("body", "is not the JSON of a webhook");
  }
}

interface Push {
  /** The repository, by any of its URLs. */
  keys: Set<string>;
  /** Undefined for an event without a branch. */
  branch: string | undefined;
  defaultBranch: string | undefined;
}

/** Reads the fields of a push, which GitHub, Gitea and GitLab name differently. */
function pushOf(payload: unknown): Push {
  const { repository, project, ref } = fieldsOf(payload);
  const described = [fieldsOf(repository), fieldsOf(project)];
  const text = (...names: string[]) =>
    described.flatMap((each) => names.map((name) => each[name])).filter((value) => typeof value === "string");
  const urls = text(
    "clone_url",
    "ssh_url",
    "git_url",
    "html_url",
    "git_http_url",
    "git_ssh_url",
    "http_url",
    "web_url",
  );
  return {
    keys: new Set(urls.map(repositoryKey).filter((key) => key !== undefined)),
    branch: typeof ref === "string" ? /^refs\/heads\/(.+)$/.exec(ref)?.[1] : undefined,
    defaultBranch: text("default_branch")[0],
  };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Whether the push can have changed the project's clone. */
function isAbout({ keys, branch, defaultBranch }: Push, { url, settings }: Project): boolean {
  if (url === null || !keys.has(repositoryKey(url) ?? "")) return false;
  const followed = settings.branch ?? defaultBranch;
  return branch === undefined || followed === undefined || followed === branch;
}
