/** All commands but those of the tools. */
import { Command } from "commander";
import { VERSION } from "../base/version.js";
import type { Flags } from "../config/config.js";
import { PROFILES } from "../config/keys.js";
import { PARTS } from "../mcp/clients/client.js";
import { CLIENT_NAMES } from "../mcp/clients/index.js";
import { AGENT_TOOLSETS } from "../mcp/endpoint-url.js";
import { ONLY_NAMED, SECTIONS } from "../measure/bench/section-names.js";
import type { BenchFlags } from "./bench.js";
import type { DoctorFlags } from "./doctor.js";
import type { EvalFlags } from "./eval.js";
import { addImpactCommand } from "./impact.js";
import type { InstallFlags } from "./install.js";
import { addKeyCommands } from "./keys.js";
import type { LoadFlags } from "./load.js";
import type { McpFlags } from "./mcp.js";
import type { ConfigFlags } from "./mcp-config.js";
import { addProjectCommands } from "./project.js";
import { addScipCommands } from "./scip.js";
import { addTokenCommands } from "./token.js";

const START = "The service";
const ASK = "Questions to a running service";

/** Builds the program. Commands load what they need when they run, so that a question does not load the database. */
export function createProgram(): Command {
  const program = new Command("codeindex")
    .description("A code index as an MCP service: where code is, what calls it, what breaks if it changes.")
    .version(VERSION)
    .showHelpAfterError("(codeindex --help lists the commands)")
    .commandsGroup(START);

  withServiceOptions(program.command("serve"))
    .summary("index repositories and serve them")
    .description(
      "Indexes the repositories, serves MCP and REST on this machine, and follows changes until it is stopped with Ctrl-C.",
    )
    .argument("[dirs...]", "repositories to index (default: the current folder)")
    .option("--repo <dir>", "another way to name one; may be repeated", collect)
    .option("--root <dir>", "a folder of repositories, all of which are indexed")
    .option("--clones-dir <dir>", "where git URLs that are added are cloned (default: clones in the data folder)")
    .option("--port <number>", "the port to listen on (default: 8400; 0: any that is free)")
    .option("--host <address>", "the address to listen on (default: 127.0.0.1)")
    .option("--stop-when-idle <time>", "stop after this long without a request, such as 30m (default: never)")
    .action(async (dirs: string[], { repo = [], ...flags }: Flags & { repo?: string[] }) => {
      const { serve } = await import("./serve.js");
      const repos = [...dirs, ...repo];
      await serve({ ...flags, ...(repos.length > 0 && { repos }) });
    });

  withServerOptions(program.command("worker"))
    .summary("index what is queued, beside a service with a queue on Redis")
    .description(
      "Takes jobs from the queue of REDIS_URL until it is stopped. Any number of workers may run; each does parts of large builds.",
    )
    .action(async (flags: Flags) => {
      const { work } = await import("./worker.js");
      await work(flags);
    });

  withServerOptions(program.command("watch"))
    .summary("follow changes, beside a service with a queue on Redis")
    .description(
      "Finds repositories and follows the changes of all projects whose folders it sees, until it is stopped. Where several run, one follows each project and another takes over when that is gone.",
    )
    .option("--root <dir>", "a folder of repositories, all of which are indexed and followed")
    .action(async (flags: Flags) => {
      const { watchAll } = await import("./watch.js");
      await watchAll(flags);
    });

  withServerOptions(program.command("migrate"))
    .summary("bring the database to this version")
    .description(
      "Brings the PostgreSQL database of DATABASE_URL to this version, and ends. Starts do it too, unless CODEINDEX_MIGRATE is false.",
    )
    .action(async (flags: Flags) => {
      const { migrateOnce } = await import("./migrate.js");
      await migrateOnce(flags);
    });

  withServiceOptions(program.command("index"))
    .summary("index one repository, without a service")
    .description("Indexes a repository once, shows its progress and a summary, and ends.")
    .argument("[dir]", "the repository", ".")
    .option("--force", "index every file anew, changed or not")
    .option("--json", "print the summary as JSON")
    .action(async (dir: string, { force, json, ...flags }: Flags & { force?: boolean; json?: boolean }) => {
      const { indexOnce } = await import("./index-once.js");
      process.exitCode = await indexOnce({ ...flags, repos: [dir] }, { force: force === true, json: json === true });
    });

  withServiceOptions(program.command("mcp"))
    .summary("speak MCP on stdin and stdout, for a running service")
    .description(
      "An MCP server for clients that start programs: passes everything on to the service at CODEINDEX_API_BASE or --url. Without these it asks the service of this machine, and starts one where none answers; that one serves all clients, and stops when it is not used.",
    )
    .option("--project <id>", "answer about this project")
    .option("--auto", "answer about the project that the working folder belongs to")
    .option("--repo <dir>", "the working folder (default: the current folder)")
    .option("--url <url>", "the service")
    .option("--token <token>", "who you are for the service (default: CODEINDEX_TOKEN)")
    .option("--toolsets <names>", "the toolsets to offer, separated by commas (default: all)")
    .option("--profile <name>", `the specification that the client was written for: ${PROFILES.join(", ")}`)
    .action(async (flags: McpFlags) => {
      const { mcp } = await import("./mcp.js");
      await mcp(flags);
    });

  withClientOptions(program.command("mcp-config"))
    .summary("print, or write, the configuration for an MCP client")
    .description(
      "Prints the entry for an MCP client's file, and the file's path; with --write, does the same as `install` for the named clients.",
    )
    .option("--scope <scope>", "whose files: user or project (default: user; project where one is pinned)")
    .option("--write", "put it into the client's files, with its rules, permissions, skill and hook")
    .option("--remove", "take it out of the client's files")
    .action(async (flags: ConfigFlags) => {
      const { configureClients } = await import("./mcp-config.js");
      process.exitCode = await configureClients(flags);
    });

  withClientOptions(program.command("install"))
    .summary("set up the MCP clients of this machine")
    .description(
      "Writes into the files of the MCP clients of this machine, or of the named ones: the server's entry, rules for when to call which tool, an allow-list of the read-only tools, a skill, and a hook. Shows the difference and asks first.",
    )
    .option("--user", "into the user's files (default: those of the current project)")
    .option("--remove", "take it all out: each file is as it was before")
    .action(async (flags: InstallFlags) => {
      const { install } = await import("./install.js");
      process.exitCode = await install(flags);
    });

  program
    .command("hook")
    .summary("remind an agent of the index, for hooks of MCP clients")
    .description(
      "Reads the tool call of a coding agent from standard input, as clients with hooks give it, and answers with a reminder where it searches a whole repository as text. Needs no service, and never fails the call.",
    )
    .action(async () => {
      const { hook } = await import("./hook.js");
      await hook();
    });

  withServiceOptions(program.command("doctor"))
    .summary("check everything that codeindex depends on")
    .description(
      "Checks the configuration, Node, PostgreSQL and its extensions, migrations, Redis, watches, disk, memory, git, the embedder, the service and the files of MCP clients that name it, and says what to do. Exit code 1 where something fails.",
    )
    .option("--repo <dir>", "a repository to look at; may be repeated (default: the current folder)", collect)
    .option("--root <dir>", "a folder of repositories")
    .option("--url <url>", "the service (default: CODEINDEX_API_BASE, or this machine)")
    .option("--json", "print what was found as JSON")
    .action(async ({ repo, ...flags }: DoctorFlags & { repo?: string[] }) => {
      const { doctor } = await import("./doctor.js");
      process.exitCode = await doctor({ ...flags, repos: repo });
    });

  addKeyCommands(program, withServiceOptions);

  program
    .command("docs")
    .summary("write the generated tables of docs/")
    .description(
      "Writes the tables of tools, commands, settings, errors and clients into docs/, and the JSON Schema of the settings.",
    )
    .option("--check", "write nothing; fail where something is stale")
    .action(async ({ check }: { check?: boolean }) => {
      const { writeDocs } = await import("./docs.js");
      process.exitCode = writeDocs(program, check === true);
    });

  program
    .command("bench")
    .summary("measure this build on a repository")
    .description(
      "Measures what indexing costs and how quick answers are on a repository, beside what is promised. Only reads the repository; takes minutes.",
    )
    .argument("[dir]", "the repository", ".")
    .option("--only <sections>", `some of ${SECTIONS.join(",")} (default: all but ${ONLY_NAMED.join(", ")})`)
    .option("--calls <number>", "timed calls of each tool (default: 100)")
    .option("--edits <number>", "edits to follow from save to answer (default: 50)")
    .option("--soak", "with edits: also whether memory grows over 1,000 more")
    .option("--seed <number>", "which queries and files are drawn (default: 1)")
    .option("--database-url <url>", "a PostgreSQL server to index on as well, in a database made for it")
    .option("--chunks <list>", "with scale: sizes of the projects that are made (default: 100000)")
    .option("--json", "print the figures as JSON")
    .action(async (dir: string, flags: BenchFlags) => {
      const { bench } = await import("./bench.js");
      process.exitCode = await bench(dir, flags);
    });

  withServiceOptions(program.command("eval"))
    .summary("measure how well searches find known answers")
    .description(
      "Indexes a repository, asks queries whose answers are known, from a file or from the repository's own commits, and prints how high the answers rank.",
    )
    .argument("[file]", "queries, a JSON object a line; docs/search.md describes them")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .option("--tool <name>", "search_code, search_symbols, get_context or codebase_retrieval", "search_code")
    .option("--limit <number>", "results that are asked for", "50")
    .option("--from-history", "take the queries from commits: the subject, and the files that were changed")
    .option("--queries <number>", "with --from-history: how many at most", "300")
    .option("--save", "print the queries, to keep them, instead of asking them")
    .option("--ablate", "also what each rule of the ranking brings")
    .option("--bm25", "by plain BM25 over chunks, to compare with")
    .option("--json", "print the figures and each answer's as JSON")
    .action(async (file: string | undefined, flags: EvalFlags) => {
      const { evaluate } = await import("./eval.js");
      await evaluate(file, flags);
    });

  program
    .command("load")
    .summary("measure a running installation under many clients")
    .description(
      "Asks the replicas of a running installation with many clients at once, idle and while a build of a project runs, and prints how long answers take.",
    )
    .requiredOption("--url <url>", "a replica; may be repeated", collect)
    .option("--database-url <url>", "the installation's database, from which queries are drawn (default: DATABASE_URL)")
    .option("--project <id>", "the project to ask about and to build (default: the first)")
    .option("--clients <number>", "clients at once", "200")
    .option(
      "--tokens <file>",
      "tokens of the callers, one a line, by turns; the first may index (default: CODEINDEX_TOKEN)",
    )
    .option("--seconds <number>", "how long each phase takes", "30")
    .option("--think <ms>", "how long a client reads an answer, on average", "10000")
    .option("--json", "print the figures as JSON")
    .action(async (flags: LoadFlags) => {
      const { load } = await import("./load.js");
      process.exitCode = await load(flags);
    });

  program.commandsGroup(ASK);
  addTokenCommands(program);
  addProjectCommands(program);
  addScipCommands(program);
  addImpactCommand(program);
  return program;
}

