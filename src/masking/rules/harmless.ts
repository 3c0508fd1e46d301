/**
 * Values in the place of a secret that are not secrets: placeholders, references to settings, masks, words, types and pieces of code. All patterns
 * take time linear in the value.
 */

/** Words of placeholders, samples and tests, alone or joined (`your-api-key-here`, `testPassword123`). */
const WORDS = new Set(
  `a abc abcd abcde abcdef access account admin administrator all allow an and anon any api app are as auth authorization bar basic baz be bearer blank bool
  boolean bot by bytes cannot change changeit changeme client cloud code config confirm confirmation connection correct correcthorse credential credentials custom
  data database db default demo deny dev development disabled do does done dummy email empty enabled encrypted enter env environment example examples expected fake
  false field file foo for forgot from func function generate generated get git goes google guest guid hash hashed header hello hidden hint host id if ignore in incorrect
  input insert int integer invalid is it item key keys label letmein local localhost login long long lorem machine main mask masked master me message minimum missing mock
  model must my mysql mysecret name new nil no none nopass not nothing null num number object of off old on one optional or org other our own page param parameter pass
  passcode passphrase passwd password passwords path pg placeholder please postgres postgresql prefix private process prod production provided public put pw pwd qux
  qwerty random raw read redacted redis ref refresh remove replace required reset root sa same sample save secret secrets sensitive server service session set settings shared
  short show sign signing some something staging strict string strong super supersecret symbol system temp temporary test tester testing tests text that the their this
  to todo token tokens too true two type uid undefined unique unknown unset update use user username users utf uuid valid value values var variable verify void was weak
  webhook welcome will with word world wrong xxx you your yours zzz`.split(/\s+/),
);

