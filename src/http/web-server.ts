/**
 * The socket's server: plain HTTP, or HTTPS where a certificate is configured.
 *
 * A certificate and its key are files that another program renews. They are read every few seconds and compared by content, since a mounted secret is
 * exchanged by a link, which watches miss. An incomplete or mismatched pair is not used: the former one stays.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createSecureContext } from "node:tls";
import { CodeindexError } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import { present } from "../base/need.js";
import { systemCode } from "../base/system-code.js";
import { type Config, usesTls } from "../config/config.js";

type TlsSettings = Pick<Config, "tlsCertFile" | "tlsKeyFile" | "tlsMinVersion">;

const LOOK_EVERY_MS = 10_000;
/** Limits how long a client without a handshake can hold a socket. */
const HANDSHAKE_MS = 10_000;
const DAY_MS = 86_400_000;
/** Days before a certificate's end from which a warning is logged. */
const WARN_DAYS = 7;

/** Makes the server for `app`; it does not listen yet. Throws `configuration` where no usable certificate is found. */
export function createWebServer(
  settings: TlsSettings,
  options: ServerOptions,
  app: RequestListener,
  log: Logger,
  lookEvery = LOOK_EVERY_MS,
): Server {
  if (!usesTls(settings)) return createHttpServer(options, app);
  const { tlsMinVersion: minVersion } = settings;
  let used = readPair(settings);
  check(used, log);
  const server = createHttpsServer({ ...options, ...used, minVersion, handshakeTimeout: HANDSHAKE_MS }, app);
  let refused = "";
  const looking = setInterval(() => {
    try {
      const found = readPair(settings);
      if (found.cert === used.cert && found.key === used.key) return;
      check(found, log);
      server.setSecureContext({ ...found, minVersion });
      used = found;
      refused = "";
      log.info("loaded a renewed certificate");
    } catch (error) {
      const { message } = error as Error;
      // Each problem is logged once.
      if (message !== refused)
        log.error({ reason: message }, "failed to load a renewed certificate; the former one stays in use");
      refused = message;
    }
  }, lookEvery);
  looking.unref();
  server.on("close", () => clearInterval(looking));
  return server;
}

/** The texts of both files, in PEM. */
interface Pair {
  cert: string;
  key: string;
}

function readPair({ tlsCertFile, tlsKeyFile }: TlsSettings): Pair {
  return {
    cert: readPem("CODEINDEX_TLS_CERT_FILE", present(tlsCertFile)),
    key: readPem("CODEINDEX_TLS_KEY_FILE", present(tlsKeyFile)),
  };
}

function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = systemCode(error);
    throw unusable(name, `${path} cannot be read (${code}).`, `Let the service's user read it, or correct the path.`);
  }
}

/** Throws `configuration` where the pair is not usable. */
function check({ cert, key }: Pair, log: Logger): void {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    throw unusable(
      "CODEINDEX_TLS_CERT_FILE",
      "holds no certificate in PEM.",
      "Its first block must be -----BEGIN CERTIFICATE-----, the chain follows.",
    );
  }
  try {
    createSecureContext({ key });
  } catch {
    throw unusable(
      "CODEINDEX_TLS_KEY_FILE",
      "holds no private key in PEM, or one with a passphrase.",
      "Give the key without a passphrase, in a file that only the service's user reads.",
    );
  }
  try {
    createSecureContext({ cert, key });
  } catch {
    throw unusable(
      "CODEINDEX_TLS_KEY_FILE",
      "is not the key of the certificate.",
      "Give the two files that were made together.",
    );
  }
  const days = Math.floor((Date.parse(certificate.validTo) - Date.now()) / DAY_MS);
  if (days < WARN_DAYS) log.warn(days < 0 ? "the certificate has expired" : `the certificate expires in ${days} days`);
}

function unusable(name: string, problem: string, todo: string): CodeindexError {
  return new CodeindexError("configuration", `${name}: ${problem}`, {}, [todo]);
}