function withClientOptions(command: Command): Command {
  return command
    .option("--client <name>", `one of ${CLIENT_NAMES.join(", ")}; may be repeated (default: all)`, collect)
    .option("--url <url>", "the service (default: CODEINDEX_API_BASE, or this machine)")
    .option("--project <id>", "pin a project")
    .option("--auto", "pin the project of the current folder; with --stdio, of whatever folder is worked in")
    .option("--stdio", "through `codeindex mcp`, which starts the service where none runs, instead of by URL")
    .option("--toolsets <names>", `the toolsets to offer (default for coding agents: ${AGENT_TOOLSETS}; "": all)`)
    .option("--profile <name>", `the specification that the client was written for: ${PROFILES.join(", ")}`)
    .option("--token", "send the token of CODEINDEX_TOKEN (default: where it is set, and for other machines)")
    .option("--no-token", "send none")
    .option("--only <parts>", `some of ${PARTS.join(",")} (default: all that the client documents)`)
    .option("--yes", "write without asking");
}

function withServiceOptions(command: Command): Command {
  return withServerOptions(command).option(
    "--data-dir <dir>",
    "where the embedded database lives (default: a folder of the user)",
  );
}

function withServerOptions(command: Command): Command {
  return command
    .option(
      "--config <file>",
      "the configuration file (default: codeindex.config.json in the current folder, for how repositories are indexed and searched; empty: none)",
    )
    .option("--log-level <level>", "trace, debug, info, warn, error or silent (default: info)");
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
