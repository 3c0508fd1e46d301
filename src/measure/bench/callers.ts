/** Measures the cost of authentication, and the effect of one caller's excessive requests on the others. */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { makeToken } from "../../auth/token-text.js";
import { present } from "../../base/need.js";
import { CONFIG_KEYS } from "../../config/keys.js";
import { type Section, spread, TARGETS } from "./figures.js";
import { AUDIENCE, createIssuer } from "./issuer.js";
import type { TokensInput, TokensResult } from "./tokens-child.js";
import { throwIfStopped, type Workspace } from "./workspace.js";

const CHECKS = 2000;
const OTHERS = 4;
/** The length of each phase, and the pause in which each of the others reads an answer, in milliseconds. */
const PHASE = 15_000;
const READS = 300;
/** Requests a second of a client with made-up tokens. */
const MADE_UP = 1000;
const QUESTION = JSON.stringify({ query: "where requests are handled", limit: 5 });

/** Runs the measurements, on an index of `root` in `dataDir`. */
export async function benchCallers(
  workspace: Workspace,
  { root, dataDir }: { root: string; dataDir: string },
): Promise<Section> {
  const { signal } = workspace;
  const input: TokensInput = { root, dataDir: workspace.path("tokens"), checks: CHECKS };
  const tokens = await workspace.runChild<TokensResult>("tokens-child", input);

  const issuer = await createIssuer();
  const service = await workspace.serve(root, dataDir, {
    CODEINDEX_AUTH: "token,jwt",
    CODEINDEX_JWT_ISSUER: issuer.url,
    CODEINDEX_JWT_JWKS_URL: issuer.url,
    CODEINDEX_JWT_AUDIENCE: AUDIENCE,
  });
  await service.built;
  const others = await Promise.all(Array.from({ length: OTHERS }, (_, index) => issuer.sign(`other ${index}`)));
  const agents = { others: new Agent({ keepAlive: true }), flood: new Agent({ keepAlive: true, maxSockets: 50 }) };
  const url = new URL("/tools/search_code", service.url);

  /** Sends a request, and returns the status. */
  function ask(token: string, agent: Agent): Promise<number> {
    return new Promise((done, failed) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sent = request(url, { method: "POST", agent, headers }, (reply) => {
        reply.resume().once("end", () => done(present(reply.statusCode)));
      });
      sent.once("error", failed).end(QUESTION);
    });
  }
  /** Measures the others' waiting times and refusals during a stranger's requests, `each` a second. */
  async function phase(stranger: () => string, each: number): Promise<{ p95: number; refused: number; late: number }> {
    const times: number[] = [];
    let [refused, late] = [0, 0];
    const end = performance.now() + PHASE;
    const one = async (token: string, index: number): Promise<void> => {
      await sleep((READS / OTHERS) * index);
      while (performance.now() < end) {
        throwIfStopped(signal);
        const started = performance.now();
        const status = await ask(token, agents.others);
        times.push(performance.now() - started);
        if (status !== 200) refused += 1;
        await sleep(READS);
      }
    };
    const flooding = (async () => {
      const began = performance.now();
      const asked: Promise<number | null>[] = [];
      while (each > 0 && performance.now() < end) {
        while (asked.length < ((performance.now() - began) / 1000) * each)
          asked.push(ask(stranger(), agents.flood).catch(() => null));
        await sleep(5);
      }
      late = (await Promise.all(asked)).filter((status) => status === 429).length;
    })();
    await Promise.all([...others.map(one), flooding]);
    return { p95: spread(times).p95, refused, late };
  }

  try {
    for (const token of others) await ask(token, agents.others);
    const quiet = await phase(() => "", 0);
    const greedy = await issuer.sign("flood");
    const limit = CONFIG_KEYS.rateLimit.fallback as number;
    const flooded = await phase(() => greedy, (10 * limit) / 60);
    const madeUp = await phase(() => makeToken().text, MADE_UP);
    return {
      name: "callers",
      method: `${CHECKS} checks of each kind, one at a time, on the embedded database. Then ${OTHERS} callers with search_code every ${READS} ms for ${PHASE / 1000} s: alone, while another asks at ten times its limit (${(10 * limit) / 60} requests a second), and while somebody sends ${MADE_UP} made-up tokens a second. Callers, issuer and service share the machine.`,
      figures: [
        ...Object.entries({
          "check of a known API token": tokens.known,
          "of a known JWT": tokens.knownJwt,
        }).map(([name, { p95 }]) => ({
          name: `${name}, p95`,
          value: p95,
          unit: "ms" as const,
          target: TARGETS.tokenCheck,
        })),
        // Rare in practice: once per token in half a minute, and for callers that made one up.
        ...Object.entries({
          "of an API token that is looked up": tokens.first,
          "of a JWT (RS256) whose signature is checked": tokens.firstJwt,
          "of a made-up API token": tokens.madeUp,
        }).map(([name, { p95 }]) => ({ name: `${name}, p95`, value: p95, unit: "ms" as const })),
        { name: "search_code of others, alone, p95", value: quiet.p95, unit: "ms" },
        { name: "during the flood, p95", value: flooded.p95, unit: "ms" },
        { name: "to that alone", value: flooded.p95 / quiet.p95, unit: "×", target: TARGETS.floodedP95 },
        { name: "others refused", value: quiet.refused + flooded.refused + madeUp.refused, unit: "" },
        { name: "requests of the flood answered 429", value: flooded.late, unit: "" },
        { name: "during made-up tokens, p95", value: madeUp.p95, unit: "ms" },
      ],
    };
  } finally {
    for (const agent of Object.values(agents)) agent.destroy();
    issuer.close();
    await service.stop();
  }
}
