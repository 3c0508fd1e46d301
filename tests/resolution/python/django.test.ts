/** The edges of Python through Django's managers, query sets and fields, as tables of sources. */
import { describe } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

const MODELS = dedent`
  from django.db import models

  class Base(models.Model):
      class Meta:
          abstract = True

  class Owner(Base):
      def rename(self): ...

  class Fleet(models.Manager):
      def parked(self): ...

  class Van(Base):
      objects = Fleet()

  class Car(Base):
      owner = models.ForeignKey(Owner, on_delete=models.CASCADE)
      keeper = models.OneToOneField("Owner", on_delete=models.CASCADE)
      follows = models.ForeignKey("self", null=True)
      drivers = models.ManyToManyField(Owner)
      def wash(self): ...
`;

const uses = (body: string) => ({ "models.py": MODELS, "a.py": `from models import Car, Owner, Van\n${body}` });

/** Cases of one body and the edge that it has. */
const sure = (files: (body: string) => Record<string, string>, found: [name: string, body: string, edge: string][]) =>
  testEdges(
    found.map(([name, body, edge]) => ({
      name,
      files: files(body),
      of: "a.py",
      hasMatch: new RegExp(`calls [\\w/]+\\.py#${edge} \\((?:exact|import)\\)`),
    })),
  );

describe("query sets of Django", () => {
  sure(uses, [
    ["one object", "Car.objects.get(pk=1).wash()\n", "Car.wash"],
    ["a loop over a chain", 'for c in Car.objects.filter(a=1).order_by("b"):\n    c.wash()\n', "Car.wash"],
    ["an object by its number", "Car.objects.all()[0].wash()\n", "Car.wash"],
    ["an object that may be new", "c, is_new = Car.objects.get_or_create(a=1)\nc.wash()\n", "Car.wash"],
    ["an awaited object", "async def f():\n    (await Car.objects.afirst()).wash()\n", "Car.wash"],
    [
      "an annotation",
      dedent`
      from django.db.models import QuerySet
      def f(cars: QuerySet[Car]):
          cars.last().wash()
      `,
      "Car.wash",
    ],
    ["a foreign key", "def f(c: Car):\n    c.owner.rename()\n", "Owner.rename"],
    ["a foreign key by name", "def f(c: Car):\n    c.keeper.rename()\n", "Owner.rename"],
    ["a foreign key to the model itself", "def f(c: Car):\n    c.follows.wash()\n", "Car.wash"],
    [
      "a relation to many",
      dedent`
        def f(c: Car):
            for d in c.drivers.all():
                d.rename()
      `,
      "Owner.rename",
    ],
    ["a manager of the project", "Van.objects.parked()\n", "Fleet.parked"],
    [
      "an object of a manager of the project",
      "Car.objects.first().wash(); Van._default_manager.parked()\n",
      "Fleet.parked",
    ],
    [
      "an object or an error",
      "from django.shortcuts import get_object_or_404\nget_object_or_404(Car, pk=1).wash()\n",
      "Car.wash",
    ],
    [
      "an object of a query or an error",
      "from django.shortcuts import get_object_or_404\nget_object_or_404(Car.objects.filter(a=1), pk=1).wash()\n",
      "Car.wash",
    ],
  ]);

  testEdges([
    {
      name: "values of a query set are not objects",
      files: uses('for c in Car.objects.values("a"):\n    c.wash()\n'),
      of: "a.py",
      hasNot: ["file calls models.py#Car.wash (import)", "file calls models.py#Car.wash (exact)"],
    },
  ]);
});

