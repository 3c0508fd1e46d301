/** The kinds of configuration values: the allowed values of each, and their parsers for text and for JSON. */
import { isIP } from "node:net";

/** A kind of value. It parses the text of a flag or the environment, or the JSON of the file; undefined for a value that is not allowed. */
export interface ValueKind<T> {
  /** The allowed values in words, for messages and docs/configuration.md. */
  allowed: string;
  json: Record<string, unknown>;
  parse(raw: unknown): T | undefined;
}

/** A whole number in a range. */
export const integer = (min: number, max: number): ValueKind<number> => ({
  allowed: `a whole number from ${min} to ${max}`,
  json: { type: "integer", minimum: min, maximum: max },
  parse(raw) {
    const value = typeof raw === "string" && /^\d+$/.test(raw.trim()) ? Number(raw) : raw;
    return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
  },
});

export const text: ValueKind<string> = {
  allowed: "a text that is not empty",
  json: { type: "string", minLength: 1 },
  parse: (raw) => (typeof raw === "string" && raw.trim() !== "" && !raw.includes("\0") ? raw.trim() : undefined),
};

/** Long enough that nobody guesses it, and in the alphabet of bearer tokens (RFC 6750). */
export const secret: ValueKind<string> = {
  allowed: "a text of at least 16 letters, digits and signs of -._~+/=",
  json: { type: "string", pattern: "^[-A-Za-z0-9._~+/]{16,}=*$" },
  parse: (raw) => (typeof raw === "string" && /^[-A-Za-z0-9._~+/]{16,}=*$/.test(raw.trim()) ? raw.trim() : undefined),
};

export const apiToken: ValueKind<string> = {
  allowed: "a token as codeindex token new prints it",
  json: { type: "string", pattern: "^cdx_[0-9A-Za-z]{48}$" },
  parse: (raw) => (typeof raw === "string" && /^cdx_[0-9A-Za-z]{48}$/.test(raw.trim()) ? raw.trim() : undefined),
};

export const list: ValueKind<string[]> = {
  allowed: "a list; in the environment its parts are separated by commas",
  json: { type: "array", items: { type: "string", minLength: 1 } },
  parse(raw) {
    const parts = typeof raw === "string" ? raw.split(",").map((part) => part.trim()) : raw;
    if (!Array.isArray(parts)) return undefined;
    const values = parts.filter((part) => part !== "");
    return values.every((part) => typeof part === "string" && !part.includes("\0")) ? values : undefined;
  },
};

export const yesNo: ValueKind<boolean> = {
  allowed: "true or false",
  json: { type: "boolean" },
  parse(raw) {
    if (typeof raw === "boolean") return raw;
    if (raw === "true" || raw === "1") return true;
    return raw === "false" || raw === "0" ? false : undefined;
  },
};

export const claimAndValue: ValueKind<{ claim: string; value: string }> = {
  allowed: "CLAIM=VALUE",
  json: { type: "string", pattern: "^[^=]+=.+$" },
  parse(raw) {
    const [, claim, value] = (typeof raw === "string" && /^([^=\s\0]+)=([^\s\0]+)$/.exec(raw.trim())) || [];
    return claim !== undefined && value !== undefined ? { claim, value } : undefined;
  },
};

/** One of some words. */
export const oneOf = <T extends string>(...values: T[]): ValueKind<T> => ({
  allowed: `one of ${values.join(", ")}`,
  json: { enum: values },
  parse: (raw) => values.find((value) => value === raw),
});

/** Some of some words, in their order here. */
export const someOf = <T extends string>(...values: T[]): ValueKind<T[]> => ({
  allowed: `some of ${values.join(", ")}`,
  json: { type: "array", items: { enum: values } },
  parse(raw) {
    const names = list.parse(raw);
    const known = values.filter((value) => names?.includes(value));
    return names && known.length === new Set(names).size ? known : undefined;
  },
});

const BYTES: Record<string, number> = { "": 1, B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 };
export const size: ValueKind<number> = {
  allowed: "a size such as 500KB or 1.5MB (KB = 1024 bytes), or a number of bytes",
  json: { type: ["string", "integer"], pattern: "^[0-9.]+ *([KMGT]?B)?$", minimum: 1 },
  parse: (raw) => scaled(raw, BYTES),
};

