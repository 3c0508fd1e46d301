/**
 * Paths that a hostile caller, or a hostile repository, may think of: none leads to a file outside the repository, or to one that is left out for
 * privacy. npm run test:paths tries 10,000 of them.
 */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import fc, { type Arbitrary } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import { RESOURCES } from "../../src/mcp/resources/index.js";
import { readFileSnapshot } from "../../src/repository/read-file.js";
import { listFolder, locate, locateFolder, readBytes, stateOf } from "../../src/repository/sandbox.js";
import { createSkipRules } from "../../src/repository/skip/rules.js";
import { TOOLS } from "../../src/tools/index.js";
import { inputJsonSchema } from "../../src/tools/running/schema.js";
import { temporaryFolder } from "../helpers/folders.js";
import { send } from "./send.js";
import { IGNORED, LONG, OUTSIDE, projectFiles, SECRET, type Service, sizeOf, startService } from "./service.js";

let service: Service;
let token: string;
let root: string;
beforeAll(async () => {
  service = await startService(["web-shop"]);
  token = await service.token({ name: "some", scope: "index" });
  root = service.rootOf("web-shop");
  const links: Record<string, string> = {
    up: "..",
    "src/up": "../..",
    "to-root": "/",
    "to-hidden": "hidden",
    "to-env": ".env",
    "to-git": ".git",
    "src/to-keys": "../keys",
    round: "src/round",
    "src/round": "../round",
    loop: "loop",
    broken: "nowhere",
    "broken-out": "../outside/nothing",
    "far-out": "../../outside/passwd",
    "absolute-out": join(service.folder, "outside/passwd"),
    "absolute-in": join(root, "src/price.ts"),
    "through-out": "way-out/../outside/passwd",
    fd: "/proc/self/fd",
    cwd: "/proc/self/cwd",
  };
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  // The content of a rule file that leads out would be told as rules.
  mkdirSync(join(root, "linked"));
  writeFileSync(join(root, "linked/a.ts"), "export const a = 1;\n");
  symlinkSync(join(service.folder, "outside/passwd"), join(root, "linked/.gitignore"));
}, 120_000);
afterAll(() => service?.close());

const NAMES = [
  ...Object.keys(projectFiles("x")).flatMap((path) => path.split("/")),
  ...[
    "way-out",
    "way-in",
    "up",
    "to-root",
    "to-hidden",
    "to-env",
    "to-git",
    "to-keys",
    "round",
    "loop",
    "broken",
    "linked",
  ],
  ...[
    "broken-out",
    "far-out",
    "absolute-out",
    "absolute-in",
    "through-out",
    "fd",
    "cwd",
    "outside",
    "passwd",
    "root",
    "data",
  ],
  ...["etc", "proc", "self", "environ", "0", "1", "19", "maps", "settings.ts", "nothing"],
];
const TRICKS = [
  ...["..", ".", "", " ", "...", ".. ", " ..", "..;", "..\0", "\0", "~", "~root", "*", "?", "%", "$HOME", "-"],
  ...["%2e%2e", "%2e.", ".%2e", "%252e%252e", "%c0%ae%c0%ae", "%uff0e%uff0e", "..%2f", "%2f", "%5c", "..%5c", "%00"],
  ...[
    "\uFF0E\uFF0E",
    "\u2024\u2024",
    "\u2025",
    "\u2026",
    "\uFE52\uFE52",
    "\uFF0F",
    "\u2215",
    "\u2044",
    "\u29F8",
    "\uFF3C",
    "\uFE68",
  ],
  ...[
    "\u202E",
    "\u200B",
    "\u2066",
    "\uFEFF",
    "\u00AD",
    "\u0000",
    "\u0085",
    "\uD800",
    "\uDFFF",
    "e\u0301",
    "\u212B",
    "\uFB01",
  ],
  ...[
    "C:",
    "c:",
    "CON",
    "NUL",
    "PRN.txt",
    "AUX",
    "a.ts:stream",
    "a.ts::$DATA",
    "GIT~1",
    "\\\\server\\share",
    "\\\\?\\C:\\",
    "//server/share",
  ],
  ...[
    "file:",
    "file://",
    "http://x",
    "codeindex://web-shop",
    "x".repeat(255),
    "x".repeat(256),
    "é".repeat(128),
    "a/".repeat(1000),
  ],
];
const SEPARATORS = ["/", "/", "/", "/", "//", "/./", "\\", "%2f", "%5c", "\uFF0F", "\u2215", ":", "\0", "/../"];

