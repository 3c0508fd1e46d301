/** Tokens of services, which are known by their form wherever they stand. */
import { ALNUM, base64, DIGITS, HEX, LOWER, type Random, some, UPPER } from "./random.js";

/** A service's token: what stands before, and the letters and length of the rest. Split, so that no scanner takes it for one. */
const made =
  (prefix: string[], letters: string, length: number, end = "") =>
  (random: Random) =>
    prefix.join("") + some(letters, length, random) + end;

/** Tokens that are known by their form, wherever they stand. */
export const SERVICES: Record<string, (random: Random) => string> = {
  github: made(["gh", "p_"], ALNUM, 36),
  "github app": made(["gh", "s_"], ALNUM, 36),
  "github fine-grained": made(["github_", "pat_"], `${ALNUM}_`, 82),
  gitlab: made(["glp", "at-"], `${ALNUM}-_`, 20),
  npm: made(["np", "m_"], ALNUM, 36),
  aws: made(["AK", "IA"], `${UPPER}234567`, 16),
  "google api": made(["AI", "za"], `${ALNUM}-_`, 35),
  "google oauth secret": made(["GOC", "SPX-"], `${ALNUM}-_`, 28),
  "google oauth token": made(["ya", "29."], `${ALNUM}-_`, 120),
  slack: (random) => `xox${"b"}-${some(DIGITS, 12, random)}-${some(DIGITS, 12, random)}-${some(ALNUM, 24, random)}`,
  "slack webhook": (random) =>
    `https://hooks.slack.com/services/T${some(UPPER + DIGITS, 10, random)}/B${some(UPPER + DIGITS, 10, random)}/${some(ALNUM, 24, random)}`,
  stripe: made(["sk_", "live_"], ALNUM, 24),
  "stripe restricted": made(["rk_", "live_"], ALNUM, 99),
  "stripe webhook": made(["whs", "ec_"], ALNUM, 32),
  "discord bot": (random) => `M${some(ALNUM, 25, random)}.${some(ALNUM, 6, random)}.${some(`${ALNUM}-_`, 38, random)}`,
  "discord webhook": (random) =>
    `https://discord.com/api/webhooks/${some(DIGITS, 18, random)}/${some(`${ALNUM}-_`, 68, random)}`,
  docker: made(["dckr_", "pat_"], `${ALNUM}-_`, 27),
  groq: made(["gs", "k_"], ALNUM, 52),
  supabase: made(["sb", "p_"], HEX, 40),
  "supabase secret": made(["sb_", "secret_"], `${ALNUM}_-`, 31),
  xai: made(["xa", "i-"], ALNUM, 80),
  openrouter: made(["sk-", "or-v1-"], HEX, 64),
  replicate: made(["r", "8_"], ALNUM, 37),
  openai: made(["sk-", "proj-"], `${ALNUM}-_`, 120),
  "openai of old": made(["s", "k-"], ALNUM, 48),
  anthropic: made(["sk-", "ant-api03-"], `${ALNUM}-_`, 93, "AA"),
  huggingface: made(["h", "f_"], ALNUM, 34),
  nvidia: made(["nv", "api-"], `${ALNUM}-_`, 64),
  pinecone: made(["pc", "sk_"], ALNUM, 64),
  telegram: (random) => `${some("123456789", 10, random)}:AA${some(`${ALNUM}-_`, 33, random)}`,
  sendgrid: (random) => `S${"G"}.${some(`${ALNUM}-_`, 22, random)}.${some(`${ALNUM}-_`, 43, random)}`,
  mailgun: made(["ke", "y-"], HEX, 32),
  mailchimp: made([], HEX, 32, "-us12"),
  shopify: made(["shp", "at_"], HEX, 32),
  figma: made(["fig", "d_"], `${ALNUM}-_`, 40),
  notion: made(["secr", "et_"], ALNUM, 43),
  linear: made(["lin_", "api_"], ALNUM, 40),
  databricks: made(["da", "pi"], HEX, 32),
  digitalocean: made(["dop_", "v1_"], HEX, 64),
  doppler: made(["dp.", "pt."], ALNUM, 43),
  pypi: made(["pypi-", "AgEIcHlwaS5vcmc"], `${ALNUM}-_`, 120),
  nuget: made(["oy", "2"], LOWER + DIGITS, 43),
  rubygems: made(["ruby", "gems_"], HEX, 48),
  postman: (random) => `PMA${"K"}-${some(HEX, 24, random)}-${some(HEX, 34, random)}`,
  "vault service": made(["hv", "s."], `${ALNUM}-_`, 95),
  atlassian: made(["ATA", "TT3"], `${ALNUM}-_`, 186),
  "azure storage": (random) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${base64(64, random)}`,
  "azure sas": (random) =>
    `https://shop.blob.core.windows.net/c/b?sv=2022-11-02&se=2030-01-01T00%3A00%3A00Z&sr=b&sp=r&sig=${encodeURIComponent(base64(32, random))}`,
  jwt: (random) =>
    `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ${some(ALNUM, 60, random)}.${some(`${ALNUM}-_`, 43, random)}`,
};

/** The whole of what has to be masked, where only a part of it is secret. */
export const PART_OF: Record<string, (whole: string) => string> = {
  "slack webhook": (whole) => whole.split("/").at(-1)!,
  "discord webhook": (whole) => whole.split("/").at(-1)!,
  "azure storage": (whole) => whole.split("AccountKey=")[1]!,
  "azure sas": (whole) => whole.split("sig=")[1]!,
};

/** Where tokens of services stand. */
export const AROUND_TOKENS = [
  'const client = create("§");',
  "TOKEN=§\n",
  "    value: §\n",
  '{ "value": "§" }',
  "The key is §, for now.",
];