/** A size of at least `least` bytes, which `words` describes. */
export const sizeFrom = (least: number, words: string): ValueKind<number> => ({
  allowed: `a size of at least ${words}, such as 500MB (KB = 1024 bytes), or a number of bytes`,
  json: size.json,
  parse(raw) {
    const value = size.parse(raw);
    return value !== undefined && value >= least ? value : undefined;
  },
});

export const fraction: ValueKind<number> = {
  allowed: "a number from 0 to 1",
  json: { type: "number", minimum: 0, maximum: 1 },
  parse(raw) {
    const value = typeof raw === "string" && /^(\d+|\d*\.\d+)$/.test(raw.trim()) ? Number(raw) : raw;
    return typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;
  },
};

const MILLISECONDS: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };
export const duration: ValueKind<number> = {
  allowed: "a time such as 500ms, 30s or 2m",
  json: { type: "string", pattern: "^[0-9.]+ *(ms|s|m)$" },
  parse: (raw) => scaled(raw, MILLISECONDS),
};

function scaled(raw: unknown, units: Record<string, number>): number | undefined {
  const [, number, word = ""] = /^(\d{1,12}(?:\.\d{1,6})?) *([A-Za-z]*)$/.exec(String(raw).trim()) ?? [];
  const unit = units[word] ?? units[word.toUpperCase()];
  const value = number !== undefined && unit ? Math.round(Number(number) * unit) : 0;
  return value > 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** The address of an API, without the slash at its end. */
export const baseUrl: ValueKind<string> = {
  allowed: "a URL such as http://localhost:11434",
  json: { type: "string", pattern: "^https?://" },
  parse(raw) {
    if (typeof raw !== "string" || !URL.canParse(raw.trim())) return undefined;
    const { protocol, search, hash } = new URL(raw.trim());
    return /^https?:$/.test(protocol) && !search && !hash ? raw.trim().replace(/\/+$/, "") : undefined;
  },
};

/** An origin as browsers send it: a scheme, a host and perhaps a port. */
export const origins: ValueKind<string[]> = {
  allowed: "a list of origins such as https://app.example.com, each in full: * is none",
  json: { type: "array", items: { type: "string", pattern: "^https?://[^/*]+$" } },
  parse(raw) {
    const values = list.parse(raw);
    return values?.every(
      (value) => URL.canParse(value) && /^https?:\/\/[^/*@]+$/.test(value) && new URL(value).origin === value,
    )
      ? values
      : undefined;
  },
};

/** The names of networks that proxy-addr understands. */
const NETWORKS = ["loopback", "linklocal", "uniquelocal"];
export const addresses: ValueKind<string[]> = {
  allowed: `a list of addresses (10.0.0.5), networks (10.0.0.0/8), or ${NETWORKS.join(", ")}`,
  json: { type: "array", items: { type: "string", minLength: 1 } },
  parse(raw) {
    const values = list.parse(raw);
    return values?.every((value) => NETWORKS.includes(value) || isNetwork(value)) ? values : undefined;
  },
};

function isNetwork(value: string): boolean {
  const [address = "", length, ...rest] = value.split("/");
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    bits > 0 && rest.length === 0 && (length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= bits))
  );
}

/** Without the trailing slash, so that paths can follow. */
export const url = (allowed: string): ValueKind<string> => ({
  allowed,
  json: { type: "string", pattern: "^https?://" },
  parse(raw) {
    if (typeof raw !== "string" || !URL.canParse(raw)) return undefined;
    const { protocol, origin, pathname, search, hash } = new URL(raw);
    if (!/^https?:$/.test(protocol) || search || hash) return undefined;
    return `${origin}${pathname}`.replace(/\/+$/, "");
  },
});

export const redisUrl: ValueKind<string> = {
  ...text,
  allowed: "a URL such as redis://host:6379",
  parse: (raw) => (typeof raw === "string" && /^rediss?:\/\/\S+$/.test(raw) ? raw : undefined),
};

export const postgresUrl: ValueKind<string> = {
  ...text,
  allowed: "a URL such as postgres://user@host/database",
  parse: (raw) => (typeof raw === "string" && /^postgres(ql)?:\/\/\S+$/.test(raw) ? raw : undefined),
};
