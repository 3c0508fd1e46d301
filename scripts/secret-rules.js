/**
 * Makes models/secret-rules.json from the rules of gitleaks: `node scripts/secret-rules.js GITLEAKS_TOML VERSION`.
 *
 * Expressions of Go become those of JavaScript, and are made cheap on any text: each begins with the secret itself, without the part that only leads up
 * to it (`[\w.-]{0,50}?`), and each long part has a bound.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "smol-toml";

const OUT = new URL("../models/secret-rules.json", import.meta.url);

/** The longest of keys, in characters: where `{64,}` ends. */
const LONGEST = 8192;

/** Rules that are not taken over, and why. */
const LEFT_OUT = {
  "private-key": "takes all code between two strings that begin a key; one of our own stands for it",
  "sourcegraph-access-token":
    "takes any 40 hexadecimal digits, which commit hashes have, in a text that names the product",
  "curl-auth-header": "takes placeholders of documentation; its expression backtracks from line to line",
  "curl-auth-user": "takes placeholders of documentation; its expression backtracks from line to line",
  "kubernetes-secret-yaml": "takes the whole block with its names",
  "jwt-base64": "a JWT within base64 of something else",
};

/** Texts that are not secrets either, by rule: found in repositories that have none. */
const ALLOWED_TOO = {
  "generic-api-key": [
    {
      regexes: [
        // UUIDs, commit hashes, digests
        "(?i)^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
        "^[0-9a-f]{40}$",
        String.raw`^(?:sha\d+|md5)[-:=]`,
        // names, numbered ones too, and what is read from an object
        String.raw`^[A-Za-z_.-]+\d{0,4}$`,
        String.raw`^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$`,
      ],
    },
    { regexTarget: "match", regexes: ["(?i)public[_-]?key[_-]?token", "(?i)Sec-WebSocket-(?:Key|Accept)"] },
  ],
};

/** Changes of expressions, by rule: a part, and what stands there instead. */
const CHANGED = {
  "generic-api-key": [
    // JSON within a string, whose quotes are escaped.
    [String.raw`[\s'"]{0,3}`, String.raw`[\s'"\\]{0,4}`],
    [String.raw`[\x60'"\s=]{0,5}`, String.raw`[\x60'"\s=\\]{0,6}`],
    [String.raw`\\[nr]|$`, String.raw`\\+[nr"]|$`],
  ],
};

/** The end of a secret: in texts and other languages more than in those that gitleaks reads. */
const END = [String.raw`(?:[\x60'"\s;]|`, String.raw`(?:[\x60'"\s;,.)\]}<>&|]|`];

/** Rules of our own, for what gitleaks leaves to generic-api-key or does not look for. */
const OWN = [
  {
    // Statements and blocks stand in no key: two strings with its first and last line are code.
    id: "private-key",
    regex:
      "(?i)-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?:-{0,4}[^-;(){}]){64,}?-----END[ A-Z0-9_-]{0,100}KEY(?: BLOCK)?-----",
    keywords: ["-----begin"],
  },
  {
    // A long key, or one without its end, as that of a long comment. The keys of PGP begin with lines about themselves.
    id: "private-key",
    regex: String.raw`(?i)-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?:\s{0,4}[A-Z-]{1,40}: [^\r\n]{0,200}){0,10}[\sA-Z0-9+/=\\]{64,200000}`,
    keywords: ["-----begin"],
  },
];

const [, , file, version] = process.argv;
if (!file || !version) throw new Error("usage: node scripts/secret-rules.js GITLEAKS_TOML VERSION");
const toml = parse(readFileSync(file, "utf8"));

// A rule that holds for some paths alone is none for texts of any.
const rules = [...toml.rules.filter(({ id, path }) => !(id in LEFT_OUT) && !path), ...OWN].map(toRule);
const data = {
  source: "https://github.com/gitleaks/gitleaks, config/gitleaks.toml; the last two are our own",
  version,
  licence: "MIT License, Copyright (c) 2019 Zachary Rice",
  leftOut: {
    ...LEFT_OUT,
    ...Object.fromEntries(toml.rules.filter(({ path }) => path).map(({ id }) => [id, "holds for some paths alone"])),
  },
  // gitleaks has one of them without its ends: any secret with "false" in it would pass.
  allowed: allowedBy({ ...toml.allowlist, regexes: toml.allowlist.regexes.map(anchored) }),
  rules,
};
writeFileSync(OUT, `${JSON.stringify(data, null, 1)}\n`);
console.log(`${rules.length} rules of gitleaks ${version}`);

