/** Functions that Django's signals call: nothing in the code does, and tools tell what sends the signal. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "shop/models.py": dedent`
    from django.db import models
    from django.dispatch import Signal

    order_paid = Signal()

    class Order(models.Model):
        def save(self, *args, **kwargs):
            super().save(*args, **kwargs)

    class Cart(models.Model):
        name = models.TextField()
  `,
  "shop/signals.py": dedent`
    from django.db.models.signals import post_delete, post_save
    from django.dispatch import receiver
    from shop.models import Cart, Order, order_paid

    @receiver(post_save, sender=Order)
    def order_saved(sender, instance, **kwargs):
        notify(instance)

    @receiver(post_delete, sender=Cart)
    def cart_removed(sender, instance, **kwargs):
        notify(instance)

    def paid(sender, **kwargs):
        notify(sender)

    order_paid.connect(paid)

    def notify(order):
        print(order)
  `,
  "shop/views.py": dedent`
    from shop.models import Cart, Order, order_paid

    def pay(order: Order):
        order.save()
        order_paid.send(sender=order)

    def close():
        Cart.objects.filter(name="").delete()
        Cart.objects.create(name="next")
  `,
  "tests/test_views.py": dedent`
    from shop.models import Order
    from shop.views import close

    def test_close():
        close()

    def test_saved():
        Order.objects.create()
  `,
});

const ask = async (tool: string, args: object) => (await call(tool, args)).text;

test("callers of a receiver are the functions that send its signal, likely", async () => {
  const text = await ask("get_relations", { symbols: ["order_saved"], relations: ["callers"] });
  expect(text).toContain("Decorated as receiver(post_save, sender=Order): a framework may call it.");
  expect(text).toContain(
    "\nSent to it, without a call that leads here:\nshop/views.py:4  pay  likely, under post_save of Order: order.save()\n",
  );
});

test("a signal of the project's own is sent by name, to what a line connects", async () => {
  const text = await ask("get_relations", { symbols: ["paid"], relations: ["callers"] });
  expect(text).toContain("shop/views.py:5  pay  likely, under order_paid: order_paid.send(sender=order)");
});

test("ways and tests go through signals", async () => {
  expect(await ask("trace", { from: "close", to: "notify" })).toContain(
    "close → cart_removed → notify: 2 steps, likely",
  );
  const tests = await ask("get_tests", { symbols: ["cart_removed", "order_saved"] });
  expect(tests).toMatch(/post_delete of Cart {2}function "test_close"/);
  expect(tests).toMatch(/post_save of Order {2}function "test_saved"/);
});