/** References that are replaced by a value later: in shells, templates, format strings, build tools, angle brackets. */
const REFERENCES = [
  /\$\{[^}]{0,200}\}?/,
  /\$\(|\$env:|\$\$?[A-Za-z_]\w{0,60}$|^\$\d+$/i,
  /\{\{|\}\}|<%|%>|#\{/,
  /^<[^<>]{1,200}>?$|^&lt;/,
  /^\[[^\]]{0,200}\]?$/,
  /^\{[\w.:-]{0,100}\}$/,
  /^%[A-Za-z_]\w{0,60}%$|^%[+#0-9. -]{0,6}[a-zA-Z]$|^%\([\w.]{1,60}\)s/,
  /^@[A-Za-z_.-]{1,60}@?$/,
  /^__\w{1,80}__$/,
  /^!(?:ref|sub|getatt|vault|env|secret)\b/i,
  /^(?:process\.env|import\.meta|os\.environ|os\.getenv|env|vars?|secrets|config|configuration|settings|options|props|this|self|req|request|args|params|data|local|module|builtins)[.[(]/i,
  /^(?:enc|vault|secret|secretref|arn|aws|azurekeyvault|op|gcpsm|kms|ref|file|env|ssm|bws):/i,
];

const CALL = /^[A-Za-z_$][\w$.]{0,80}\([^()]{0,80}\)$/;
/** Several words, as a sentence or a label. */
const SENTENCE = /^\W{0,3}[A-Za-z']{2,20}[,.:]?\s+\W?[A-Za-z']{1,20}\b/;
/** Public identifiers. */
const DIGEST = /^(?:sha\d{1,3}|md5|urn|data|blake\w{1,4})[-:=]/i;
const URL_OR_PATH =
  /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|\.{0,2}\/[\w.@~-]|~\/|[A-Za-z]:[\\/])|^[\w.@-]{1,60}(?:\/[\w.@-]{1,60}){1,10}\.\w{1,6}$/;
const MASK = /^[*•·.…xX#_?●-]{3,}$|^(.)\1{2,}$|\[masked|redacted|\*{4,}|[•●]{3,}|…|\.{3,}$|x{6,}|X{6,}|\*{3}$/i;
const SEQUENCE = /^(?:0?123456789?0?|1234|12345|123456|1234567|12345678|987654321|abcdefgh|0123456789abcdef|deadbeef)/i;
const DATE_OR_NUMBER = /^[+^~<>=v-]{0,3}[\d.,_:\s*-]{1,20}(?:px|em|rem|ms|s|m|h|d|kb|mb|gb|n|L|f)?$/;
const WELL_KNOWN =
  /^(?:p[a@4][s$5]{2}w[o0]rd|passw0rd|pass@word|qwerty|letmein|iloveyou|welcome|admin|root|hunter2|s3cr3t|s3cret|secr3t|sesame|opensesame|abc123|test|changeme|example)[\d!@#$%.]{0,6}$/i;
const EXAMPLE =
  /example|sample|dummy|placeholder|your[_-]|changeme|change[_-]me|insert|replace[_-]?(?:me|with)|notreal|(?:^|[_-])test[_-](?:token|key|secret|pass)|[_-]12345$|not[_-]a[_-]|fake/i;

/** Whether a value is recognizably a placeholder. */
export function isPlaceholder(value: string): boolean {
  return (
    MASK.test(value) ||
    EXAMPLE.test(value) ||
    WELL_KNOWN.test(value) ||
    SEQUENCE.test(value) ||
    DIGEST.test(value) ||
    isPath(value) ||
    CALL.test(value) ||
    SENTENCE.test(value) ||
    DATE_OR_NUMBER.test(value) ||
    REFERENCES.some((each) => each.test(value)) ||
    isOfWords(value)
  );
}

/** Names, with or without a number, and names of members: `session_token`, `user.password`, `PartitionKey1`. */
export function isName(value: string): boolean {
  const isForm = /^[A-Za-z_$@#-][A-Za-z_$.:>?!#/ -]*\d{0,4}$/.test(value);
  return isForm && !isShuffled(value) && (value.length < 8 || wordsOf(value).every(isSpeakable));
}

/** Whether a value repeats the words of its own name, perhaps with words of placeholders and a short number: `csrfToken = "x-csrf-token"`. */
export function isOwnName(value: string, name: string): boolean {
  if (!/^[A-Za-z][A-Za-z_.:-]*\d{0,2}$/.test(value)) return false;
  const own = new Set(wordsOf(name).map((word) => word.toLowerCase()));
  const words = wordsOf(value).map((word) => word.toLowerCase());
  const isOwn = (word: string) => word.length > 2 && own.has(word);
  return words.some(isOwn) && words.every((word) => isOwn(word) || WORDS.has(word) || word === "x");
}

/** A URL or a path; base64 may begin with a slash too. */
const isPath = (value: string): boolean =>
  URL_OR_PATH.test(value) && !(/^\/?[\w+/]{20,}={0,2}$/.test(value) && isRandom(value));

/** Whether all words of a value are in the list, or single letters. Few digits and other characters are allowed. */
function isOfWords(value: string): boolean {
  const words = wordsOf(value);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const digits = value.replace(/\D/g, "").length;
  if (digits > 4 || digits > letters || words.filter(({ length }) => length < 3).length > words.length / 2)
    return false;
  return words.length > 0 && words.every((word) => WORDS.has(word.toLowerCase()) || word.length === 1);
}

const wordsOf = (value: string): string[] => value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[A-Z]/g) ?? [];

/** Whether the value reads as words: pieces of several letters with vowels, and few digits. */
export function isWordy(value: string): boolean {
  const words = wordsOf(value);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const digits = value.match(/\d+/g) ?? [];
  if (words.length === 0 || letters / words.length < 3.3 || letters < value.length * 0.6) return false;
  if (digits.length > 2 || digits.join("").length > Math.max(4, value.length / 5)) return false;
  return words.every(isSpeakable);
}

/** A word that can be spoken, or an abbreviation that is frequent in programs. */
const isSpeakable = (word: string): boolean =>
  word.length < 3 || ABBREVIATION.test(word) || (/[aeiouy]/i.test(word) && !/[^aeiouy]{5}/i.test(word));
const ABBREVIATION =
  /^(?:https?|html|css|scss|xml|yml|json|jwt|jwk|rsa|ssl|tls|ssh|sql|pgp|gpg|dns|tcp|ftp|smtp|grpc|rpc|sdk|cdn|ctx|cfg|cmd|pwd|psw|msg|src|str|ptr|num|dst|tmp|btn|txt|svg|png|pkg|npm|nx|fk|pk|pbkdf|hmac|cls|dll|exe|stmt|mfa|sms|ttl|wss|xyz)s?$/i;

/** Letters alone that form no word: capitals stand anywhere. */
function isShuffled(value: string): boolean {
  return value.length >= 12 && !/[\s./:>?!#]/.test(value) && wordsOf(value).length > value.length / 2.6;
}

/** Letters and digits that alternate, unlike in a name: `q7Jx2Vb9Lm`. */
export function isRandom(value: string): boolean {
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  return (
    value.length >= 8 && !isWordy(value) && (turns >= 4 || (value.length >= 16 && turns >= 3) || isShuffled(value))
  );
}

/** The number of character classes in a value: lower case, capitals, digits and others. */
export function classesOf(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((each) => each.test(value)).length;
}

/** Shannon's entropy, in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