function toRule({ id, regex, keywords, entropy, allowlists: own = [] }) {
  const allowlists = [...own, ...(ALLOWED_TOO[id] ?? [])];
  return {
    id,
    pattern: toJs((CHANGED[id] ?? []).reduce(changed, regex).replaceAll(...END)),
    keywords,
    ...(entropy !== undefined && { entropy }),
    // Exceptions by path cannot be kept: texts are masked wherever they are shown.
    ...(allowlists.some(({ paths }) => !paths) && {
      allowed: allowlists.filter(({ paths }) => !paths).map(allowedBy),
    }),
  };
}

function anchored(expression) {
  return expression.replace(/^\(\?i\)\^((?:\w+\|)+\w+)\$$/, "(?i)^(?:$1)$");
}

function changed(expression, [part, instead]) {
  if (!expression.includes(part)) throw new Error(`a rule no longer has ${part}`);
  return expression.replace(part, () => instead);
}

function allowedBy({ regexes = [], stopwords = [], regexTarget = "secret" }) {
  return { target: regexTarget, patterns: regexes.map(toJs), ...(stopwords.length > 0 && { stopwords }) };
}

/** An expression of Go's regexp as one of JavaScript without flags: letters that may be of either case are written out. */
function toJs(source) {
  const text = source.replaceAll("[[:alnum:]]", "[0-9A-Za-z]").replaceAll("[:alnum:]", "0-9A-Za-z");
  let position = 0;
  const js = sequence(false);
  const pattern = js.replace(/^((?:\(\?:)?)\[\\w\.-\]\{0,50\}\?/, "$1").replace(/^\(\?:\[\\w\.-\]\{0,50\}\?/, "(?:");
  new RegExp(pattern);
  return pattern;

  /** Until the end or a closing parenthesis, which stays. */
  function sequence(anyCase) {
    let out = "";
    while (position < text.length && text[position] !== ")") {
      const flags = /^\(\?(-?)([is]+)([:)])/.exec(text.slice(position));
      if (flags?.[3] === ")") {
        // Holds until the end of the group.
        position += flags[0].length;
        out += sequenceWith(flags, anyCase);
      } else if (flags) {
        position += flags[0].length;
        out += `(?:${sequenceWith(flags, anyCase)})`;
        position++;
      } else if (text[position] === "(") {
        const opening = /^\((?:\?:|\?P<\w+>)?/.exec(text.slice(position))[0];
        position += opening.length;
        const inner = sequence(anyCase);
        position++;
        out += opening.startsWith("(?P") ? `(?:${inner})` : `${opening}${inner})`;
      } else if (text[position] === "[") out += characterClass(anyCase);
      else if (text[position] === "\\") out += escaped();
      else if (/^\{\d+,\}/.test(text.slice(position))) {
        const [whole, least] = /^\{(\d+),\}/.exec(text.slice(position));
        position += whole.length;
        out += `{${least},${LONGEST}}`;
      } else {
        const char = text[position++];
        out += anyCase && /[a-z]/i.test(char) ? `[${char.toLowerCase()}${char.toUpperCase()}]` : char;
      }
    }
    return out;
  }

  function sequenceWith([, minus, letters], anyCase) {
    if (!letters.includes("s")) return sequence(minus === "");
    const start = position;
    const inner = sequence(anyCase);
    return text[start] === "." ? `[^]${inner.slice(1)}` : inner;
  }

  function escaped() {
    const pair = text.slice(position, position + 2);
    if (pair === "\\z") {
      position += 2;
      return "$";
    }
    if (pair === "\\x") {
      position += 4;
      return text.slice(position - 4, position);
    }
    position += 2;
    return pair;
  }

  function characterClass(anyCase) {
    let out = "[";
    position++;
    if (text[position] === "^") out += text[position++];
    for (let first = true; first || text[position] !== "]"; first = false) {
      if (text[position] === "\\") {
        out += escaped();
        continue;
      }
      const range = /^([a-z])-([a-z])|^([A-Z])-([A-Z])/.exec(text.slice(position));
      const part = range ? range[0] : text[position];
      position += part.length;
      out += part === "[" || (part === "]" && first) ? `\\${part}` : part;
      if (!anyCase || !/[a-z]/i.test(part)) continue;
      const other = /[a-z]/.test(part[0]) ? part.toUpperCase() : part.toLowerCase();
      out += other;
    }
    position++;
    return `${out}]`;
  }
}
