/** The commands that run tests on the Java platform: Maven or Gradle, by the build file of the nearest folder. Pure. */
import { folderOf, nameOf } from "../../model/paths.js";
import { foldersAbove, quoted, type TestFile, type TestRun, type TestSetup } from "../testing.js";

/** The ends of the names of build files. */
export const BUILD_FILES: readonly string[] = ["pom.xml", "build.gradle", "build.gradle.kts"];

/** The build file of the nearest folder, run from the outermost folder that has one of its kind. */
export function runOf({ path }: TestFile, { projects }: TestSetup): TestRun | null {
  const above = foldersAbove(path);
  const builds = projects.filter((each) => BUILD_FILES.includes(nameOf(each)) && above.includes(folderOf(each)));
  const nearest = above.flatMap((folder) => builds.filter((each) => folderOf(each) === folder))[0];
  if (nearest === undefined) return null;
  const isMaven = nameOf(nearest) === "pom.xml";
  const alike = builds.filter((each) => (nameOf(each) === "pom.xml") === isMaven).map(folderOf);
  const root = above.findLast((folder) => alike.includes(folder)) ?? "";
  const folder = folderOf(nearest);
  const module = folder === root ? "" : folder.slice(root === "" ? 0 : root.length + 1);
  if (isMaven) return { folder: root, start: module === "" ? "mvn test" : `mvn test -pl ${quoted(module)} -am` };
  return { folder: root, start: module === "" ? "./gradlew test" : `./gradlew :${module.replaceAll("/", ":")}:test` };
}

/** The command that runs some classes of tests. */
export function command({ start }: TestRun, paths: readonly string[], classes: readonly string[]): string {
  const names = classes.length > 0 ? classes : paths.map((path) => nameOf(path).replace(/\.\w+$/, ""));
  if (start.startsWith("mvn")) {
    const others = start.includes("-am") ? " -Dsurefire.failIfNoSpecifiedTests=false" : "";
    return `${start} -Dtest=${quotedNames(names.join(","))}${others}`;
  }
  return `${start} ${names.map((name) => `--tests ${quotedNames(name)}`).join(" ")}`;
}

/** Names as a shell takes them: `Outer$Inner` stands in single quotes. */
function quotedNames(names: string): string {
  return names.includes("$") ? `'${names}'` : quoted(names);
}
