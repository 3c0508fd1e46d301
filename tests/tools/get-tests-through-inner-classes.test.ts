/** An object of a class in a class calls members of the object around it: `Outer.this.run()`, or bare. Tests that come there run what overrides these. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "src/main/java/shop/Operation.java": dedent`
    package shop;
    public abstract class Operation {
        public Task createTask() {
            return new QuickTask() {
                @Override
                protected String perform() {
                    return Operation.this.change();
                }
            };
        }
        protected String change() {
            throw new UnsupportedOperationException();
        }
    }
  `,
  "src/main/java/shop/Task.java": dedent`
    package shop;
    public abstract class Task {
        public abstract String run();
    }
  `,
  "src/main/java/shop/QuickTask.java": dedent`
    package shop;
    public abstract class QuickTask extends Task {
        @Override
        public String run() {
            return perform();
        }
        protected abstract String perform();
    }
  `,
  "src/main/java/shop/FillDown.java": dedent`
    package shop;
    public class FillDown extends Operation {
        @Override
        protected String change() {
            return "filled";
        }
    }
  `,
  "src/test/java/shop/FillDownTest.java": dedent`
    package shop;
    import org.junit.jupiter.api.Test;
    class FillDownTest {
        @Test
        void fills() {
            Task task = new FillDown().createTask();
            task.run();
        }
    }
  `,
});

test("a member is run by its base's inner classes", async () => {
  const { text } = await call("get_tests", { symbols: ["FillDown.change"] });
  expect(text.split("\n").slice(0, 2)).toEqual([
    "1 test file reaches FillDown.change (src/main/java/shop/FillDown.java:4), 0 of them directly",
    "src/test/java/shop/FillDownTest.java  3 steps, via Task.run  fills (line 5, by line 7)",
  ]);
});
