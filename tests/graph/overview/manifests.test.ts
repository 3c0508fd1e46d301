/** Manifests as the overview reads them. */
import { describe, expect, test } from "vitest";
import { readManifest } from "../../../src/graph/overview/manifests.js";
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
    { name: "a text that is no project gives no name", text: "{}", want: { name: null, description: null } },
  ];
  test.each(POMS)("$name", ({ text, want }) => {
    expect(readManifest("core/pom.xml", text)).toMatchObject({ kind: "Maven project", test: "mvn test", ...want });
  });
});
