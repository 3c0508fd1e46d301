/** Passwords recognized by their surroundings: URLs, headers, commands, netrc, Dockerfiles, SQL. Each line is one form. */
import { decodedPercent } from "../../base/percent.js";
import { isName, isPlaceholder, isRandom, isWordy } from "./harmless.js";
import { byPattern, type OwnRule } from "./rule.js";

/** A password in a place that can hold nothing else. */
const isPassword = (secret: string): boolean => secret.length >= 4 && !isPlaceholder(secret) && !isName(secret);
const isBearer = (secret: string): boolean => isPassword(secret) && !isWordy(secret);

/** Whether base64 holds a user and a password that is a secret. */
function isPair(secret: string): boolean {
  const text = Buffer.from(secret, "base64").toString("latin1");
  const [, user, password] = /^([\x20-\x7e]{0,200}?):([\x20-\x7e]{1,400})$/.exec(text) ?? [];
  return password !== undefined && password !== user && isPassword(password);
}

/** Samples often use the user's name as the password. */
const isUrlPassword = (secret: string, { 0: whole }: RegExpExecArray): boolean => {
  const user = /:\/\/([^:]*):/.exec(whole)?.[1] ?? "";
  return isPassword(decodedPercent(secret)) && secret !== user;
};

const NAMED = String.raw`\w{0,60}(?:PASS|PWD|SECRET|TOKEN|KEY|CREDENTIAL|AUTH)\w{0,20}`;

