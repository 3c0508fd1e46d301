/** Manifests as the overview reads them. */
import { describe, expect, test } from "vitest";
import { readManifest, scriptRunner } from "../../../src/graph/overview/manifests.js";
import { dedent } from "../../helpers/dedent.js";

describe("pom.xml", () => {
  const POMS = [
    {
      name: "its own names, not those of its parent, its plugins and its dependencies",
      text: dedent`
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <parent><artifactId>above</artifactId><description>Not this.</description></parent>
          <build><plugins><plugin><artifactId>shade</artifactId></plugin></plugins></build>
          <dependencies><dependency><artifactId>junit</artifactId></dependency></dependencies>
          <artifactId>shop</artifactId>
          <description>
            Sells
            things.
          </description>
        </project>
      `,
      want: { name: "shop", description: "Sells things." },
    },
    {
      name: "entities, CDATA and comments are read as XML reads them",
      text: "<project><!-- <artifactId>old</artifactId> --><artifactId>a&amp;b</artifactId><name><![CDATA[A & B]]></name></project>",
      want: { name: "a&b", description: "A & B" },
    },
    {
      name: "a text with a fault gives what can be read",
      text: "<project><artifactId>shop</artifactId><name>Shop</oops>",
      want: { name: "shop", description: "Shop" },
    },
    { name: "a text that is not a project gives no name", text: "{}", want: { name: null, description: null } },
  ];
  test.each(POMS)("$name", ({ text, want }) => {
    expect(readManifest("core/pom.xml", text)).toMatchObject({ kind: "Maven project", test: "mvn test", ...want });
  });
});

describe("the program of a build", () => {
  const around = (scripts: string, ...paths: string[]) => ({ scripts, has: (path: string) => paths.includes(path) });
  const PACKAGE = '{ "packageManager": "pnpm@9.1.0", "scripts": { "build": "tsc", "test": "vitest" } }';

  test("scripts of package.json run by the package manager that the repository names", () => {
    const { commands, test: tests } = readManifest("package.json", PACKAGE, around(scriptRunner(PACKAGE))) ?? {};
    expect({ commands, tests }).toEqual({ commands: ["pnpm run build"], tests: "pnpm test (vitest)" });
    expect(scriptRunner("{}")).toBe("npm");
  });

  test("where it names none, a lock file tells it", () => {
    expect(scriptRunner("{}", ["pnpm-lock.yaml"])).toBe("pnpm");
    expect(scriptRunner(PACKAGE, ["yarn.lock"])).toBe("pnpm");
  });

  test("the command of a container is told as one types it", () => {
    const image = dedent`
      FROM node:22
      ENTRYPOINT [ "/sbin/tini", "--" ]
      CMD ["node", "server.js"]
    `;
    const { entries = [] } = readManifest("Dockerfile", image, around("npm")) ?? {};
    expect(entries.map(({ leads }) => leads)).toEqual(["/sbin/tini --", "node server.js"]);
    expect(readManifest("Dockerfile", "CMD npm start", around("npm"))?.entries[0]?.leads).toBe("npm start");
  });

  test("the script of a repository comes before an installed Gradle or Maven", () => {
    expect(readManifest("build.gradle", "", around("npm", "gradlew"))?.commands).toEqual(["./gradlew build"]);
    expect(readManifest("app/build.gradle", "", around("npm", "gradlew"))?.commands).toEqual(["gradle build"]);
    expect(readManifest("pom.xml", "<project/>", around("npm", "mvnw"))?.test).toBe("./mvnw test");
  });

  test("a .NET solution of either form is one", () => {
    expect(readManifest("Shop.slnx", "<Solution/>")).toMatchObject({ name: "Shop", test: "dotnet test" });
    expect(readManifest("Shop.sln", "")).toMatchObject({ name: "Shop", commands: ["dotnet build"] });
  });
});

describe("programs that run targets", () => {
  test("make: what builds and starts comes first", () => {
    const text = dedent`
      VERSION := 1

      lint:
      	vet
      build: lint
      	cc
      test:
      	check
      clean:
      	rm
    `;
    expect(readManifest("Makefile", text)).toMatchObject({ commands: ["make lint", "make build"], test: "make test" });
  });

  test("just: recipes with parameters and attributes, and no variables", () => {
    const text = dedent`
      version := "1"

      default:
          just --list

      # Builds.
      build target="all":
          go build

      @run: build
          ./shop

      [unix]
      test: build
          go test
    `;
    expect(readManifest("justfile", text)).toMatchObject({
      kind: "justfile",
      commands: ["just build", "just run"],
      test: "just test",
    });
  });

  test("task: the names of the tasks, of parts too, and no other keys", () => {
    const text = dedent`
      version: "3"
      env:
        build: none
      tasks:
        docs:gen:
          cmds: [gen]
        ui:build:
          dir: frontend
        dev:
          deps: [build]

        "py:test":
          cmds:
            - pytest
      includes:
        start: ./other.yml
    `;
    expect(readManifest("Taskfile.yml", text)).toMatchObject({
      commands: ["task dev", "task ui:build", "task docs:gen"],
      test: "task py:test",
    });
    expect(readManifest("Taskfile.yml", "version: 3\n")).toMatchObject({ commands: [], test: null });
  });

  test.each(["Makefile", "justfile", "Taskfile.yml"])("a hostile %s is read to its end", (name) => {
    // One that takes the square of its length runs into the time-out.
    for (const mark of ["a ", "a", "tasks:\n  a\n", " ", "@a b"])
      expect(readManifest(name, mark.repeat(400_000))?.test ?? null).toBeNull();
  });
});