/** Another way to write the same name, for whoever takes it so. */
function disguised(name: string, how: number): string {
  const ways = [
    name,
    name.toUpperCase(),
    name.normalize("NFD"),
    name.normalize("NFKC"),
    `${name}.`,
    `${name} `,
    ` ${name}`,
    `./${name}`,
    `${name}/.`,
    `${name}/`,
    `${name}\0.ts`,
    `${name}%00.ts`,
    `${name}::$DATA`,
    encodeURIComponent(name),
    [...name].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`).join(""),
    // Full-width letters, which normalization makes plain.
    [...name].map((char) => (/[!-~]/.test(char) ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char)).join(""),
    `${name.slice(0, 2)}\u200B${name.slice(2)}`,
    name.replaceAll("s", "\u017F").replaceAll("k", "\u212A"),
    name.replaceAll("o", "\u043E").replaceAll("e", "\u0435"),
  ];
  return ways[how % ways.length]!;
}

/** Paths that mean something to somebody. */
function hostilePath(whole: readonly string[]): Arbitrary<string> {
  const part = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...NAMES) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...NAMES), fc.nat(30)).map(([name, how]) => disguised(name, how)),
    },
    { weight: 3, arbitrary: fc.constantFrom("..", "..", ...TRICKS) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
  );
  const joined = fc
    .array(fc.tuple(part, fc.constantFrom(...SEPARATORS)), { minLength: 1, maxLength: 7 })
    .map((parts) => parts.map(([name, separator], index) => (index === 0 ? name : separator + name)).join(""));
  const climbing = fc
    .tuple(fc.nat(12), fc.constantFrom("src/", "src/shared/", "", "way-in/", "docs/"), fc.constantFrom(...whole))
    .map(([steps, start, end]) => `${start}${"../".repeat(steps)}${end.replace(/^\//, "")}`);
  const near = fc.tuple(fc.constantFrom(...whole), fc.nat(30)).map(([path, how]) => disguised(path, how));
  return fc.oneof({ weight: 3, arbitrary: joined }, { weight: 1, arbitrary: climbing }, { weight: 2, arbitrary: near });
}

/** Paths that nobody may read, in any spelling, from inside and from outside. */
const FORBIDDEN = [
  ".env",
  "keys/id_rsa",
  "certs/server.pem",
  "hidden/plan.ts",
  "notes.local",
  ".git/config",
  "src/settings.ts",
];
const wholePaths = () => [
  ...Object.keys(projectFiles("web-shop")),
  ...FORBIDDEN,
  ...[
    "way-out/passwd",
    "far-out",
    "absolute-out",
    "to-hidden/plan.ts",
    "to-env",
    "to-git/config",
    "src/to-keys/id_rsa",
  ],
  ...["to-root/etc/passwd", "up/vault", "cwd/package.json", "fd/19", "/etc/passwd", "/proc/self/environ"],
  join(service.folder, "outside/passwd"),
  join(root, "src/price.ts"),
];

/** The error's code, or the text that was read. */
async function outcomeOf(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CodeindexError)) throw error;
    return `${error.code}: ${JSON.stringify(error.toEnvelope())}`;
  }
}

const contents = new Set(Object.values(projectFiles("web-shop")).map(String));
contents.add("export const a = 1;\n");

test(
  "no path leads out of the sandbox",
  async () => {
    const { cases, seed } = sizeOf(1000);
    const rules = createSkipRules(root);
    let read = 0;
    await fc.assert(
      fc.asyncProperty(hostilePath(wholePaths()), async (path) => {
        const found = await outcomeOf(async () => (await readBytes(root, rules, path, 100_000)).bytes.toString());
        if (contents.has(found)) read += 1;
        else expect(found).toMatch(/^(path_escape|not_found|forbidden|invalid_parameter): /);
        const told = [
          found,
          await outcomeOf(async () => JSON.stringify((await locate(root, rules, path)).path)),
          await outcomeOf(async () =>
            JSON.stringify(await listFolder(rules, await locateFolder(root, rules, path), true)),
          ),
        ].join(" ");
        // Callers know the words of their own request.
        if (!path.includes(service.folder.slice(1))) expect(told).not.toContain(service.folder);
        expect(told).not.toMatch(
          new RegExp(`${SECRET}|${IGNORED}|${OUTSIDE}|"name":"(passwd|id_rsa|plan.ts|server.pem)"`),
        );
      }),
      { numRuns: cases, seed },
    );
    // They were not refused whatever they say.
    expect(read).toBeGreaterThan(cases / 100);
  },
  LONG,
);

