/** A JWT issuer on this machine, for made-up callers. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const AUDIENCE = "https://codeindex.example.com/mcp";

export interface Issuer {
  /** The URL of its keys, which is also its name. */
  url: string;
  /** Signs a token for an hour, with which a caller may read everything. */
  sign(subject: string): Promise<string>;
  close(): void;
}

/** Starts an issuer on a free port. Must be closed. */
export async function createIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "one" }] });
  const server = createServer((_request, response) => response.end(keys));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    sign: (subject) =>
      new SignJWT({ scope: "codeindex:read" })
        .setProtectedHeader({ alg: "RS256", kid: "one" })
        .setIssuer(url)
        .setAudience(AUDIENCE)
        .setSubject(subject)
        .setExpirationTime("1h")
        .sign(privateKey),
    close: () => void server.close(),
  };
}
