/** A setting in one call: the places that set it, the code that reads it, the constants, fields and flags for it, and its uses. */
import { expect, test } from "vitest";
import { asker, useSharedApp } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const app = useSharedApp({
  ".env.example": dedent`
    # Sends mails
    SMTP_HOST=localhost
    SITE_URL=http://localhost
    SHOP_LONELY_PORT=5230
  `,
  "appsettings.json": dedent`
    {
      "Cache": {
        "Minutes": 5
      }
    }
  `,
  "README.md": "Set `SMTP_HOST` to the mail server.\n",
  "src/config.ts": dedent`
    export const config = {
      smtpHost: process.env.SMTP_HOST ?? "localhost",
      port: 25,
    };
  `,
  "src/mail.ts": dedent`
    import { config } from "./config.js";
    export function connect() {
      return open(config.smtpHost, config.port);
    }
  `,
  "tests/mail.test.ts": 'process.env.SMTP_HOST = "test";\n',
  "app/settings.py": dedent`
    import environ
    env = environ.Env(APP_SITE_URL=(str, "http://localhost"))
    SITE_URL = env("APP_SITE_URL")
  `,
  "app/mails.py": dedent`
    from django.conf import settings

    def footer():
        return f"sent by {settings.SITE_URL}"

    def link():
        return getattr(settings, "SITE_URL")
  `,
  "app/server.py": dedent`
    from pydantic_settings import BaseSettings

    class ServerSettings(BaseSettings):
        worker_count: int = 4

    conf = ServerSettings()

    def start():
        return run(conf.worker_count)
  `,
  "cmd/root.go": dedent`
    package main

    func init() {
        viper.SetEnvPrefix("depot")
        viper.AutomaticEnv()
        root.PersistentFlags().Int("port", 8081, "port of the server")
    }

    func listen() string {
        open("port")
        return fmt.Sprintf(":%d", viper.GetInt("port"))
    }
  `,
  "app/mailer.py": dedent`
    class MailerSettings(BaseSettings):
        sender: str = "shop"

        class Config:
            env_prefix = "MAILER_"

    mailer = MailerSettings()

    def send():
        return post(mailer.sender)
  `,
  "app/cli.py": dedent`
    import argparse

    def main():
        parser = argparse.ArgumentParser()
        parser.add_argument("--dry-run", default=False)
        args = parser.parse_args()
        return go(args.dry_run)
  `,
  "cmd/flags.go": dedent`
    package main

    var flags = []cli.Flag{
    	&cli.StringFlag{
    		Sources: cli.EnvVars("HOOK_HOST"),
    		Name:    "hook-host",
    		Value:   "localhost",
    	},
    	&cli.StringFlag{
    		Sources: cli.EnvVars("HOOK_PORT"),
    		Name:    "hook-port",
    	},
    }
  `,
  "cmd/main.go": dedent`
    package main

    type Hooks struct {
    	Host string
    }

    var Config struct {
    	Hooks Hooks
    }

    func setUp(c *cli.Command) {
    	host := c.String("hook-host")
    	Config.Hooks.Host = host
    }

    func Url() string {
    	return "http://" + Config.Hooks.Host
    }
  `,
  "java/Mailer.java": dedent`
    package shop;

    class Mailer {
        @Value("\${shop.mail.sender:nobody@shop}")
        private String sender;

        void send(String to) {
            post(sender, to);
        }
    }
  `,
  "java/PoolProperties.java": dedent`
    package shop;

    @ConfigurationProperties(prefix = "shop.pool")
    class PoolProperties {
        private int maxSize = 10;

        public int getMaxSize() {
            return maxSize;
        }
    }
  `,
  "java/application.yml": dedent`
    shop:
      mail:
        sender: shop@shop.example
      pool:
        max-size: 3
  `,
  "java/Pool.java": dedent`
    package shop;

    class Pool {
        private PoolProperties properties;

        int size() {
            return properties.getMaxSize();
        }
    }
  `,
  "cs/CacheOptions.cs": dedent`
    namespace Shop;

    public class CacheOptions
    {
        public int Minutes { get; set; } = 5;
    }
  `,
  "cs/Startup.cs": dedent`
    namespace Shop;

    public class Startup
    {
        public void Configure(IServiceCollection services, IConfiguration configuration)
        {
            services.Configure<CacheOptions>(configuration.GetSection("Shop:Cache"));
        }
    }
  `,
  "cs/Cache.cs": dedent`
    namespace Shop;

    public class Cache
    {
        private readonly CacheOptions options;

        public Cache(IOptions<CacheOptions> options)
        {
            this.options = options.Value;
        }

        public int Age()
        {
            return options.Minutes * 60;
        }
    }
  `,
});

