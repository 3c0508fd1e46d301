/** A whole service for tests of what hostile callers get: projects that some may see, files that nobody may, and tokens of every kind. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { issueToken } from "../../src/auth/issue.js";
import { createLimits } from "../../src/auth/limits.js";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { type App, createApp } from "../../src/processes/service.js";
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
    "README.md": `# ${name}\n\nHow ${word}Order works, and [its notes](docs/notes.md).\n`,
    "docs/notes.md": `# Notes\n\n## Orders of ${word}\n\nAn order is priced by \`${word}Price\`, then shipped.\n`,
    "src/price.ts": `/** The price of an order. */\nexport function ${word}Price(amount: number): number {\n  return amount * 2;\n}\n`,
    "src/order.ts": `import { ${word}Price } from "./price.js";\n\nexport interface ${word}Shipping {\n  ship(): void;\n}\n\nexport class ${word}Order implements ${word}Shipping {\n  total(): number {\n    return ${word}Price(3);\n  }\n  ship(): void {\n    this.total();\n  }\n}\n`,
    "src/shared/cart.ts": `import { ${word}Order } from "../order.js";\n\nexport function sharedCart(): number {\n  return new ${word}Order().total();\n}\n`,
    "server/Orders.cs": `namespace ${word}.Server;\n\npublic class ${word}Orders\n{\n    public int Count() => 1;\n    public int Twice() => Count() + Count();\n}\n`,
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
