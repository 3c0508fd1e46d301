/** The manifests that the chart renders, and the pods that they make. Needs `helm` on PATH. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { parseAllDocuments } from "yaml";

export const CHART = new URL("../../helm/codeindex", import.meta.url).pathname;
const VALUES = new URL("./values/", import.meta.url).pathname;
/** The sets of values that tests render the chart with. */
export const SETS = readdirSync(VALUES).map((file) => file.replace(".yaml", ""));
export const valuesOf = (set: string) => `${VALUES}${set}.yaml`;

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: { readOnlyRootFilesystem?: boolean };
  resources: { requests?: object; limits?: { memory?: string } };
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  readinessProbe?: Probe;
  lifecycle?: { preStop?: { exec: { command: string[] } } };
}
export interface Probe {
  httpGet?: { path: string; port: string };
  exec?: { command: string[] };
}
export interface Volume {
  name: string;
  emptyDir?: object;
  persistentVolumeClaim?: { claimName: string };
  projected?: { sources: { secret: SecretItems & { name: string } }[] };
  secret?: SecretItems & { secretName: string };
}
export interface SecretItems {
  items: { key: string; path: string }[];
}
export interface PodSpec {
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext: { runAsUser?: number; runAsGroup?: number };
  containers: Container[];
  volumes?: Volume[];
}
export interface Manifest {
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: the parts of Kubernetes' objects that a test looks at.
  spec: any;
}
export interface Pod {
  labels: Record<string, string>;
  annotations: Record<string, string> | undefined;
  spec: PodSpec;
}

export const helm = (...args: string[]) => spawnSync("helm", args, { encoding: "utf8" });
export const hasHelm = helm("version").status === 0;

/** The manifests of the release `team`, with a set of values and further flags. Throws where helm refuses them or warns. */
export const render = (set: string, ...flags: string[]): Manifest[] => renderRelease("team", set, ...flags);

/** The same of another release. */
export function renderRelease(release: string, set: string, ...flags: string[]): Manifest[] {
  const { status, stdout, stderr } = helm("template", release, CHART, "-n", "code", "-f", valuesOf(set), ...flags);
  if (status !== 0 || stderr !== "") throw new Error(`helm template: ${status}\n${stderr}`);
  return parseAllDocuments(stdout).flatMap((document) => (document.toJS() as Manifest | null) ?? []);
}

/** The pods of a kind of object, each as often as it has replicas. */
export const podsIn = (manifests: readonly Manifest[], kind: string): Pod[] =>
  manifests
    .filter((manifest) => manifest.kind === kind)
    .flatMap((manifest) => Array.from({ length: manifest.spec.replicas ?? 1 }, () => podsOf([manifest])).flat());

/** The pods that manifests make, by the labels of each. */
export const podsOf = (manifests: readonly Manifest[]): Pod[] =>
  manifests.flatMap(({ kind, metadata, spec }) => {
    if (kind === "Pod") return [{ ...metadata, spec }];
    const { template } = (kind === "CronJob" ? spec.jobTemplate.spec : spec) ?? {};
    return template ? [{ ...template.metadata, spec: template.spec }] : [];
  });

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: "In" | "NotIn"; values: string[] }[];
}

/** Whether a selector chooses what has the labels. */
export const selects = (
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Record<string, string>,
): boolean =>
  Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
  matchExpressions.every(({ key, operator, values }) => values.includes(labels[key] ?? "") === (operator === "In"));
