// Whether the process of this container lives: what its health check runs. Ends with 0 where /health says so.
import http from "node:http";
import https from "node:https";

const PATIENCE_MS = 4000;
const place = { host: "127.0.0.1", port: process.env.CODEINDEX_PORT, path: "/health", timeout: PATIENCE_MS };

/** The status of an answer; throws where there is none. */
function ask(scheme, options) {
  return new Promise((done, failed) => {
    const request = scheme.get({ ...place, ...options }, (answer) => done(answer.resume().statusCode));
    request.on("error", failed);
    request.on("timeout", () => request.destroy(new Error("no answer")));
  });
}

// Where a certificate is configured plain HTTP is not answered. The certificate is for the service's public name, not for this address; nothing is
// said over the connection that anybody could not hear.
const status = await ask(http, {}).catch(() => ask(https, { rejectUnauthorized: false }).catch(() => 0));
process.exit(status === 200 ? 0 : 1);