/** Each way to name a path: arguments of tools, and resources with a path in their URI. */
const WAYS: { name: string; ask: (path: string) => { path: string; body: object } }[] = [
  ...TOOLS.flatMap((tool) => {
    const { properties = {}, required = [] } = inputJsonSchema(tool) as {
      properties?: Record<string, { type?: string }>;
      required?: string[];
    };
    return Object.entries(properties)
      .filter(([name]) => /^(path|paths|path_filter)$/.test(name))
      .map(([name, { type }]) => ({
        name: `${tool.name} ${name}`,
        ask: (path: string) => ({
          path: `/projects/web-shop/tools/${tool.name}`,
          body: {
            ...(required.includes("query") && { query: "Xyzzy" }),
            ...(properties.async && { async: true }),
            [name]: type === "array" ? [path] : path,
          },
        }),
      }));
  }),
  ...RESOURCES.filter(({ path }) => /\{\+?path/.test(path)).flatMap((resource) =>
    [true, false].map((isEncoded) => ({
      name: `resource ${resource.name}${isEncoded ? ", encoded" : ""}`,
      ask: (path: string) => ({
        path: "/mcp",
        body: {
          jsonrpc: "2.0",
          id: 1,
          method: "resources/read",
          params: {
            uri: `codeindex://web-shop/${resource.path.replace(/\{\+?path\}/, () =>
              isEncoded ? encodeURIComponent(Buffer.from(path).toString()) : path,
            )}`,
          },
        },
      }),
    })),
  ),
];

test(
  "no path leads out through any tool or resource",
  async () => {
    const { cases, seed } = sizeOf(250);
    expect(WAYS.length).toBeGreaterThan(10);
    const counts = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...WAYS), hostilePath(wholePaths()), async ({ name, ask }, path) => {
        const asked = ask(path);
        const { status, text } = await send(service.server.url, {
          method: "POST",
          path: asked.path,
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
          body: JSON.stringify(asked.body),
        });
        counts.set(name, (counts.get(name) ?? 0) + 1);
        expect([name, path, status < 500]).toEqual([name, path, true]);
        // The words that were searched for come back in the answer.
        const told = text.replaceAll('"Xyzzy"', "");
        expect(told).not.toMatch(new RegExp(`${SECRET}|${IGNORED}|${OUTSIDE}`));
        if (!path.includes(service.folder.slice(1))) expect(told).not.toContain(service.folder);
      }),
      { numRuns: cases, seed },
    );
    expect(counts.size).toBe(WAYS.length);
  },
  LONG,
);

test("paths outside cannot even be told from paths that are nowhere", async () => {
  const rules = createSkipRules(root);
  const told = async (path: string) =>
    (await outcomeOf(async () => (await locate(root, rules, path)).path)).replace(/"timestamp":"[^"]*"/, "");
  for (const [there, nowhere] of [
    ["way-out/passwd", "way-out/nobody"],
    ["up/web-shop", "up/nobody"],
    ["to-root/etc/passwd", "to-root/etc/nobody"],
  ] as const)
    expect((await told(there)).replaceAll(there, "PATH")).toBe((await told(nowhere)).replaceAll(nowhere, "PATH"));
  expect((await told("far-out")).replaceAll("far-out", "PATH")).toBe(
    (await told("broken-out")).replaceAll("broken-out", "PATH"),
  );
});

test("a rule file that is a link is none", async () => {
  const rules = createSkipRules(root);
  expect(await rules.judgePath(`linked/${OUTSIDE}`, "file", 1)).toBeNull();
  expect(await stateOf(root, "linked/a.ts")).toMatchObject({ type: "file" });
});

describe("links that are swapped for folders between check and use", () => {
  test(
    "are not followed",
    async () => {
      const repository = temporaryFolder({ "real/a.ts": "inside", "box/a.ts": "inside", "other/x.ts": "x" });
      const outside = temporaryFolder({ "a.ts": OUTSIDE, [`${OUTSIDE}.ts`]: OUTSIDE });
      // Another thread makes a link of the folder and a folder of the link, as fast as it can.
      const swapper = new Worker(
        `const { parentPort, workerData: { folder, outside } } = require("node:worker_threads");
       const { renameSync, symlinkSync, rmSync } = require("node:fs");
       let isOver = false;
       parentPort.on("message", () => { isOver = true; });
       let swaps = 0;
       symlinkSync(outside, folder + "/link");
       (function swap() {
         for (let times = 0; times < 200; times++) {
           renameSync(folder + "/box", folder + "/kept");
           renameSync(folder + "/link", folder + "/box");
           renameSync(folder + "/box", folder + "/link");
           renameSync(folder + "/kept", folder + "/box");
           swaps++;
         }
         if (isOver) { parentPort.postMessage(swaps); parentPort.close(); } else setImmediate(swap);
       })();`,
        { eval: true, workerData: { folder: repository, outside } },
      );
      const ended = new Promise<number>((done, failed) => swapper.once("message", done).once("error", failed));
      await new Promise((begun) => swapper.once("online", begun));
      const rules = createSkipRules(repository);
      const { cases } = sizeOf(1000);
      const met = new Map<string, number>();
      const note = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
      for (let time = 0; time < cases; time++) {
        note(await outcome(async () => (await readBytes(repository, rules, "box/a.ts", 100)).bytes.toString()));
        note(
          await outcome(async () =>
            (await listFolder(rules, await locateFolder(repository, rules, "box"), false))
              .map(({ name }) => name)
              .join(),
          ),
        );
        const indexed = readFileSnapshot(repository, "box/a.ts", 100);
        note("code" in indexed ? indexed.code : indexed.bytes.toString());
        rules.forget();
      }
      swapper.postMessage("over");
      expect(await ended).toBeGreaterThan(100);
      expect([...met.keys()].join()).not.toContain(OUTSIDE);
      // Both were met: the folder, and something in its place.
      expect([...met.keys()]).toEqual(expect.arrayContaining(["inside", "a.ts"]));
      expect(met.size).toBeGreaterThan(2);
    },
    LONG,
  );

  const outcome = async (work: () => Promise<string>): Promise<string> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CodeindexError) return error.code;
      throw error;
    }
  };
});
