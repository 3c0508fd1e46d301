/**
 * A namespace of a cluster on a Docker engine: pods of rendered manifests run as containers, with their arguments, secrets as files, volumes, users, limits of
 * memory, probes and times to end. An engine has no scheduler, no network policies, no operators and no autoscalers: those are not tried here.
 */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Container,
  type Manifest,
  type Pod,
  type PodSpec,
  type SecretItems,
  selects,
} from "../chart/manifests.js";
import { docker, eventually, say } from "./docker.js";

/** Keys and their values, by the names of secrets. */
export type Secrets = Record<string, Record<string, string>>;
/** A pod that runs: the name of its container, and the manifest that it is of. */
export interface Running {
  name: string;
  pod: Pod;
}

const PART = "app.kubernetes.io/component";
/** Of a first start on a machine that has much else to do. */
const START_PATIENCE_MS = 300_000;
/** Probes that may fail before a pod counts as unready, where its manifest says nothing else. */
const FAILURE_THRESHOLD = 3;

export const partOf = ({ labels }: Pod): string => labels[PART]!;

export class Namespace {
  readonly folder = mkdtempSync(join(tmpdir(), "codeindex-namespace-"));
  private readonly running: Running[] = [];
  private started = 0;
  private turn = 0;

  private constructor(
    /** Of the engine's network; each container's name begins with it. */
    readonly name: string,
    private readonly secrets: Secrets,
  ) {
    chmodSync(this.folder, 0o755);
  }

  static async open(name: string, secrets: Secrets): Promise<Namespace> {
    await docker("network", "create", name);
    return new Namespace(name, secrets);
  }

  /** Runs something that is not a pod of the chart, as a database, under a name that pods know. */
  async provide(name: string, ...run: string[]): Promise<string> {
    return docker(
      "run",
      "-d",
      "--name",
      this.containerOf(name),
      "--network",
      this.name,
      "--network-alias",
      name,
      ...run,
    );
  }
  readonly containerOf = (name: string): string => `${this.name}-${name}`;

