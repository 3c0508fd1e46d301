/** The Helm chart: what it renders with twelve sets of values, and which values it refuses. Needs `helm` on PATH. */
import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { temporaryFolder } from "../helpers/folders.js";
import { CHART, hasHelm, helm, type Manifest, podsOf, render, SETS, selects, valuesOf } from "./manifests.js";

describe.runIf(hasHelm)("the chart", () => {
  test("lints without a warning", () => {
    const { status, stdout } = helm("lint", "--strict", CHART, "-f", valuesOf("full"));
    expect(stdout).toContain("0 chart(s) failed");
    expect(status).toBe(0);
  });

  describe.each(SETS)("with the values %s", (set) => {
    test("runs every pod under the restricted standard, with requests and a limit of memory", () => {
      for (const { spec } of podsOf(render(set))) {
        expect(spec).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
        });
        for (const { securityContext, resources } of spec.containers) {
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          });
          expect(resources).toMatchObject({
            requests: { cpu: expect.anything() },
            limits: { memory: expect.anything() },
          });
        }
      }
    });

    test("mounts what it names, gives secrets as files, and selects pods that are there", () => {
      const manifests = render(set);
      const pods = podsOf(manifests);
      for (const { spec } of pods) {
        const volumes = (spec.volumes ?? []).map(({ name }) => name);
        for (const { volumeMounts, env = [] } of spec.containers) {
          // A stateful set's claims are volumes of their own.
          expect(volumeMounts.filter(({ name }) => name !== "data").every(({ name }) => volumes.includes(name))).toBe(
            true,
          );
          for (const { name, value } of env) {
            expect(value, name).toBeTypeOf("string");
            if (/_FILE$/.test(name)) expect(value).toBe(`/run/secrets/codeindex/${name}`);
            else expect(name).not.toMatch(/^DATABASE_URL$|_(TOKEN|SECRET|PASSWORD|CREDENTIALS|KEYS?)$/);
          }
        }
      }
      const selectors = manifests.flatMap(({ kind, spec }) => {
        if (kind === "Service") return [{ matchLabels: spec.selector }];
        if (kind === "NetworkPolicy") return [spec.podSelector];
        return kind === "HorizontalPodAutoscaler" || !spec?.selector ? [] : [spec.selector];
      });
      for (const selector of selectors) expect(pods.some(({ labels }) => selects(selector, labels))).toBe(true);
    });
  });

  test("two releases in one namespace share no name and select none of the other's pods", () => {
    const { stdout } = helm("template", "other", CHART, "-n", "code", "-f", valuesOf("minimal"));
    const other = parseAllDocuments(stdout).flatMap((document) => (document.toJS() as Manifest | null) ?? []);
    const one = render("minimal");
    const names = (manifests: Manifest[]) => manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names(one).filter((name) => names(other).includes(name))).toEqual([]);
    const policies = one.filter(({ kind }) => kind === "NetworkPolicy").map(({ spec }) => spec.podSelector);
    for (const { labels } of podsOf(other)) expect(policies.some((selector) => selects(selector, labels))).toBe(false);
  });

  test("gives each pod of the program the nodes, labels and annotations that values name, those of jobs among them", () => {
    for (const { spec, labels, annotations } of podsOf(render("repositories"))) {
      expect(spec).toMatchObject({
        nodeSelector: { "kubernetes.io/arch": "amd64" },
        tolerations: [{ key: "dedicated", operator: "Exists" }],
        imagePullSecrets: [{ name: "registry" }],
      });
      expect(labels).toMatchObject({ team: "platform" });
      expect(annotations).toMatchObject({ "example.com/scrape": "no" });
    }
  });

  test("gives settings as they are written, large numbers and names with TOKEN among them", () => {
    const [service] = podsOf(render("settings")).filter(
      ({ labels }) => labels["app.kubernetes.io/component"] === "service",
    );
    const env = new Map(service?.spec.containers[0]?.env?.map(({ name, value }) => [name, value]));
    expect(env.get("CODEINDEX_RATE_LIMIT")).toBe("1000000");
    expect(env.get("CODEINDEX_RELEVANCE_THRESHOLD")).toBe("0.25");
    expect(env.get("CODEINDEX_MAX_TOKENS")).toBe("16000");
    expect(env.get("CODEINDEX_MASK_SECRETS")).toBe("false");
  });

  test("lets helm test reach a service through the policies", () => {
    const policies = render("full").filter(({ kind }) => kind === "NetworkPolicy");
    const { labels } = podsOf(render("full")).find(({ labels }) => labels["app.kubernetes.io/component"] === "test")!;
    const isNamed = (ends: { podSelector?: object }[] = [], of: Record<string, string>) =>
      ends.some(({ podSelector }) => podSelector && selects(podSelector, of));
    const service = { ...labels, "app.kubernetes.io/component": "service" };
    const leaves = policies.filter(({ spec }) => selects(spec.podSelector, labels));
    const enters = policies.filter(({ spec }) => selects(spec.podSelector, service));
    expect(leaves.some(({ spec }) => spec.egress?.some(({ to }: { to?: [] }) => isNamed(to, service)))).toBe(true);
    expect(enters.some(({ spec }) => spec.ingress?.some(({ from }: { from?: [] }) => isNamed(from, labels)))).toBe(
      true,
    );
  });

  test("opens the further ways out to every pod, but to Valkey", () => {
    const way = "networkPolicy.extraEgress[0].ports[0].port=11434";
    const manifests = render("one-node", "--set", `${way},backup.enabled=true`);
    const isOpen = (labels: Record<string, string>) =>
      manifests.some(
        ({ kind, spec }) =>
          kind === "NetworkPolicy" &&
          selects(spec.podSelector, labels) &&
          spec.egress?.some(({ ports = [] }: { ports?: { port: number }[] }) => ports[0]?.port === 11434),
      );
    const parts = podsOf(manifests).map(({ labels }) => [labels["app.kubernetes.io/component"], isOpen(labels)]);
    expect(Object.fromEntries(parts)).toEqual({
      service: true,
      worker: true,
      watcher: true,
      migrate: true,
      backup: true,
      test: true,
      valkey: false,
    });
  });

  test("asks Prometheus for the series of its own release alone", () => {
    const queries = JSON.stringify(render("full").filter(({ kind }) => /PrometheusRule|ScaledObject/.test(kind)));
    const series = queries.match(/codeindex_\w+\{[^}]*\}/g) ?? [];
    expect(series.length).toBeGreaterThan(8);
    for (const one of series) expect(one).toContain("team-codeindex-(service|worker|watcher)-.*");
    const { panels } = JSON.parse(readFileSync(`${CHART}/dashboards/codeindex.json`, "utf8")) as {
      panels: { targets: { expr: string }[] }[];
    };
    for (const { expr } of panels.flatMap(({ targets }) => targets))
      for (const [one] of expr.matchAll(/(?:codeindex|process)_\w+(?:\{[^}]*\})?/g))
        expect(one).toContain("$release-(service|worker|watcher)-.*");
  });

  test("workers go where a volume of one node is, and services need no volume of code", () => {
    const pods = podsOf(render("one-node"));
    const of = (part: string) => pods.find(({ labels }) => labels["app.kubernetes.io/component"] === part)!.spec;
    for (const part of ["worker", "watcher"])
      expect(of(part)).toHaveProperty("affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution");
    expect(of("service").volumes?.map(({ name }) => name)).toEqual(["tmp", "secrets"]);
  });

  test("without a shared volume of clones each pod has a folder of its own, and workers are replaced one by one", () => {
    const manifests = render("no-shared-disk");
    expect(manifests.filter(({ kind }) => kind === "PersistentVolumeClaim")).toEqual([]);
    for (const part of ["worker", "watcher"]) {
      const { spec } = podsOf(manifests).find(({ labels }) => labels["app.kubernetes.io/component"] === part)!;
      expect(spec.volumes).toContainEqual({ name: "clones", emptyDir: { sizeLimit: "50Gi" } });
    }
    const worker = manifests.find(({ kind, metadata }) => kind === "Deployment" && metadata.name.endsWith("-worker"))!;
    expect(worker.spec.strategy).toEqual({ rollingUpdate: { maxUnavailable: 1 } });
  });

  test.each([
    { set: [], bytes: "402653184" },
    { set: ["valkey.resources.limits.memory=1.5Gi"], bytes: "1207959552" },
    { set: ["valkey.resources.limits.memory=1000000000"], bytes: "750000000" },
    { set: ["valkey.maxMemory=300M"], bytes: "300000000" },
    { set: ["valkey.resources.limits.memory=null"], bytes: undefined },
    { set: ["valkey.resources.limits=null", "valkey.maxMemory=1Gi"], bytes: "1073741824" },
  ])("Valkey evicts no job, and refuses more before its limit of memory is reached: $set", ({ set, bytes }) => {
    const manifests = render("one-node", ...set.flatMap((one) => ["--set", one]));
    const { args = [] } = podsOf(manifests.filter(({ kind }) => kind === "StatefulSet"))[0]!.spec.containers[0]!;
    const after = (flag: string) => args[[...args, flag].indexOf(flag) + 1];
    expect(after("--maxmemory-policy")).toBe("noeviction");
    expect(after("--maxmemory")).toBe(bytes);
  });

  test("the job of backups keeps the newest dumps, and of a dump that failed nothing from its next run on", () => {
    const [job] = podsOf(render("minimal", "--set", "backup.enabled=true,backup.keep=2")).filter(
      ({ labels }) => labels["app.kubernetes.io/component"] === "backup",
    );
    const { command, args } = job!.spec.containers[0]!;
    const folder = temporaryFolder({
      "secrets/url": "postgres://database/codeindex",
      "bin/pg_dump": '#!/bin/sh\necho dump > "$(echo "$3" | cut -d= -f2)"; exit "$FAILS"\n',
      "backup/codeindex-20260101T000000Z.dump": "",
      "backup/codeindex-20260102T000000Z.dump": "",
    });
    chmodSync(join(folder, "bin/pg_dump"), 0o755);
    const script = args![0]!
      .replaceAll("/backup/", `${folder}/backup/`)
      .replace("/run/secrets/codeindex", `${folder}/secrets`);
    const run = (FAILS: string) => {
      const env = { PATH: `${folder}/bin:${process.env.PATH}`, FAILS };
      return spawnSync(command![0]!, [...command!.slice(1), script], { env }).status;
    };
    const dumps = () => readdirSync(join(folder, "backup"));
    expect(run("1")).toBe(1);
    expect(dumps()).toEqual([...dumps().slice(0, 2), expect.stringMatching(/\.dump\.part$/)]);
    expect(run("0")).toBe(0);
    expect(dumps()).toEqual([
      "codeindex-20260102T000000Z.dump",
      expect.stringMatching(/^codeindex-\d{8}T\d{6}Z\.dump$/),
    ]);
  });

  test.each([
    { set: ["cnpg.enabled=true"], says: "database.existingSecret and cnpg.enabled: there must be one database" },
    { set: ["database.existingSecret="], says: "database.existingSecret: names a secret" },
    { set: ["valkey.enabled=true"], says: "redis.existingSecret and valkey.enabled: there must be one queue" },
    { set: ["redis.existingSecret="], says: "redis.existingSecret: names a secret" },
    {
      set: ["redis.existingSecret=", "valkey.enabled=true", "valkey.maxMemory=512Mi"],
      says: "valkey.maxMemory: must be less than valkey.resources.limits.memory",
    },
    { set: ["valkey.maxMemory=384mb"], says: "maxMemory" },
    { set: ["worker.keda.enabled=true"], says: "worker.keda.prometheus: is needed" },
    { set: ["ingress.enabled=true"], says: "ingress.host: is needed" },
    { set: ["ingress.enabled=true", "ingress.host=a.example"], says: "publicUrl: is needed" },
    { set: ["gateway.enabled=true"], says: "gateway.host and gateway.parentRefs: are needed" },
    { set: ["monitoring.podMonitor.enabled=true"], says: "auth.metricsToken.existingSecret: is needed" },
    { set: ["clones.accessMode=ReadWriteOnce", "watcher.replicas=2"], says: "ReadWriteOnce allows one watcher" },
    {
      set: ["clones.accessMode=None", "clones.existingClaim=clones"],
      says: "clones.accessMode and clones.existingClaim: None means",
    },
    { set: ["config.CODEINDEX_ADMIN_TOKEN=x"], says: "config.CODEINDEX_ADMIN_TOKEN: is a secret" },
    { set: ["config.CODEINDEX_AUTH=none"], says: "config.CODEINDEX_AUTH: is set by the chart" },
    { set: ["service.replicas=1"], says: "service.disruption.minAvailable: must be less than" },
    {
      set: ["service.autoscaling.enabled=true", "service.resources.requests.cpu=null"],
      says: "service.resources.requests.cpu: is needed",
    },
    {
      set: ["monitoring.podMonitor.enabled=true", "auth.metricsToken.existingSecret=m"],
      says: "networkPolicy.monitoringNamespaces: is needed",
    },
    { set: ["config.DATABASE_URL=x"], says: "config.DATABASE_URL: is no setting" },
    { set: ["config.CODEINDEX_TLS_CERT_FILE=/cert"], says: "config.CODEINDEX_TLS_CERT_FILE: pods are asked by HTTP" },
    { set: ["auth.mode=jwt"], says: "config.CODEINDEX_JWT_ISSUER: is needed" },
    {
      set: ["auth.mode=jwt", "config.CODEINDEX_JWT_ISSUER=https://login.example.com"],
      says: "config.CODEINDEX_JWT_AUDIENCE: is needed",
    },
    {
      set: ["auth.mode=jwt", "auth.adminToken.existingSecret=a"],
      says: "auth.adminToken.existingSecret and auth.mode: jwt lets no token in",
    },
    {
      set: ["secrets.encryptionKey.existingSecret=e", "config.CODEINDEX_SEARCH=database"],
      says: "config.CODEINDEX_SEARCH and secrets.encryptionKey",
    },
    {
      set: ["database.existingSecret=", "cnpg.enabled=true", "database.readKey=read"],
      says: "database.readKey and cnpg.enabled",
    },
    {
      set: ["worker.autoscaling.enabled=true", "worker.autoscaling.minReplicas=9"],
      says: "worker.autoscaling.minReplicas: must be at most maxReplicas",
    },
    { set: ["service.preStopSeconds=60"], says: "service.preStopSeconds: must be less than" },
    { set: ["service.disruption.minAvailable=100%"], says: "minAvailable" },
    { set: ["backup.keep=0"], says: "keep" },
    { set: ["service.replica=3"], says: "replica" },
    { set: ["auth.mode=none"], says: "auth.mode" },
  ])("refuses $set", ({ set, says }) => {
    const flags = set.flatMap((one) => ["--set", one]);
    const { status, stderr } = helm("template", "team", CHART, "-f", valuesOf("minimal"), ...flags);
    expect(stderr).toContain(says);
    expect(status).not.toBe(0);
  });
});

test("every value of the chart is described", () => {
  const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, "utf8"));
  const values = parse(readFileSync(`${CHART}/values.yaml`, "utf8"));
  const missing: string[] = [];
  const look = (value: unknown, described: { description?: string; properties?: object } | undefined, path: string) => {
    if (path !== "" && !described?.description) missing.push(path);
    if (typeof value !== "object" || value === null || Array.isArray(value) || !described?.properties) return;
    for (const [name, below] of Object.entries(value))
      look(
        below,
        (described.properties as Record<string, typeof described>)[name],
        path === "" ? name : `${path}.${name}`,
      );
  };
  look(values, schema, "");
  expect(missing).toEqual([]);
});
