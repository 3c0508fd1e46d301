/** A whole service for tests with hostile callers: projects for some callers, files for nobody, and tokens of every kind. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { issueToken } from "../../src/auth/issue.js";
import { createLimits } from "../../src/auth/limits.js";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { type App, createApp } from "../../src/processes/service.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";

/** How much a test does: a little in the ordinary suite, much by a command of its own. */
export function sizeOf(little: number): { cases: number; seed: number } {
  return { cases: Number(process.env.CODEINDEX_TEST_CASES ?? little), seed: SEED };
}

/** Another one each time, of a command of its own. */
const SEED = Number(process.env.CODEINDEX_TEST_SEED ?? (process.env.CODEINDEX_TEST_CASES ? Date.now() % 1_000_000 : 1));
if (process.env.CODEINDEX_TEST_CASES) console.log(`CODEINDEX_TEST_SEED=${SEED} repeats this`);

/** How long a test of many cases may take, in milliseconds. */
export const LONG = 3_600_000;

/** Words that stand in files which no answer may hold. */
export const SECRET = "XyzzySecretWord";
export const IGNORED = "XyzzyIgnoredWord";
export const OUTSIDE = "XyzzyOutsideWord";

/** The files of a project. Its words begin with its name, so that it is seen where they come from. */
export function projectFiles(name: string): Record<string, string | Buffer> {
  const word = wordOf(name);
  return {
    "package.json": `{ "name": "${name}", "type": "module", "dependencies": { "left-pad": "1.0.0" } }\n`,
    "README.md": dedent`
      # ${name}

      How ${word}Order works, and [its notes](docs/notes.md).
    `,
    "docs/notes.md": dedent`
      # Notes

      ## Orders of ${word}

      An order is priced by \`${word}Price\`, then shipped.
    `,
    "src/price.ts": dedent`
      /** The price of an order. */
      export function ${word}Price(amount: number): number {
        return amount * 2;
      }
    `,
    "src/order.ts": dedent`
      import { ${word}Price } from "./price.js";

      export interface ${word}Shipping {
        ship(): void;
      }

      export class ${word}Order implements ${word}Shipping {
        total(): number {
          return ${word}Price(3);
        }
        ship(): void {
          this.total();
        }
      }
    `,
    "src/shared/cart.ts": dedent`
      import { ${word}Order } from "../order.js";

      export function sharedCart(): number {
        return new ${word}Order().total();
      }
    `,
    "server/Orders.cs": dedent`
      namespace ${word}.Server;

      public class ${word}Orders
      {
          public int Count() => 1;
          public int Twice() => Count() + Count();
      }
    `,
    "src/naïve é.ts": "export const accents = 1;\n",
    "logo.png": Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
    ".gitignore": "hidden/\n*.local\n",
    ".env": `TOKEN=${SECRET}\n`,
    "keys/id_rsa": `${SECRET}\n`,
    "certs/server.pem": `${SECRET}\n`,
    "hidden/plan.ts": `export const plan = "${IGNORED}";\n`,
    "notes.local": `${IGNORED}\n`,
    ".git/config": `[core]\n\t${IGNORED} = 1\n`,
    ".git/HEAD": "ref: refs/heads/main\n",
  };
}

/** Beginning of the words of a project. */
export const wordOf = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

export interface Service {
  app: App;
  server: HttpServer;
  /** Where all of it lies. */
  folder: string;
  /** The folder of a project. */
  rootOf(project: string): string;
  token(options: { name: string; scope: "read" | "index" | "admin"; projects?: string[] | null }): Promise<string>;
  close(): Promise<void>;
}

/** Starts a service that has indexed the projects. Limits have tests of their own: these callers have no end of points. */
export async function startService(projects: readonly string[], env: Record<string, string> = {}): Promise<Service> {
  const folder = temporaryFolder();
  const rootOf = (project: string) => join(folder, "root", project);
  const put = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  mkdirSync(join(folder, "root"));
  put("outside/passwd", `${OUTSIDE}\n`);
  for (const project of projects) {
    for (const [path, content] of Object.entries(projectFiles(project))) put(`root/${project}/${path}`, content);
    symlinkSync(join(folder, "outside"), join(rootOf(project), "way-out"));
    symlinkSync("src", join(rootOf(project), "way-in"));
    symlinkSync("../.env", join(rootOf(project), "src/settings.ts"));
  }
  const config = readConfig(
    {
      repos: [],
      root: join(folder, "root"),
      dataDir: join(folder, "data"),
      watchFiles: false,
      logLevel: "silent",
      port: 0,
    },
    { CODEINDEX_AUTH: "token", ...env },
  );
  const app = await createApp(config);
  const limits = createLimits({ rateLimit: 1e9, callsAtOnce: 100, redisUrl: null, mostFailures: 1e9 });
  const server = await listen({ ...app, limits });
  for (const project of await app.projects()) {
    const { jobId } = await app.indexing.start(project, {});
    await app.indexing.wait(jobId, AbortSignal.timeout(120_000));
  }
  return {
    app,
    server,
    folder,
    rootOf,
    token: async (options) => (await issueToken(app.db, options)).token,
    async close() {
      await server.close();
      await app.close();
    },
  };
}

/** Waits until all vectors are there: what is found depends on them. */
export async function vectorsOf({ app }: Service): Promise<void> {
  for (const project of await app.projects())
    while (!app.searcher.meaning.progress(await app.viewOf(project))?.isComplete) await sleep(50);
}
