/** A call of unknown target in one language is not taken for one of a symbol of another that its code cannot call. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "server/Project.java": dedent`
    package shop;
    public class Project {
        public void update() {}
    }
  `,
  "server/Change.java": dedent`
    package shop;
    public class Change {
        public void apply(Project project) {
            project.update();
        }
    }
  `,
  "server/change.kt": dedent`
    package shop
    fun applied(changes: Unknown) {
        changes.first().update()
    }
  `,
  "web/panel.js": dedent`
    export function show(panels) {
      panels.first().update();
    }
    export class Panel {
      update() {}
    }
    new Panel().update();
  `,
});

test("calls of the name in another language count neither as possible nor as unknown, and no namesake is told of", async () => {
  const { text } = await call("get_callers", { symbols: ["Project.update"] });
  expect(text).toContain("Change.apply");
  expect(text).toContain("server/change.kt:3");
  expect(text).not.toContain("web/");
});

test("those of its own do", async () => {
  const { text } = await call("get_callers", { symbols: ["Panel.update"] });
  expect(text).toContain("web/panel.js:2");
  expect(text).not.toContain("server/");
});