const relations = async (symbol: string) =>
  (await (await asker(app)("get_relations", { symbols: [symbol] })).text).replace(/ \[[\w-]{11}\]/g, "");

test("a variable of the environment leads to the key that keeps it and to the uses of that", async () => {
  expect(await relations("SMTP_HOST")).toContain(
    dedent`
    Setting SMTP_HOST, read in 1 line of code:
      src/config.ts:2  (top level): smtpHost: process.env.SMTP_HOST ?? "localhost",
    Set in files:
      .env.example:2  SMTP_HOST=localhost
    → config.smtpHost property src/config.ts:2: used in 1 line:
      src/mail.ts:3  connect: return open(config.smtpHost, config.port);
    In tests: tests/mail.test.ts:1
    In documents and comments: README.md:1
  `.trimEnd(),
  );
});

test("a constant of Django's settings leads to what reads it by its name", async () => {
  const text = await relations("APP_SITE_URL");
  expect(text).toContain(
    dedent`
      → SITE_URL constant app/settings.py:3: used in 2 lines, by its name:
        app/mails.py
          4  footer: return f"sent by {settings.SITE_URL}"
          7  link: return getattr(settings, "SITE_URL")
    `.trimEnd(),
  );
  expect(await relations("SITE_URL")).toContain(".env.example:3  SITE_URL=http://localhost");
});

test("a variable that no code names is the field of settings with its name", async () => {
  expect(await relations("APP_WORKER_COUNT")).toContain(
    dedent`
    → ServerSettings.worker_count field app/server.py:4, likely: used in 1 line:
      app/server.py:9  start: return run(conf.worker_count)
  `.trimEnd(),
  );
});

test("a variable leads to what reads it behind the prefix that a library puts before it", async () => {
  expect(await relations("DEPOT_PORT")).toContain(
    dedent`
    → port, likely: used in 2 lines, by its name:
      cmd/root.go
        6  init: root.PersistentFlags().Int("port", 8081, "port of the server")
        11  listen: return fmt.Sprintf(":%d", viper.GetInt("port"))
  `.trimEnd(),
  );
  expect(await relations("MAILER_SENDER")).toContain("app/mailer.py:10  send: return post(mailer.sender)");
  expect(await relations("OTHER_PORT")).toContain("No symbol is named");
});

test("a flag leads to the member that the parser keeps it under", async () => {
  expect(await relations("--dry-run")).toContain("app/cli.py:7  main: return go(args.dry_run)");
});

test("the variable of a flag leads to the flag, the field that is set from it, and the uses of this", async () => {
  const text = await relations("HOOK_HOST");
  expect(text).toContain(
    dedent`
    → hook-host: used in 3 lines:
      cmd/flags.go:6  (top level): Name:    "hook-host",
      cmd/main.go
        12  setUp: host := c.String("hook-host")
        13: Config.Hooks.Host = host
    → Hooks.Host field cmd/main.go:4: used in 1 line:
      cmd/main.go:17  Url: return "http://" + Config.Hooks.Host
  `.trimEnd(),
  );
  expect(text).not.toContain("hook-port");
});

test("a key of @Value leads to the field below it", async () => {
  expect(await relations("shop.mail.sender")).toContain("java/Mailer.java:8  Mailer.send: post(sender, to);");
});

test("files that nest a key set it", async () => {
  expect(await relations("shop.mail.sender")).toContain("java/application.yml:3  sender: shop@shop.example");
  expect(await relations("shop.pool.maxSize")).toContain("java/application.yml:5  max-size: 3");
});

test("a key of a section leads to the field of the type that is read from it", async () => {
  expect(await relations("shop.pool.max-size")).toContain(
    "java/Pool.java:7  Pool.size: return properties.getMaxSize();",
  );
  expect(await relations("Shop:Cache:Minutes")).toContain("cs/Cache.cs:14  Cache.Age: return options.Minutes * 60;");
});

test("a field of options is told with the files that set it", async () => {
  const text = await relations("CacheOptions.Minutes");
  expect(text).toContain('Set in files:\n  appsettings.json:3  "Minutes": 5');
  expect(text).toContain("cs/Cache.cs:14  Cache.Age  references");
});

test("a word that is not a setting is unknown as before", async () => {
  expect(await relations("NO_SUCH_SETTING")).toContain("No symbol is named");
});

test("a setting that files give and no code reads says so", async () => {
  expect(await relations("SHOP_LONELY_PORT")).toContain(
    dedent`
      Setting SHOP_LONELY_PORT:
      No code reads it under this name or one like it; a library may put a prefix before it.
      Set in files:
        .env.example:4 `,
  );
});