const SHOP = {
  "shop/__init__.py": "",
  "shop/managers.py": dedent`
    from typing import TYPE_CHECKING
    from django.db import models
    if TYPE_CHECKING:
        from .models import Order

    class Items(models.QuerySet):
        def open(self):
            return self.filter(is_open=True)
        def cheap(self) -> "Items":
            return self.filter(price=1)
        def sorted(self):
            return super().order_by("name")

    class Orders(models.QuerySet["Order"]):
        def paid(self):
            return self.filter(is_paid=True)

    class Kept(models.Manager):
        def get_queryset(self):
            return Items(self.model, using=self._db).filter(is_kept=True)
        def count_kept(self):
            return self.filter(a=1).count()

    class Plain(models.Manager):
        def get_queryset(self):
            return super().get_queryset().filter(is_plain=True)
        def few(self): ...

    class Lines(models.QuerySet):
        def of(self, item): ...

    ItemManager = models.Manager.from_queryset(Items)
    LineManager = Plain.from_queryset(Lines)

    class OrderManager(models.Manager.from_queryset(Orders)):
        def place(self): ...

    class LateManager(ItemManager):
        def late(self): ...
  `,
  "shop/models.py": dedent`
    from django.conf import settings
    from django.db import models
    from . import managers
    from .managers import Items, ItemManager

    class Item(models.Model):
        objects = ItemManager()
        kept = managers.Kept()
        plain = managers.Plain()
        asked = Items.as_manager()
        late = managers.LateManager()
        def sell(self): ...

    class Order(models.Model):
        user = models.ForeignKey(settings.AUTH_USER_MODEL, related_name="orders", on_delete=models.CASCADE)
        objects = managers.OrderManager()
        items = models.ManyToManyField("Item", "in_orders")
        def pay(self): ...

    class Line(models.Model):
        order = models.ForeignKey(to="shop.Order", related_name="lines", on_delete=models.CASCADE)
        item = models.ForeignKey(Item, on_delete=models.CASCADE)
        objects = managers.LineManager()
        def move(self): ...

    class Receipt(models.Model):
        order = models.OneToOneField(Order, on_delete=models.CASCADE)
        hidden = models.ForeignKey(Item, related_name="+", on_delete=models.CASCADE)
        def print(self): ...
  `,
  "people/models.py": dedent`
    from django.contrib.auth.models import AbstractUser

    class User(AbstractUser):
        def greet(self): ...
  `,
  "settings.py": 'AUTH_USER_MODEL = "people.User"\n',
};

const shop = (body: string) => ({
  ...SHOP,
  "a.py": `from django.db.models import QuerySet\nfrom shop.models import Item, Line, Order\n${body}`,
});

const takes = (type: string, body: string) => `def f(x: ${type}):\n    ${body}\n`;

