/** The page behind a proxy that names the caller by the company's own JWT: nobody is asked for a token, and the page shows what the JWT allows. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { until } from "../helpers/until.js";
import { serve } from "../system/process.js";
import { canLook, useBrowser } from "./browser.js";
import { startProxy } from "./proxy.js";

const AUDIENCE = "https://code.example.com/mcp";

describe.runIf(canLook)("a proxy with JWTs", () => {
  const open = useBrowser();

  test("shows its caller the projects of the JWT, and no way to log in or out", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const issuer = createServer(async (_request, response) => {
      response.end(JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "one" }] }));
    });
    await new Promise<void>((done) => issuer.listen(0, "127.0.0.1", done));
    onTestFinished(() => void issuer.close());
    const issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
    const folder = temporaryFolder();
    writeFiles(folder, {
      "root/web-shop/price.ts": "export const price = (item: string) => item.length;\n",
      "root/web-shop/.git/HEAD": "",
      "root/secret/plan.ts": "export const price = 1;\n",
      "root/secret/.git/HEAD": "",
    });
    const env = {
      CODEINDEX_ROOT: join(folder, "root"),
      CODEINDEX_AUTH: "jwt",
      CODEINDEX_JWT_ISSUER: issuerUrl,
      CODEINDEX_JWT_AUDIENCE: AUDIENCE,
      CODEINDEX_JWT_JWKS_URL: issuerUrl,
      CODEINDEX_JWT_PROJECTS_CLAIM: "projects",
    };
    const service = await serve(join(folder, "root/web-shop"), join(folder, "data"), { env });
    onTestFinished(() => service.stop());
    const tokenOf = (projects: string) =>
      new SignJWT({ iss: issuerUrl, aud: AUDIENCE, sub: "ann", scope: "codeindex:read", projects })
        .setProtectedHeader({ alg: "ES256", kid: "one" })
        .setExpirationTime("1h")
        .sign(privateKey);
    const proxy = await startProxy(service.url, { headers: { authorization: `Bearer ${await tokenOf("web-*")}` } });
    onTestFinished(() => proxy.close());
    const seen = async () => (await fetch(`${proxy.url}/projects`)).text();
    await until(async () => (await seen()).includes('"state":"ready"'), { every: 200 });
    expect(await seen()).not.toContain("secret");

    const { page } = await open();
    await page.goto(`${proxy.url}/?q=price`);
    await page.getByRole("link", { name: "price.ts" }).first().waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByText("plan.ts").count()).toBe(0);
    await page.goto(`${proxy.url}/ui/index`);
    await page.getByText("web-shop").first().waitFor();
    expect(await page.getByText("secret").count()).toBe(0);

    await page.goto(`${service.url}/?q=price`);
    await page.getByRole("dialog", { name: "Log in" }).waitFor();
  });
});
