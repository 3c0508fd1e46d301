/** Decides which addresses belong to this machine or its private network: local-only mode allows no others. */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../../base/errors.js";

/** How long a name may take to be resolved at the start, in milliseconds. */
const PATIENCE = 3000;

const PRIVATE = new BlockList();
// 0.0.0.0 and :: lead to this machine.
for (const [network, prefix] of [
  ["0.0.0.0", 32],
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv4");
PRIVATE.addSubnet("::", 127, "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");
PRIVATE.addSubnet("fe80::", 10, "ipv6");

/** Names without a public server: those without a dot, and those under domains reserved for local use. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|internal|home\.arpa|test)$/i;

/** Whether an IP address belongs to this machine or a private network. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && PRIVATE.check(address, family === 4 ? "ipv4" : "ipv6");
}

/**
 * Throws `configuration` unless a provider's host is known to be on this machine or its private network: for a public address, and for a name that is
 * not local and does not resolve to private addresses alone. `setting` is the setting to correct.
 */
export async function refuseRemoteHost(baseUrl: string, setting: string): Promise<void> {
  const host = hostOf(baseUrl);
  if (isIP(host) === 0 && LOCAL_NAME.test(host)) return;
  const addresses = await Promise.race([addressesOf(host), sleep(PATIENCE, [], { ref: false })]);
  if (addresses.length > 0 && addresses.every(isPrivateAddress)) return;
  throw new CodeindexError(
    "configuration",
    `${setting}: ${host} is not known to be of this machine or its private network, and CODEINDEX_LOCAL_ONLY refuses all others.`,
    {},
    [`Set ${setting} to a local address, choose another provider, or unset CODEINDEX_LOCAL_ONLY.`],
  );
}

/** Whether all current addresses of a URL's host are private. True for a name that does not resolve. */
export async function isPrivateHost(baseUrl: string): Promise<boolean> {
  return (await addressesOf(hostOf(baseUrl))).every(isPrivateAddress);
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
