/** Names of settings, and the parts that lines have for one. */
import { describe, expect, test } from "vitest";
import { memberOf, settingNamed, settingsIn, spellingsOf, useOf } from "../../src/graph/settings/names.js";
import { setsNested, textsOfNested } from "../../src/graph/settings/nested.js";
import { isSettingsFile, localSetIn, memberSetIn, namesFrom, typesIn } from "../../src/graph/settings/place.js";
import { dedent } from "../helpers/dedent.js";

const NAMED: [string, string | null][] = [
  ["SMTP_HOST", "variable SMTP_HOST"],
  ["process.env.SMTP_HOST", "variable SMTP_HOST"],
  ['os.environ["SMTP_HOST"]', "variable SMTP_HOST"],
  [`\${app.mail.host:localhost}`, "key app.mail.host"],
  ["--smtp-host", "flag smtp-host"],
  ["smtp-host", "flag smtp-host"],
  ["app.mail.host", "key app.mail.host"],
  ["Mail:Host", "key Mail:Host"],
  ["settings.SITE_URL", "variable SITE_URL"],
  ["Cart", null],
  ["getUser", null],
  ["src/mail.ts", null],
  ["mail.ts", null],
];
test.each(NAMED)("%s is named", (given, want) => {
  const found = settingNamed(given);
  expect(found && `${found.kind} ${found.name}`).toBe(want);
});

test("a question names variables and flags", () => {
  const names = settingsIn("How does SMTP_HOST or --dry-run change it? And HTTP, and a-b?").map(({ name }) => name);
  expect(names).toEqual(["SMTP_HOST", "dry-run"]);
});

test("a name is spelled as libraries read it, with and without a prefix", () => {
  const { keys, members } = spellingsOf({ kind: "variable", name: "APP_SMTP_HOST" });
  const names = keys.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["app.smtp.host", "App:Smtp:Host", "smtp.host", "smtp-host", "SMTP_HOST"]),
  );
  expect(members).toEqual(expect.arrayContaining(["appSmtpHost", "smtp_host", "SmtpHost"]));
});

test("a key is used in quotes, and no longer one is taken for it", () => {
  const use = useOf({ kind: "key", name: "smtp.host" });
  expect(use.test('viper.GetString("smtp.host")')).toBe(true);
  expect(use.test(`@Value("\${smtp.host:localhost}")`)).toBe(true);
  expect(use.test('viper.GetString("smtp.host.name")')).toBe(false);
  expect(use.test("client.smtp.host = 1")).toBe(false);
  expect(memberOf("SITE_URL").test("return settings.SITE_URL")).toBe(true);
  expect(memberOf("SITE_URL").test("settings.SITE_URL_TWO")).toBe(false);
});

const FLAG = { kind: "variable", name: "SMTP_HOST" } as const;
test.each([
  {
    code: 'parser.add_argument("--smtp-host", default=os.environ.get("SMTP_HOST"))',
    keys: ["smtp-host"],
    members: ["smtp_host", "smtpHost"],
  },
  {
    code: 'program.option("-h, --smtp-host <host>", "mail", process.env.SMTP_HOST)',
    keys: ["smtp-host"],
    members: ["smtp_host", "smtpHost"],
  },
  { code: 'viper.BindEnv("smtp.host", "SMTP_HOST")', keys: ["smtp.host"], members: [] },
  { code: "const host = process.env.SMTP_HOST", keys: [], members: [] },
])("$code is read elsewhere as $keys", ({ code, keys, members }) => {
  const found = namesFrom([code], 1, FLAG);
  expect(found.keys.map(({ name }) => name)).toEqual(keys);
  expect(found.members).toEqual(members);
});

test("the member that is set, and types of sections", () => {
  expect(memberSetIn('  server.Config.Host = c.String("host")')).toBe("Host");
  expect(localSetIn("  final String host = env.get(HOST);")).toBe("host");
  expect(localSetIn("if (host == null) run()")).toBeNull();
  expect(memberSetIn("if (a.b === c) run()")).toBeNull();
  expect(typesIn('services.Configure<MailOptions>(c.GetSection("Mail"))')).toEqual(["MailOptions"]);
});

const NESTED = `
jwt:
  # seconds
  expiration: 60
  keys:
    - id: main
mail:
  from: "shop@shop.example"
  pool:
    max-size: 3
---
other:
  expiration: 1
`;
test.each<[string, string, number | null]>([
  ["jwt.expiration", NESTED, 4],
  ["mail.pool.maxSize", NESTED, 10],
  ["pool.maxSize", NESTED, null],
  ["jwt.from", NESTED, null],
  [
    "Mail:Host",
    dedent`
    {
      "Logging": { },
      "Mail": {
        "Port": 25,
        "Host": "localhost"
      }
    }`,
    5,
  ],
  [
    "mail.host",
    dedent`
    [other]
    host = 1
    [mail]
    port = 25
    host = 2`,
    5,
  ],
])("%s is set within others", (name, text, want) => {
  const lines = text.split("\n");
  const found = lines.flatMap((_, index) => (setsNested(lines, index + 1, name) ? [index + 1] : []));
  expect(found).toEqual(want === null ? [] : [want]);
  const texts = textsOfNested(name);
  if (want !== null) expect(texts.some((each) => lines[want - 1]?.includes(each))).toBe(true);
});

test("files that give settings their values", () => {
  expect([".env.production", "deploy/values.yaml", "Dockerfile", "src/a.ts"].map(isSettingsFile)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

describe("hostile lines", () => {
  // One that takes the square of its length runs into the time-out.
  const LONG = 200_000;
  test.each(["a.", "a ", "(", '"--a', "<A,", "A_", "--a-", "${a", "option(", "a.b=", "Name: "])(
    "many of %j are read",
    (part) => {
      const text = part.repeat(LONG);
      expect(settingNamed(text)).toBeNull();
      expect(useOf({ kind: "flag", name: "a-b" }).test(text.slice(0, 300))).toBe(false);
      expect([localSetIn(text), typesIn(text)]).toEqual([null, []]);
      memberSetIn(text);
      settingsIn(text);
      namesFrom([text, text], 1, FLAG);
    },
  );
});
