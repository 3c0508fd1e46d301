/** How declarations of the languages of the Java platform are used where no reference shows it. */
import { folderOf } from "../../model/paths.js";
import {
  type DeclaredUse,
  isMember,
  isPrivate,
  type Published,
  publishedBelow,
  throughBases,
  type UsageConventions,
} from "../usage.js";

/** Members that the platform, a container or a serialiser looks for by name. */
const CALLED =
  /^(main|toString|equals|hashCode|compareTo|clone|finalize|close|iterator|readObject|writeObject|readResolve|writeReplace|valueOf|values|of|from|fromString|build|builder|(get|set|is|with|has|add|on|component)[A-Z]\w*|component\d+|invoke|getValue|setValue|provideDelegate|premain|agentmain)$/;

/** Fields that serialisation looks for by name. */
const READ = /^serial(?:VersionUID|PersistentFields)$/;

/** Annotations of Lombok that give the fields of a type accessors, which serialisers and templates call by name. */
const WITH_ACCESSORS = /^(?:lombok\.)?(?:Data|Value|Getter|Setter)$/;

function outsideUse(declared: DeclaredUse): string | null {
  if (declared.kind === "namespace" || declared.kind === "module") return "packages are not code";
  // `new HashMap<>() {{ put(1, 2); }}` is a class without a name.
  if (declared.kind === "class" && declared.name.startsWith("$")) return "it is made where it stands";
  if (isMember(declared)) {
    if (declared.kind === "field" && declared.owner?.marks.some((mark) => WITH_ACCESSORS.test(mark)))
      return "a library may call its accessors";
    if (CALLED.test(declared.name) && !(isPrivate(declared) && !/Object$|^read|^write/.test(declared.name)))
      return "a library may call a member of this name";
    if (READ.test(declared.name) && declared.isStatic) return "serialisation reads it";
    if (declared.owner?.kind === "interface") return "a type may have to have it";
    if (declared.owner?.kind === "enum" && declared.kind !== "method") return "values may be read by name";
  }
  if (/\bnative\b|\bexternal\b|\boperator\b/.test(declared.head.split("(")[0] ?? "")) return "its uses have no name";
  return throughBases(declared, true);
}

const PROGRAM =
  /\bid\s*[( ]\s*["']application["']|plugin:\s*["']application["']|^\s*application\s*$|com\.android\.application|org\.springframework\.boot|spring-boot-maven-plugin|spring-boot-starter|quarkus|<packaging>\s*(?:war|ear)|mainClass/m;

function published(manifests: ReadonlyMap<string, string>): Published {
  const reasons = new Map<string, string | null>();
  const isProgram = [...manifests.values()].some((text) => PROGRAM.test(text));
  for (const path of manifests.keys())
    reasons.set(folderOf(path), isProgram ? null : "public in a library that others may use");
  return publishedBelow(reasons, "no build file says what is for others");
}

export const usage: UsageConventions = {
  harmlessMarks: new Set([
    "Override",
    "Deprecated",
    "SuppressWarnings",
    "Suppress",
    "Nullable",
    "NotNull",
    "NonNull",
    "Nonnull",
    "SafeVarargs",
    "FunctionalInterface",
    "JvmStatic",
    "JvmOverloads",
    "JvmField",
    "JvmName",
    "OptIn",
    "VisibleForTesting",
    "Contract",
    "CheckReturnValue",
  ]),
  sight: (declared) => (isPrivate(declared) ? "file" : "project"),
  isRun: (declared) => declared.name === "main",
  outsideUse,
  fitsByShape: false,
  manifests: /(^|\/)(pom\.xml|build\.gradle(\.kts)?)$/,
  published,
};