export const PLACES: readonly OwnRule[] = [
  byPattern("url-password", ["://"], /:\/\/[\w.%+~-]{0,80}:([^\s:/@;"'`<>()[\]{}\\|]{4,200})@[\w.[-]/, isUrlPassword),
  // An unencoded colon, slash or pipe inside the password.
  byPattern(
    "url-password",
    ["://"],
    /:\/\/[\w.%+~-]{1,80}:([^\s@;"'`<>{}\\/]{1,60}[:|()[\]][^\s@;"'`<>{}\\/]{1,60})@[\w.-]{1,100}[:/]/,
    isUrlPassword,
  ),
  byPattern("url-token", ["://"], /:\/\/([A-Za-z0-9_-]{20,120})@[\w-]{1,60}\.[\w.-]{1,100}/, (secret) =>
    isRandom(secret),
  ),
  byPattern("authorization", ["bearer"], /\bBearer[ \t]{1,4}([\w.~+/=-]{12,2000})/i, isBearer),
  byPattern("authorization", ["basic"], /\bBasic[ \t]{1,4}([A-Za-z0-9+/]{8,400}={0,2})/i, isPair),
  byPattern(
    "authorization",
    ["authorization"],
    /\bAuthorization["']?\s{0,3}[:=,]\s{0,3}["'`]?(?:Token|ApiKey|Api-Key|Key|Bot|Negotiate|GenieKey|SSWS|Splunk|OAuth|DPoP|JWT)[ =]{1,4}["']?([\w.~+/=-]{12,2000})/i,
    isBearer,
  ),
  byPattern(
    "authorization",
    ["authorization"],
    /\bAuthorization["']?\s{0,3}[:=,]\s{0,3}["'`]?([\w.~+/=-]{16,2000})["'`]?/i,
    (secret) => isBearer(secret) && isRandom(secret),
  ),
  byPattern("digest-response", ["digest"], /\bDigest\b[^\r\n]{0,300}\bresponse="([0-9a-f]{32,64})"/i, isPassword),
  // Commands
  byPattern(
    "curl-user",
    ["curl"],
    /\bcurl\b[^\r\n]{0,300}?\s(?:-u|--user|--proxy-user|-U)[ =]?["']?[^\s:"']{0,80}:([^\s"']{4,200})/,
    isPassword,
  ),
  byPattern(
    "wget-password",
    ["wget", "http"],
    /\b(?:wget|http)\b[^\r\n]{0,300}?\s(?:--(?:http-|ftp-)?password[= ]|-a [\w.-]{1,60}:)["']?([^\s"']{4,200})/,
    isPassword,
  ),
  byPattern(
    "mysql-password",
    ["mysql", "mariadb"],
    /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\r\n]{0,300}?\s-p["']?([^\s"']{4,200})/,
    isPassword,
  ),
  byPattern("sshpass", ["sshpass"], /\bsshpass\b[^\r\n]{0,40}?\s-p[ ]?["']?([^\s"']{4,200})/, isPassword),
  byPattern(
    "redis-password",
    ["redis-cli", "requirepass", "masterauth"],
    /(?:\bredis-cli\b[^\r\n]{0,200}?\s(?:-a|--pass)|\brequirepass|\bmasterauth)[ \t]{1,8}["']?([^\s"']{4,200})/,
    isPassword,
  ),
  byPattern(
    "login-password",
    ["docker", "az ", "oc ", "podman", "helm"],
    /\b(?:docker|podman|az|oc|helm)\b[^\r\n]{0,100}?\blogin\b[^\r\n]{0,200}?\s-p[ =]?["']?([^\s"']{4,200})/,
    isPassword,
  ),
  byPattern("openssl-password", ["pass:"], /\s-pass(?:in|out)?[ =]["']?pass:([^\s"']{4,200})/, isPassword),
  byPattern(
    "net-use-password",
    ["net use"],
    /\bnet use\b[^\r\n]{0,200}?\s\/user:\S{1,80}[ \t]{1,4}([^\s"']{4,200})/i,
    isPassword,
  ),
  // Files
  byPattern("netrc", ["login"], /\blogin\s{1,20}\S{1,200}\s{1,20}password\s{1,20}["']?([^\s"']{3,400})/, isPassword),
  byPattern(
    "dockerfile",
    ["env ", "arg "],
    new RegExp(String.raw`^[ \t]{0,20}(?:ENV|ARG)[ \t]{1,8}${NAMED}[ \t]{1,8}["']?([^\s"'=][^\s"']{3,400})`, "im"),
    isPassword,
  ),
  byPattern(
    "yaml-block",
    [": >", ": |"],
    /(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|credentials?)["']?:[ \t]{1,4}[>|][+-]?[ \t]{0,4}\r?\n[ \t]{1,40}(\S{8,400})[ \t]{0,4}(?:\r?\n|$)/i,
    (secret) => isBearer(secret) && isRandom(secret),
  ),
  byPattern("docker-config", ["auth"], /"auth"\s{0,4}:\s{0,4}"([A-Za-z0-9+/]{8,400}={0,2})"/, isPair),
  byPattern(
    "npmrc",
    ["_auth", "_password"],
    /:_(?:auth|authToken|password)\s{0,3}=\s{0,3}["']?([^\s"']{8,400})/,
    isPassword,
  ),
  byPattern(
    "pgpass",
    [":5432:", ":5433:", ":6432:", ":*:"],
    /^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*.-]{1,60}:([^\s:]{5,200})\r?$/m,
    isPassword,
  ),
  byPattern(
    "htpasswd",
    ["$apr1$", "$2y$", "$2a$", "$2b$", "{sha}", "$6$", "$5$", "$1$"],
    /(?:\$apr1\$|\$2[aby]\$\d\d\$|\{SHA\}|\$[156]\$)[\w./=+$]{20,120}/,
    isPassword,
  ),
  // Programs
  byPattern(
    "credential-call",
    ["credential", "auth"],
    /\b(?:NetworkCredential|UsernamePassword(?:Credentials?|AuthenticationToken)|PasswordAuthentication|BasicAWSCredentials|(?:HTTP|Http)?(?:Basic|Digest)Auth\w{0,20}|SetBasicAuth)\(\s{0,20}["'][^"'\r\n]{0,100}["']\s{0,4},\s{0,20}["']([^"'\r\n]{4,200})["']/,
    isPassword,
  ),
  // Sentences
  byPattern(
    "sentence",
    ["password", "passphrase", "secret", "token", "key"],
    /\b(?:password|passphrase|secret|token|(?:api|access) key)\b(?: (?:of|for) [\w ]{1,40}?)?[ \t]{1,2}(?:is|was|will be)(?:[ \t]{0,2}:|[ \t]now)?[ \t]{1,2}["'`]?([^\s"'`,;()<>]{8,200})/i,
    (secret) => isBearer(secret) && isRandom(secret),
  ),
  // SQL
  byPattern(
    "sql-password",
    ["identified"],
    /\bIDENTIFIED[ \t]{1,4}(?:(?:WITH|VIA)[ \t]{1,4}[\w"'`]{1,60}[ \t]{1,4})?(?:BY|USING|AS)[ \t]{1,4}(?:PASSWORD[ \t]{1,4})?(?:'([^'\r\n]{4,200})'|"([^"\r\n]{4,200})"|([^\s'"`;(),]{4,200})(?=[\s;]|$))/i,
    isPassword,
  ),
  byPattern(
    "sql-password",
    ["password"],
    /\bPASSWORD(?:[ \t]{1,4}|[ \t]{0,4}=[ \t]{0,4})?\(?N?(?<!PASSWORD)'([^'\r\n]{4,200})'/i,
    isPassword,
  ),
];
