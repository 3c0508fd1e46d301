/** The part of a line in a setting: where the value goes, and the other names by which it is read from there. Works on the text alone. Pure. */
import { blockAround } from "../block-around.js";
import type { SettingName } from "./names.js";

/** Characters of a statement or block that are looked at. */
const LONGEST = 2000;
const COMMENT = /^\s*(?:\/\/|#(?!\[)|\*|--\s|\/\*|<!--|"""|''')/;
/** Files that give settings their values. */
const SETS =
  /(?:^|\/)(?:\.env[\w.-]*|[\w.-]*\.env|Dockerfile[\w.-]*|[\w.-]+\.(?:ya?ml|properties|toml|ini|conf|cfg|json5?|xml|tf|nix|sh|service|config|tpl))$/;
/** `Name: "server-host"` of a flag beside its variables, `dest="host"`. */
const NAMED = /\b(?:Name|name|dest|long|Long|LongName)\s{0,9}[:=]\s{0,9}["'`](?:--)?([A-Za-z][\w.-]{1,80})["'`]/;
/** `add_argument("--smtp-host"`, `.option("-h, --smtp-host <host>"`, `@click.option("--smtp-host"`. */
const DECLARES_FLAG =
  /\b(?:add_argument|addOption|option|Option|argument|StringVarP?|BoolVarP?|IntVarP?|DurationVarP?|StringP?|BoolP?|IntP?|DurationP?|StringSlice\w{0,9})\s{0,9}\(([^()]{0,200})/;
/** A call that ties a flag to a key: `viper.BindPFlag("smtp.host", flags.Lookup("smtp-host"))`, `BindEnv("smtp.host", "SMTP_HOST")`. */
const BINDS =
  /\b(?:BindPFlag|BindEnv|bindEnv|bind_env|MustBindEnv|SetDefault)\s{0,9}\(\s{0,9}["'`]([\w.:-]{2,80})["'`]/;
const SET = /(?:^|[;{(\s])(?:[\w$]{1,80}[?!]?\.){1,6}([\w$]{1,80})\s{0,9}(?::=|=(?![=>]))/;

/** Whether a file gives settings their values, and is not code. */
export const isSettingsFile = (path: string): boolean => SETS.test(path);

/** Whether a line is all comment. */
export const isComment = (line: string): boolean => COMMENT.test(line);

/** The names by which code elsewhere reads the declarations of a line (from 1). `members`: as members of the object with all options. */
export function namesFrom(
  lines: readonly string[],
  line: number,
  setting: SettingName,
): { keys: SettingName[]; members: string[] } {
  const own = (lines[line - 1] ?? "").slice(0, LONGEST);
  const block = blockAround(lines, line);
  const text = block === null ? own : block.lines.join("\n").slice(0, LONGEST);
  const flags = [NAMED.exec(text)?.[1], DECLARES_FLAG.exec(text) === null ? undefined : flagIn(text)];
  const bound = BINDS.exec(own)?.[1];
  const keys = flags.flatMap((name): SettingName[] =>
    name === undefined || name === setting.name ? [] : [{ kind: "flag", name }],
  );
  if (bound !== undefined && bound !== setting.name) keys.push({ kind: "key", name: bound });
  const declared = DECLARES_FLAG.exec(text) !== null ? flagIn(text) : undefined;
  return { keys: onceEach(keys), members: declared === undefined ? [] : asMembers(declared) };
}

const flagIn = (text: string): string | undefined => /["'`\s]--([a-z][\w-]{1,60})/i.exec(text)?.[1];

/** `smtp_host`, `smtpHost`: how parsers of command lines name what they read. */
function asMembers(flag: string): string[] {
  const snake = flag.replaceAll("-", "_");
  const camel = flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [...new Set([snake, camel])].filter((name) => name.length >= 5);
}

const onceEach = (names: readonly SettingName[]): SettingName[] => [
  ...new Map(names.map((one) => [one.name, one])).values(),
];

/** The member that a line puts a value into: `Host` of `server.Config.Host = c.String("server-host")`; null for none. */
export function memberSetIn(line: string): string | null {
  return SET.exec(line.slice(0, LONGEST))?.[1] ?? null;
}

/** `host` of `const host = c.String("host")`, `string host = configuration["Host"];`, `host := os.Getenv("HOST")`. */
const LOCAL =
  /^\s{0,80}(?:(?:const|let|var|val|final|my|local)\s{1,9}){0,2}(?:[A-Za-z][\w.<>[\]?]{0,60}\s{1,9})?([A-Za-z_$][\w$]{1,80})(?:\s{0,9}:\s{0,9}[\w.<>[\]| ]{1,60})?(?:,\s{0,3}\w{1,40}){0,2}\s{0,9}(?::=|=(?![=>]))/;

/** The local variable that a line puts a value into; null for none. */
export function localSetIn(line: string): string | null {
  return LOCAL.exec(line.slice(0, LONGEST))?.[1] ?? null;
}

/** Names in a line that may be the type which a section of settings is read into: `Configure<MailOptions>(…)`, `Get<MailOptions>()`, `typeof(MailOptions)`. */
export function typesIn(line: string): string[] {
  return [...line.slice(0, LONGEST).matchAll(/(?:<|typeof\(|,\s{0,3})([A-Z]\w{2,80})(?=[>),])/g)].map(
    ([, name = ""]) => name,
  );
}
