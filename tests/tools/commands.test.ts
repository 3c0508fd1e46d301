/** Commands that Django runs by their names: callers, ways and tests of them go through the name. */
import { expect, test } from "vitest";
import { asker, useSharedApp } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const app = useSharedApp({
  "shop/management/commands/dedupe.py": dedent`
    from django.core.management.base import BaseCommand
    from shop.orders import remove_twins

    class Command(BaseCommand):
        def handle(self, *args, **options):
            remove_twins()
  `,
  "shop/management/commands/other.py": dedent`
    from django.core.management.base import BaseCommand

    class Command(BaseCommand):
        def handle(self, *args, **options):
            print("other")
  `,
  "shop/orders.py": dedent`
    def remove_twins():
        return 1
  `,
  "shop/tasks.py": dedent`
    from django.core.management import call_command

    def nightly():
        call_command(
            "dedupe", "--all")
  `,
  "tests/test_dedupe.py": dedent`
    from django.core.management import call_command

    def test_dedupe():
        call_command("dedupe")
  `,
});

const ask = async (tool: string, args: object) => (await asker(app)(tool, args)).text;

test("callers of the function that a command begins with are the places that run the command", async () => {
  const text = await ask("get_relations", {
    symbols: ["shop/management/commands/dedupe.py:5"],
    relations: ["callers"],
  });
  expect(text).toContain('shop/tasks.py:4  nightly  likely, under "dedupe"');
  expect(text).not.toContain("other.py");
});

test("a way and a flow go on in the command", async () => {
  const way = await ask("trace", { from: "nightly", to: "remove_twins" });
  expect(way).toContain("remove_twins");
  expect(way).not.toContain("No way");
  const flow = await ask("get_source", { symbols: ["nightly"], depth: 2 });
  expect(flow).toContain("shop/management/commands/dedupe.py:5");
});

test("tests that run a command reach what it calls", async () => {
  expect(await ask("get_tests", { symbols: ["remove_twins"] })).toContain("tests/test_dedupe.py");
});