  /** The folder behind a claim: root's, and writable for the group that the security context names. */
  claim(name: string): string {
    const path = join(this.folder, "claims", name);
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o777);
    return path;
  }

  /** Starts a pod; services of the manifests lead to it by their names from now on. */
  async start(pod: Pod, manifests: readonly Manifest[]): Promise<Running> {
    const name = this.containerOf(`${partOf(pod)}-${++this.started}`);
    const services = manifests.filter(
      ({ kind, spec }) => kind === "Service" && selects({ matchLabels: spec.selector }, pod.labels),
    );
    const names = services.flatMap(({ metadata }) => ["--network-alias", metadata.name]);
    say(`starts ${name}`);
    // As a kubelet does with the containers of a Deployment, the engine starts them again when they end.
    await docker(
      "run",
      "-d",
      "--name",
      name,
      "--restart",
      "always",
      "--network",
      this.name,
      ...names,
      ...this.flagsOf(pod.spec, name),
    );
    const running = { name, pod };
    this.running.push(running);
    return running;
  }

  /** Runs the pod of a Job or a test to its end; gives the status and what it wrote. */
  async run(pod: Pod): Promise<{ status: number; output: string }> {
    const name = this.containerOf(`${partOf(pod)}-${++this.started}`);
    say(`runs ${name} to its end`);
    await docker("run", "-d", "--name", name, "--network", this.name, ...this.flagsOf(pod.spec, name));
    const status = Number(await docker("wait", name));
    const output = await docker("logs", name);
    await docker("rm", "-f", "-v", name);
    return { status, output };
  }

  /** Those of a part that run. */
  of = (part: string): Running[] => this.running.filter(({ pod }) => partOf(pod) === part);

  /** Resolves when the readiness probe of a pod succeeds. */
  async ready(running: Running): Promise<void> {
    await eventually(() => this.isReady(running), Boolean, START_PATIENCE_MS);
    say(`${running.name} is ready`);
  }

  /** Whether the readiness probe passes: the kubelet asks a pod by its address. */
  async isReady({ name, pod }: Running): Promise<boolean> {
    const [{ readinessProbe, ports = [] }] = pod.spec.containers as [Container];
    if (readinessProbe?.exec)
      return docker("exec", name, ...readinessProbe.exec.command).then(
        () => true,
        () => false,
      );
    const { path, port } = readinessProbe!.httpGet!;
    const { containerPort } = ports.find((one) => one.name === port)!;
    const host = `${await this.addressOf(name)}:${containerPort}`;
    return fetchAt(
      host,
      host,
    )(`http://${host}${path}`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /**
   * Ends a pod as an upgrade or a drained node does: no new connection comes to it, its hook runs, it is asked to end, and is killed when its time is over.
   * Gives the status that it ended with.
   */
  async end(running: Running): Promise<number> {
    say(`ends ${running.name}`);
    this.forget(running);
    const { terminationGracePeriodSeconds = 30, containers } = running.pod.spec;
    const { preStop } = containers[0]!.lifecycle ?? {};
    if (preStop) await docker("exec", running.name, ...preStop.exec.command);
    await docker("stop", "-t", String(terminationGracePeriodSeconds), running.name);
    const status = Number(await docker("inspect", "-f", "{{.State.ExitCode}}", running.name));
    await docker("rm", "-v", running.name);
    return status;
  }

  /** Takes a pod away as a node that fails does, without a word to it. */
  async lose(running: Running): Promise<void> {
    say(`takes ${running.name} away`);
    this.forget(running);
    await docker("rm", "-f", "-v", running.name);
  }

  /** The kernel ends the process of a pod, as where memory is used up; its container starts again. */
  async kill({ name }: Running): Promise<void> {
    say(`kills the process of ${name}`);
    await docker("exec", name, "sh", "-c", "kill -9 $(cat /proc/1/task/1/children)");
  }

  /** Whether a Service leads to a pod: it does until the readiness probe has failed as often as the kubelet lets it. */
  private async isLedTo(running: Running): Promise<boolean> {
    for (let failed = 0; failed < FAILURE_THRESHOLD; failed++) {
      if (await this.isReady(running)) return true;
      await sleep(1000);
    }
    return false;
  }

  /** Asks as a client of a Service does: by its name, of one pod that is ready after the other. */
  readonly fetch: typeof fetch = (input, init) => this.ask(this.of("service"), input, init);

  /** The same for a Service by its name, where the namespace has several releases. */
  fetchOf = (name: string): typeof fetch => {
    const isOfIt = ({ pod }: Running) => name.startsWith(pod.labels["app.kubernetes.io/instance"]!);
    return (input, init) => this.ask(this.of("service").filter(isOfIt), input, init);
  };

  private async ask(services: Running[], ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const ready = [];
    for (const service of services) if (await this.isLedTo(service)) ready.push(service);
    const next = ready[this.turn++ % ready.length];
    if (!next) throw new Error("no service is ready");
    const { host } = new URL(String(input));
    return fetchAt(`${await this.addressOf(next.name)}:8400`, host)(input, init);
  }

  async close(): Promise<void> {
    const names = await docker("ps", "-aq", "--filter", `network=${this.name}`);
    if (names !== "") await docker("rm", "-f", "-v", ...names.split("\n"));
    await docker("network", "rm", this.name);
    // Some of it belongs to the users of containers.
    await docker(
      "run",
      "--rm",
      "-v",
      `${this.folder}:/folder`,
      "--entrypoint",
      "sh",
      "node:22-bookworm-slim",
      "-c",
      "rm -rf /folder/*",
    );
    rmSync(this.folder, { recursive: true, force: true });
  }

  private forget(running: Running): void {
    this.running.splice(this.running.indexOf(running), 1);
  }

  private addressOf(name: string): Promise<string> {
    return docker("inspect", "-f", "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}", name);
  }

  /** The arguments of `docker run` for a pod: its security context, its volumes, its environment, its image and its command. */
  private flagsOf({ containers, volumes = [], securityContext }: PodSpec, name: string): string[] {
    const [{ image, command = [], args = [], env = [], volumeMounts, resources, securityContext: own }] =
      containers as [Container];
    const memory = resources.limits?.memory?.replace(/i$/, "").toLowerCase();
    const mounts = volumeMounts.flatMap(({ name: volume, mountPath, readOnly }) => {
      const found = volumes.find((one) => one.name === volume);
      if (found?.emptyDir) return ["--tmpfs", `${mountPath}:mode=1777`];
      const claimed = found?.persistentVolumeClaim?.claimName;
      const secrets =
        found?.projected?.sources.map(({ secret }) => secret) ??
        (found?.secret ? [{ ...found.secret, name: found.secret.secretName }] : null);
      // A claim of a stateful set is a volume of its own.
      const path = secrets
        ? this.writeSecrets(join(name, volume), secrets)
        : this.claim(claimed ?? `${volume}-of-a-set`);
      return ["-v", `${path}:${mountPath}${readOnly ? ":ro" : ""}`];
    });
    return [
      ...["--user", `${securityContext.runAsUser}:${securityContext.runAsGroup}`, "--cap-drop", "ALL"],
      ...["--security-opt", "no-new-privileges:true", ...(own.readOnlyRootFilesystem ? ["--read-only"] : [])],
      // A kubelet does not run the check of the image.
      "--no-healthcheck",
      ...(memory ? ["--memory", memory, "--memory-swap", memory] : []),
      ...mounts,
      ...env.flatMap(({ name, value }) => ["-e", `${name}=${value}`]),
      ...(command.length > 0 ? ["--entrypoint", command[0]!] : []),
      ...[image, ...command.slice(1), ...args],
    ];
  }

  /** Writes keys of secrets as files that the group of the pod may read; throws where a secret lacks a key, as a pod does not start then. */
  private writeSecrets(folder: string, secrets: (SecretItems & { name: string })[]): string {
    const path = join(this.folder, "secrets", folder);
    mkdirSync(path, { recursive: true });
    for (const { name, items } of secrets)
      for (const { key, path: file } of items) {
        const value = this.secrets[name]?.[key];
        if (value === undefined) throw new Error(`there is no key ${key} of a secret ${name}`);
        const target = join(path, file);
        writeFileSync(target, value);
        // Of root and the pod's group, as `fsGroup` makes them; whoever is not root lets all read.
        if (process.getuid?.() === 0) chownSync(target, 0, 1000);
        chmodSync(target, process.getuid?.() === 0 ? 0o440 : 0o444);
      }
    return path;
  }
}

/** A `fetch` that asks an address under the name of another host. */
function fetchAt(address: string, host: string): typeof fetch {
  const [hostname, port] = address.split(":");
  return (input, init = {}) =>
    new Promise((done, failed) => {
      const { pathname, search } = new URL(String(input));
      const headers = { ...Object.fromEntries(new Headers(init.headers)), host };
      const signal = init.signal ?? AbortSignal.timeout(60_000);
      const asked = request({
        hostname,
        port,
        path: pathname + search,
        method: init.method ?? "GET",
        headers,
        agent: false,
        signal,
      });
      asked.on("error", failed);
      asked.on("response", (answer) => {
        const hasBody = answer.statusCode !== 204 && answer.statusCode !== 202 && answer.statusCode !== 304;
        if (!hasBody) answer.resume();
        const body = hasBody ? (Readable.toWeb(answer) as ReadableStream) : null;
        done(new Response(body, { status: answer.statusCode!, headers: answer.headers as Record<string, string> }));
      });
      asked.end(init.body ?? undefined);
    });
}