describe("managers of Django", () => {
  sure(
    shop,
    [
      ["a manager that is made of a query set", "Item.objects.open()\n", "Items.open"],
      ["a chain keeps the class", 'Item.objects.filter(a=1).order_by("b")[:5].exclude(b=2).open()\n', "Items.open"],
      ["a loop over a query set of the project", "for i in Item.objects.open().cheap():\n    i.sell()\n", "Item.sell"],
      ["an object behind an annotation", "Item.objects.cheap().first().sell()\n", "Item.sell"],
      ["an object behind super()", "Item.objects.sorted().get(pk=1).sell()\n", "Item.sell"],
      ["a manager by as_manager", "Item.asked.all().open().last().sell()\n", "Item.sell"],
      ["a method of as_manager", "Item.asked.open()\n", "Items.open"],
      ["a query set that get_queryset makes", "Item.kept.filter(a=1).open()\n", "Items.open"],
      [
        "an object of a query set that get_queryset makes",
        "Item.kept.filter(a=1).open().first().sell()\n",
        "Item.sell",
      ],
      ["a plain query set that get_queryset makes", "Item.plain.filter(a=1).first().sell()\n", "Item.sell"],
      ["a class that derives from a made one", "Order.objects.place()\n", "OrderManager.place"],
      ["methods of its query set", "Order.objects.paid()\n", "Orders.paid"],
      ["its chains are of the query set", "Order.objects.exclude(a=1).paid().first().pay()\n", "Order.pay"],
      ["a class that derives from a variable", "Item.late.late(); Item.late.open()\n", "LateManager.late"],
      ["a manager of the project with a query set", "Line.objects.few()\n", "Plain.few"],
      ["the methods of that query set", "Line.objects.using('b').of(1)\n", "Lines.of"],
      ["a made manager as a base", "Item.late.filter(a=1).cheap()\n", "Items.cheap"],
      [
        "the objects of a query set that names them",
        takes("'managers.Orders'", "x.filter(a=1).first().pay()"),
        "Order.pay",
      ],
    ].map(([name, body, edge]): [string, string, string] => [
      name!,
      body!.includes("managers.") ? `from shop import managers\n${body}` : body!,
      edge!,
    ]),
  );

  testEdges([
    {
      name: "a query set that an annotation names is likely of the default manager",
      files: shop(takes("QuerySet[Item]", "x.filter(a=1).cheap()")),
      of: "a.py",
      has: ["f calls shop/managers.py#Items.cheap (unique)"],
    },
    {
      name: "Django's own manager has no methods of another",
      files: shop("Item.plain.filter(a=1).open()\n"),
      of: "a.py",
      hasNot: [/#Items\.open \((?:exact|import)\)/],
    },
    {
      name: "a chain of a manager has not the methods of the manager",
      files: shop("Order.objects.filter(a=1).place()\n"),
      of: "a.py",
      hasNot: [/#OrderManager\.place \((?:exact|import)\)/],
    },
  ]);
});

describe("relations of Django in the other direction", () => {
  sure(shop, [
    ["a related name", takes("Order", "x.lines.of(1)"), "Lines.of"],
    ["a chain from it", takes("Order", "x.lines.filter(a=1).of(1)"), "Lines.of"],
    ["an object of it", takes("Order", "x.lines.first().move()"), "Line.move"],
    ["a loop over it", takes("Order", "[l.move() for l in x.lines.all()]"), "Line.move"],
    ["a name that Django makes", takes("Item", "x.line_set.get(pk=1).move()"), "Line.move"],
    ["one object", takes("Order", "x.receipt.print()"), "Receipt.print"],
    ["a relation of many to many", takes("Item", "x.in_orders.paid()"), "Orders.paid"],
    ["a relation to many has the manager of its model", takes("Order", "x.items.cheap()"), "Items.cheap"],
    ["a relation through objects", takes("Line", "x.order.lines.first().item.in_orders.first().pay()"), "Order.pay"],
    ["a model that a text names with its app", takes("Line", "x.order.pay()"), "Order.pay"],
    ["the model of users", takes("Order", "x.user.greet()"), "User.greet"],
    ["its relations", takes("Order", "x.user.orders.paid()"), "Orders.paid"],
    [
      "the class of users",
      dedent`
        from django.contrib.auth import get_user_model
        User = get_user_model()
        User.objects.first().greet()
      `,
      "User.greet",
    ],
    [
      "a model that the registry is asked for",
      dedent`
        from django.apps import apps
        Asked = apps.get_model("shop", "Order")
        Asked.objects.paid().first().pay()
      `,
      "Order.pay",
    ],
    [
      "a model that the registry is asked for by one text, in a function",
      dedent`
        from django.apps import apps as registry
        def f(pk):
            registry.get_model("shop.Order").objects.get(pk=pk).pay()
      `,
      "Order.pay",
    ],
    [
      "a model that a function of the project is asked for",
      dedent`
        from loading import get_model
        Asked = get_model("shop", "Order")
        def f(): Asked().pay()
      `,
      "Order.pay",
    ],
  ]);

  testEdges([
    {
      name: "a model that a migration is given has no methods",
      files: shop(
        dedent`
          def forwards(apps, editor):
              Asked = apps.get_model("shop", "Order")
              Asked.objects.get(pk=1).pay()
              apps.get_model(name(), "Order").pay()
        `,
      ),
      of: "a.py",
      hasNot: [/#Order\.pay \((?:exact|import)\)/],
    },
    {
      name: "a relation without a name in the other direction",
      files: shop(takes("Item", "x.receipt_set.first().print()")),
      of: "a.py",
      hasNot: [/#Receipt\.print \((?:exact|import)\)/],
    },
    {
      name: "a model of an app that is not in the project",
      files: {
        "people/models.py": "class Group: \n    def join(self): ...\n",
        "a.py": dedent`
          from django.db import models
          class Car(models.Model):
              group = models.ForeignKey("auth.Group", on_delete=models.CASCADE)
              def f(self):
                  self.group.join()
        `,
      },
      of: "a.py",
      hasNot: [/#Group\.join \((?:exact|import)\)/],
    },
    {
      name: "an app by the label of its configuration",
      files: {
        "base/apps.py": dedent`
          from django.apps import AppConfig
          class Config(AppConfig):
              label = 'shopbase'
        `,
        "base/models/page.py": dedent`
          class Page:
              def show(self): ...
        `,
        "a.py": dedent`
          from django.db import models
          class Link(models.Model):
              page = models.ForeignKey("shopbase.Page", on_delete=models.CASCADE)
              def f(self):
                  self.page.show()
        `,
      },
      of: "a.py",
      has: ["Link.f calls base/models/page.py#Page.show (import)"],
    },
  ]);
});
