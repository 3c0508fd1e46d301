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

describe("query sets of Django", () => {
  const found: [name: string, body: string, edge: string][] = [
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
    ["a relation to many", "def f(c: Car):\n    for d in c.drivers.all():\n        d.rename()\n", "Owner.rename"],
    ["a manager of the project", "Van.objects.parked()\n", "Fleet.parked"],
  ];
  testEdges(
    found.map(([name, body, edge]) => ({
      name,
      files: uses(body),
      of: "a.py",
      hasMatch: new RegExp(`calls models.py#${edge} \\((?:exact|import)\\)`),
    })),
  );

  testEdges([
    {
      name: "values of a query set are no objects",
      files: uses('for c in Car.objects.values("a"):\n    c.wash()\n'),
      of: "a.py",
      hasNot: ["file calls models.py#Car.wash (import)", "file calls models.py#Car.wash (exact)"],
    },
  ]);
});
