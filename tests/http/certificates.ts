/** Certificates for the tests of TLS, made by openssl: an authority of our own, and what it signs. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { temporaryFolder } from "../helpers/folders.js";

export interface Certificates {
  folder: string;
  /** The authority's certificate. */
  ca: string;
  /** Writes a certificate for this machine and its key; gives the two paths. */
  issue(name: string): { cert: string; key: string };
}

export function makeCertificates(): Certificates {
  const folder = temporaryFolder();
  const run = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  run("req", "-x509", ...curve, "-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=Test CA");
  return {
    folder,
    ca: join(folder, "ca.pem"),
    issue(name) {
      run(
        ...["req", "-x509", ...curve, "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "20", "-subj", `/CN=${name}`],
        ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"],
        ...["-keyout", `${name}.key`, "-out", `${name}.pem`],
      );
      return { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
    },
  };
}
