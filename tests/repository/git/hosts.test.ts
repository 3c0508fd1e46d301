/** Clones from this machine's own and link-local addresses are refused, by whatever name, unless the setting allows them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../../src/config/config.js";
import { runGit } from "../../../src/repository/git/command.js";
import { addressesOf, isLocalAddress, pinned } from "../../../src/repository/git/hosts.js";
import { normalizeGitUrl } from "../../../src/repository/git/url.js";
import { temporaryFolder } from "../../helpers/folders.js";

const signal = new AbortController().signal;

describe("addresses", () => {
  const local = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "169.254.169.254",
    "::1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
  ];
  test.each(local)("%s is local", (address) => expect(isLocalAddress(address)).toBe(true));
  test.each(["10.0.0.8", "192.168.1.4", "140.82.112.3", "2606:50c0:8000::153", "fd00::1", "github.com"])(
    "%s is not",
    (address) => expect(isLocalAddress(address)).toBe(false),
  );

  test.each([
    "https://localhost/a.git",
    "https://127.0.0.1:8443/a.git",
    "https://2130706433/a.git",
    "https://0x7f.1/a.git",
    "https://[::1]/a.git",
    "https://[::ffff:7f00:1]/a.git",
    "ssh://git@localhost/a.git",
    "ssh://git@2130706433/a.git",
    "git@127.0.0.1:team/a.git",
  ])("%s leads to one", async (given) => {
    const addresses = await addressesOf(normalizeGitUrl(given, ["https", "ssh"]));
    expect(addresses.some(isLocalAddress), addresses.join()).toBe(true);
  });
});

describe("git", () => {
  /** A server that leads elsewhere, and counts who asks. */
  async function server(lead?: string): Promise<{ url: string; asked: () => number }> {
    let asked = 0;
    const listening = createServer((request, response) => {
      asked += 1;
      if (lead) response.writeHead(302, { location: `${lead}${request.url}` }).end();
      else response.end("001e# service=git-upload-pack\n0000000eversion 2\n0000");
    });
    await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done));
    onTestFinished(() => void listening.close());
    return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, asked: () => asked };
  }
  const config = (gitLocalHosts?: boolean) => ({
    ...readConfig({ repos: [], dataDir: temporaryFolder(), ...(gitLocalHosts && { gitLocalHosts }) }, {}),
    // Only this test speaks without encryption.
    gitProtocols: ["http"] as never,
  });
  const ask = (url: string, isAllowed?: boolean, more: string[] = []) =>
    runGit(config(isAllowed), url, [...more, "ls-remote", url], { cwd: temporaryFolder(), signal });

  test("does not ask a server of this machine", async () => {
    const { url, asked } = await server();
    for (const name of [url, url.replace("127.0.0.1", "localhost"), url.replace("127.0.0.1", "2130706433")])
      await expect(ask(`${name}/a.git`)).rejects.toThrow("CODEINDEX_GIT_LOCAL_HOSTS");
    expect(asked()).toBe(0);
    // The answer is not a repository's.
    await ask(`${url}/a.git`, true).catch(() => undefined);
    expect(asked()).toBeGreaterThan(0);
  });

  test("does not follow a redirect, and keeps to the addresses that were found", async () => {
    const inside = await server();
    const outside = await server(inside.url);
    const { port } = new URL(outside.url);
    // As if a public name led to the outer server.
    const url = `http://git.shop.example:${port}/a.git`;
    const settings = pinned(url, ["127.0.0.1"]).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    await expect(ask(url, true, settings)).rejects.toThrow("it is at another address");
    expect([outside.asked(), inside.asked()]).toEqual([1, 0]);
  });
});
