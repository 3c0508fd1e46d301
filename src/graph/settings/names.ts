/** Names of settings as callers and code write them: `SMTP_HOST`, `--smtp-host`, `app.mail.host`, `Mail:Host`. Pure. */
import escapeStringRegexp from "escape-string-regexp";

/** Longer words are not names. */
const LONGEST = 120;
/** Parts of a name, and how many of the first ones may be a prefix that the code does not write. */
const MOST_PARTS = 8;
const MOST_PREFIX = 2;

/** `process.env.X`, `os.environ["X"]`, `settings.X`, `env("X")`. */
const WRAPPED =
  /^(?:(?:process\.env|import\.meta\.env|os\.environ|env|ENV|settings|Settings|config|Config|viper)(?:\.get\w{0,20}|\.Get\w{0,20})?(?:\.|\[|\())["'`]?([A-Za-z][\w.:-]{2,100})["'`]?[\])]*$/;
/** `${a.b}`, `${a.b:default}`, `$X`. */
const PLACEHOLDER = /^\$\{?([A-Za-z][\w.-]{2,100})(?::[^}]{0,100})?\}?$/;
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_+[A-Z0-9]+)+$/;
const FLAG = /^--?[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/i;
const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;
const KEY = /^[A-Za-z][\w-]*(?:[.:][A-Za-z][\w-]*)+$/;
/** A name that ends so is a file's. */
const IS_FILE = /\.(?:[jt]sx?|json|cs|java|py|go|kt|md|ya?ml|toml|html?|css|vue|sh|sql|xml|txt)$/;

/**
 * A setting by its name. variable: of the environment, or a constant; flag: of a command line; key: of files; word: a key of one word, which means a
 * setting only where settings are read.
 */
export interface SettingName {
  kind: "variable" | "flag" | "key" | "word";
  /** Without the dashes of a flag. */
  name: string;
}

/** The setting that a word names; null where it does not have the form of one. */
export function settingNamed(given: string): SettingName | null {
  const word = given.trim();
  if (word.length > LONGEST) return null;
  const name = WRAPPED.exec(word)?.[1] ?? PLACEHOLDER.exec(word)?.[1] ?? word;
  if (VARIABLE.test(name)) return { kind: "variable", name };
  if (FLAG.test(name) && name.startsWith("-")) return { kind: "flag", name: name.replace(/^--?/, "") };
  if (KEBAB.test(name)) return { kind: "flag", name };
  return KEY.test(name) && !IS_FILE.test(name) ? { kind: "key", name } : null;
}

/** The settings that a text surely names: variables in capitals, flags with two dashes. */
export function settingsIn(text: string): SettingName[] {
  const words = [
    ...text.matchAll(/(?<![\w$-])(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|--[a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?![\w-])/g),
  ];
  const names = [...new Set(words.map(([word]) => word))].flatMap((word) => settingNamed(word) ?? []);
  return names.filter(({ name }) => name.length >= 5);
}

const READS = "(?:viper|flag|cfg|conf|setting|option|env)";

/** Matches the name where code or a file of settings has it: a flag or key in quotes, or at the beginning of a line. */
export function useOf({ kind, name }: SettingName): RegExp {
  const own = escapeStringRegexp(name);
  if (kind === "variable") return new RegExp(`(?<![\\w$])${own}(?![\\w$])`);
  if (kind === "word") return new RegExp(`${READS}.{0,200}["'\`]${own}["'\`]|["'\`]${own}["'\`].{0,200}${READS}`, "i");
  const quoted = kind === "flag" ? `["'\`](?:--?)?${own}(?=["'\`=,\\s|<])` : `["'\`{]${own}(?=["'\`:}=])`;
  return new RegExp(`${quoted}|^\\s{0,20}${own}\\s{0,9}[=:]|\`[^\`\\s]{0,40}\\b${own}[:"]`);
}

/** Matches this member of any object, which may keep settings: `settings.NAME`, `options.name`, `getattr(settings, "NAME")`. */
export function memberOf(name: string): RegExp {
  const own = escapeStringRegexp(name);
  return new RegExp(`(?<=[\\w$)\\]][?!]?\\.)${own}(?![\\w$])|["'\`]${own}["'\`]`);
}

/** The parts of a name in small letters: smtp, host. */
export function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[\s._:-]+/)
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase())
    .slice(0, MOST_PARTS);
}

const capital = (part: string) => part.charAt(0).toUpperCase() + part.slice(1);

/**
 * The other names under which code may read a setting, nearest first: `smtp.host`, `Smtp:Host`, `smtp-host` of SMTP_HOST, and of APP_SMTP_HOST, as
 * libraries put a prefix before names. `members`: as the member of an object.
 */
export function spellingsOf({ name }: SettingName): { keys: SettingName[]; members: string[] } {
  const parts = partsOf(name);
  const tails = parts.slice(0, MOST_PREFIX + 1).flatMap((_, from) => {
    const tail = parts.slice(from);
    return tail.length >= 2 ? [tail] : [];
  });
  const keys = tails.flatMap((tail): SettingName[] => [
    { kind: "key", name: tail.join(".") },
    { kind: "key", name: tail.map(capital).join(":") },
    { kind: "flag", name: tail.join("-") },
    { kind: "variable", name: tail.join("_").toUpperCase() },
  ]);
  const members = tails.flatMap((tail) => {
    const pascal = tail.map(capital).join("");
    return [tail.join("_"), pascal.charAt(0).toLowerCase() + pascal.slice(1), pascal];
  });
  return { keys: keys.filter((key) => key.name !== name), members };
}
