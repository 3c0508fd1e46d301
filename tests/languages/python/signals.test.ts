/** Signals of Django in the text of code: which a function takes, and which lines send one. */
import { describe, expect, test } from "vitest";
import { signals } from "../../../src/languages/python/signals.js";
import { dedent } from "../../helpers/dedent.js";

const linesOf = (source: string) => source.split("\n");

describe("takers", () => {
  test.each([
    ["@receiver(post_save, sender=Order)", ["post_save of Order"]],
    ["@receiver(signals.pre_delete, sender=shop.Order)", ["pre_delete of shop.Order"]],
    [
      "@receiver(post_save, sender=Order)\n@receiver(post_save, sender=Cart)",
      ["post_save of Order", "post_save of Cart"],
    ],
    [
      dedent`
        @receiver(
            [post_save, post_delete],
            sender=Order,
        )`,
      ["post_save of Order", "post_delete of Order"],
    ],
    ["@receiver(order_paid)", ["order_paid of null"]],
    ["@app.task", []],
  ])("below %s", (decorators, want) => {
    const lines = linesOf(dedent`
      x = 1

      ${decorators}
      def changed(sender, **kwargs):
          pass`);
    const line = 1 + lines.findIndex((text) => text.startsWith("def"));
    expect(signals.taken(lines, line).map(({ name, of }) => `${name} of ${of}`)).toEqual(want);
  });

  test("a line connects a function by its name", () => {
    expect(signals.connected("post_save.connect(changed, sender=Order, weak=False)", "changed")).toEqual([
      { name: "post_save", of: "Order" },
    ]);
    expect(signals.connected("paid.connect(handlers.changed)", "changed")).toEqual([{ name: "paid", of: null }]);
    expect(signals.connected("paid.connect(changed_too)", "changed")).toEqual([]);
  });
});

describe("senders", () => {
  const sentIn = (source: string, name: string, of: string | null) => {
    const lines = linesOf(source);
    return signals.sent({ lines, from: 1, to: lines.length }, { name, of });
  };

  test("objects of a model are kept by a manager, and by names that have one", () => {
    const source = dedent`
      def pay(order: Order, cart):
          Order.objects.create(id=1)
          shop.Order.objects.filter(id=1).update_or_create(id=2)
          order.save()
          cart.save()
          found = get_object_or_404(Order, id=3)
          found.save(update_fields=["paid"])
          for each in Order.objects.all():
              each.save()
          made = Cart()
          made.save()
          Orders.objects.create(id=1)
    `;
    expect(sentIn(source, "post_save", "Order")).toEqual([2, 3, 4, 7, 9]);
    expect(sentIn(source, "post_delete", "Order")).toEqual([]);
  });

  test("a signal of one's own is sent by its name", () => {
    const source = dedent`
      order_paid.send(sender=None)
      signals.order_paid.send_robust(1)
      order_paid.sender
      paid.send(2)`;
    expect(sentIn(source, "order_paid", null)).toEqual([1, 2]);
  });

  test("of hostile text the search ends", () => {
    const source = `${"x: ".repeat(200_000)}\n${"Order.objects.".repeat(60)}\n@receiver(${"[".repeat(900)}`;
    expect(sentIn(source, "post_save", "Order")).toEqual([]);
    expect(signals.taken(linesOf(source), 4)).toEqual([]);
  });
});
