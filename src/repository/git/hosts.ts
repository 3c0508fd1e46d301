/**
 * Keeps clones away from this machine's own and link-local addresses. Services behind them trust every caller (metadata of clouds, databases,
 * ourselves). A name is resolved once, and git is told the addresses that were found, so that another answer later leads nowhere else.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

const LOCAL = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
] as const)
  LOCAL.addSubnet(network, prefix, "ipv4");
LOCAL.addSubnet("::", 127, "ipv6");
LOCAL.addSubnet("fe80::", 10, "ipv6");

/** Ports of URLs that name none. */
const PORTS: Record<string, number> = { "https:": 443, "http:": 80 };

/** Whether an address is of this machine alone or of its link. */
export function isLocalAddress(address: string): boolean {
  const [plain = ""] = address.split("%");
  const family = isIP(plain);
  return family !== 0 && LOCAL.check(plain, family === 4 ? "ipv4" : "ipv6");
}

/** The addresses of a git URL's host; [] where it has none (file), or none is found. */
export async function addressesOf(url: string): Promise<string[]> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (host === "") return [];
  if (isIP(host) !== 0) return [host];
  // Names such as 2130706433 are addresses to the system: it resolves them as git does.
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** The settings of git that hold it to the addresses that were found, as far as git knows such settings. */
export function pinned(url: string, addresses: readonly string[]): [name: string, value: string][] {
  // Where a redirect would lead is not known before git follows it.
  const settings: [string, string][] = [["http.followRedirects", "false"]];
  const { protocol, hostname, port } = new URL(url);
  const known = PORTS[protocol];
  if (known === undefined || addresses.length === 0 || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return settings;
  return [...settings, ["http.curloptResolve", `${hostname}:${port || known}:${addresses.join(",")}`]];
}
