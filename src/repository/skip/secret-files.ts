/** Files that hold secrets by what they are called: left out unless a `.codeindexignore` takes them in by name. */
import { folderOf, nameOf } from "../../model/paths.js";

const SECRET_NAMES = new Set([
  ".npmrc",
  ".pypirc",
  ".netrc",
  "_netrc",
  ".htpasswd",
  ".htdigest",
  ".pgpass",
  ".my.cnf",
  ".git-credentials",
  ".dockercfg",
  ".s3cfg",
  ".boto",
  ".vault-token",
  ".terraformrc",
  "terraform.rc",
  "credentials",
  "credentials.json",
  "credentials.yml",
  "credentials.yaml",
  "credentials.yml.enc",
  "client_secret.json",
  "client_secrets.json",
  "application_default_credentials.json",
  "secrets.json",
  "secrets.yml",
  "secrets.yaml",
  "secrets.toml",
  "kubeconfig",
  "master.key",
  "id_rsa",
  "id_dsa",
  "id_ecdsa",
  "id_ed25519",
]);

const SECRET_EXTENSIONS = new Set([
  ".pem",
  ".key",
  ".p12",
  ".pfx",
  ".p8",
  ".jks",
  ".keystore",
  ".kdbx",
  ".ppk",
  ".pkcs12",
  ".snk",
  ".crt",
  ".cer",
  ".der",
  ".p7b",
  ".gpg",
  ".tfstate",
  ".tfvars",
  ".ovpn",
  ".mobileprovision",
  ".publishsettings",
]);

/** Folder and name together. */
const SECRET_PATHS = [".docker/config.json", ".kube/config", ".aws/config", ".aws/credentials", ".config/gh/hosts.yml"];

const SECRET_PATTERNS = [
  /^id_(rsa|dsa|ecdsa|ed25519)([._-].*)?$/,
  /^service[-_]?account.*\.json$/,
  /\.tfstate\.(backup|\d+\.backup)$/,
  /\.tfvars\.json$/,
  /\.kubeconfig$/,
];

/** `.env.example` and its like are there to be read. */
const ENV_TEMPLATE = /\.(example|sample|template|dist|defaults?|schema)$/;

/** The rule by which a file's name says that it holds secrets, for people: `.env*`; null where it does not. */
export function secretRule(path: string): string | null {
  const name = nameOf(path).toLowerCase();
  if ((name === ".env" || name.startsWith(".env.") || name === ".envrc") && !ENV_TEMPLATE.test(name))
    return ".env and .env.*";
  if (name.endsWith(".env") && !ENV_TEMPLATE.test(name)) return "*.env";
  if (SECRET_NAMES.has(name)) return name;
  const dot = name.lastIndexOf(".");
  if (dot >= 0 && SECRET_EXTENSIONS.has(name.slice(dot))) return `*${name.slice(dot)}`;
  const matched = SECRET_PATTERNS.find((pattern) => pattern.test(name));
  if (matched) return `name of a key or credentials (${matched.source})`;
  const lower = `${folderOf(path).toLowerCase()}/${name}`;
  return SECRET_PATHS.find((tail) => lower.endsWith(`/${tail}`) || lower === tail) ?? null;
}
