/** An edit of Python touches every file whose edges change by it. */
import { describe, expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put } from "../helpers.js";

const FILES = {
  "shop/__init__.py": "from .cart import Cart\n",
  "shop/cart.py": dedent`
    from .base import Base
    class Cart(Base):
        def add(self): ...
  `,
  "shop/base.py": dedent`
    class Base:
        def save(self): ...
  `,
  "shop/make.py": dedent`
    from .cart import Cart
    def make():
        return Cart()
  `,
  "app.py": dedent`
    import shop
    from shop import make
    from shop import extra
    shop.Cart().save()
    make.make().add()
    extra.go()
  `,
  "deep/__init__.py": "",
  "deep/one.py": dedent`
    from far import Two
    made = {'a': Two()}
  `,
  "deep/any.py": "",
  "far/__init__.py": "from .two import Two\n",
  "far/two.py": dedent`
    class Two:
        def go(self): ...
  `,
  "through.py": dedent`
    from deep import one as first
    from deep.any import thing
    first.made['a'].go()
    thing()
  `,
  "stores/store.py": dedent`
    class Store[T]:
        def __init__(self, model: type[T], size: int): ...
        def get(self) -> T: ...
    class Current:
        def __set__(self, instance, value): ...
  `,
  "stores/use.py": dedent`
    from far import Two
    from stores.store import Current, Store
    class Users:
        current = Current()
    Store(Two, 1).get().go()
    Users().current.go()
  `,
  "tests/far/conftest.py": dedent`
    import pytest
    from far import Two
    @pytest.fixture
    def two():
        return Two()
  `,
  "tests/far/test_two.py": dedent`
    def test_two(two):
        two.go()
  `,
  "star.py": dedent`
    from shop.base import *
    Base().save()
    added()
  `,
  "tests/conftest.py": dedent`
    import pytest
    from shop import Cart
    @pytest.fixture
    def cart():
        return Cart()
  `,
  "cars/__init__.py": "",
  "cars/sets.py": dedent`
    from django.db import models
    class Near:
        def near(self): ...
    class Cars(models.QuerySet):
        def parked(self): ...
    CarManager = models.Manager.from_queryset(Cars)
  `,
  "cars/models.py": dedent`
    from django.conf import settings
    from django.db import models
    from .sets import CarManager
    class Car(models.Model):
        objects = CarManager()
        owner = models.ForeignKey(settings.AUTH_USER_MODEL, related_name="cars")
        def wash(self): ...
    class Trip(models.Model):
        car = models.ForeignKey("cars.Car", related_name="trips")
        def end(self): ...
  `,
  "people/models.py": dedent`
    from django.db import models
    class User(models.Model):
        def greet(self): ...
  `,
  "staff/models.py": dedent`
    from django.db import models
    class Member(models.Model):
        def greet(self): ...
  `,
  "settings.py": "AUTH_USER_MODEL = 'people.User'\n",
  "drive.py": dedent`
    from cars.models import Car, Trip
    def drive(trip: Trip):
        trip.car.wash()
        trip.car.owner.greet()
        Car.objects.first().trips.get().end()
  `,
  "park.py": dedent`
    from people.models import User
    def park(user: User):
        user.cars.parked()
        user.cars.all().near()
        user.cars.first().trips.last().end()
  `,
  "ask.py": dedent`
    from django.apps import apps
    Asked = apps.get_model("people", "User")
    def ask():
        Asked().greet()
        apps.get_model("staff.Member")().greet()
  `,
  "far/factories.py": dedent`
    import factory
    from shop.cart import Cart
    from .two import Two
    class TwoFactory(factory.Factory):
        class Meta:
            model = Two
  `,
  "cars/views.py": dedent`
    from django.views.generic import DetailView
    from cars.models import Car, Trip
    class Shown(DetailView):
        model = Car
  `,
  "show.py": dedent`
    from cars.views import Shown
    class Page(Shown):
        def show(self):
            self.get_object().wash()
            self.get_object().end()
  `,
  "logged.py": dedent`
    from django.http import HttpResponse
    def logged(request):
        request.user.greet()
  `,
  "logged/views.py": dedent`
    from django.views.generic import DetailView
    class Logged(DetailView):
        def get(self):
            self.request.user.greet()
  `,
  "showing.py": dedent`
    from cars.views import Shown
    class Other(Shown):
        def show(self):
            self.object.wash()
            self.object.end()
  `,
  "ships/fleet.py": dedent`
    from sqlalchemy.orm import relationship
    class Ship:
        port = relationship("Port", backref="ships")
        def sail(self): ...
  `,
  "ships/ports.py": dedent`
    class Port:
        def dock(self): ...
  `,
  "ships/use.py": dedent`
    from ships.fleet import Ship
    from ships.ports import Port
    def use(ship: Ship, port: Port):
        ship.port.dock()
        port.ships[0].sail()
  `,
  "mails.py": dedent`
    def send(): ...
    def stop(): ...
  `,
  "mailing.py": dedent`
    from mails import send, stop
    send.delay()
    stop.delay()
  `,
  "tests/test_made.py": dedent`
    from far.factories import TwoFactory
    def test_made():
        TwoFactory().go()
        TwoFactory().save()
  `,
  "forms/__init__.py": "",
  "forms/old.py": "class Form:\n    def draw(self): ...\n",
  "forms/new.py": "class Form:\n    def show(self): ...\n",
  "forms/compat.py": dedent`
    try:
        from .new import Form
    except ImportError:
        from .old import Form as Form
  `,
  "drawn.py": dedent`
    from forms.compat import Form
    def draw(form: Form):
        form.draw()
        form.show()
  `,
  "aisles/__init__.py": "from .inner import *\n",
  "aisles/inner.py": "from .old import *\n",
  "aisles/old.py": "def walk(): ...\n",
  "aisles/new.py": "def walk(): ...\n",
  "texts.py": dedent`
    patch("shop.Cart.save")
    patch("aisles.walk")
    other = "shop.extra:go"
    alike = "aisles.walk"
  `,
  "tests/test_cart.py": dedent`
    def test_add(cart):
        cart.add()
        cart.save()
  `,
};

const EDITS: [name: string, path: string, text: string | null][] = [
  ["one of two branches imports nothing more", "forms/compat.py", "from .new import Form\n"],
  ["a class goes that one of two branches imports", "forms/old.py", "class Sheet: ...\n"],
  ["a method goes from a base", "shop/base.py", "class Base: ...\n"],
  ["a base goes", "shop/cart.py", "class Cart:\n    def add(self): ...\n"],
  ["a class moves below another name", "shop/__init__.py", "from .cart import Cart as Basket\n"],
  [
    "a function returns another class",
    "shop/make.py",
    dedent`
    from .base import Base
    def make():
        return Base()
  `,
  ],
  ["a model goes that is asked for", "people/models.py", "class Person: ...\n"],
  [
    "a model that is asked for has another base",
    "staff/models.py",
    "from people.models import User\nclass Member(User): ...\n",
  ],
  ["a module comes that an import names", "shop/extra.py", "def go(): ...\n"],
  ["a module goes", "shop/base.py", null],
  ["a module comes that a text may mean", "aisles/walk.py", ""],
  [
    "a factory makes objects of another class",
    "far/factories.py",
    dedent`
    import factory
    from shop.cart import Cart
    from .two import Two
    class TwoFactory(factory.Factory):
        class Meta:
            model = Cart
  `,
  ],
  [
    "a view is about another model",
    "cars/views.py",
    dedent`
    from django.views.generic import DetailView
    from cars.models import Car, Trip
    class Shown(DetailView):
        model = Trip
  `,
  ],
  ["a package that a text names has other names through a star of a star", "aisles/inner.py", "from .new import *\n"],
  [
    "a star import brings a name more",
    "shop/base.py",
    dedent`
    class Base:
        def save(self): ...
    def added(): ...
  `,
  ],
  [
    "a fixture gives another class",
    "tests/conftest.py",
    dedent`
    import pytest
    from shop.base import Base
    @pytest.fixture
    def cart():
        return Base()
  `,
  ],
  ["a nearer conftest.py comes", "tests/unit/conftest.py", ""],
  ["a package goes, of which a module of another package and a fixture have a class", "far/__init__.py", null],
  ["a module gives any name", "deep/any.py", "def __getattr__(name): ...\n"],
  [
    "a constructor takes its arguments in another order",
    "stores/store.py",
    dedent`
    class Store[T]:
        def __init__(self, size: int, model: type[T]): ...
        def get(self) -> T: ...
    class Current:
        def __set__(self, instance, value): ...
  `,
  ],
  [
    "a class becomes a descriptor",
    "stores/store.py",
    dedent`
    from far import Two
    class Store[T]:
        def __init__(self, model: type[T], size: int): ...
        def get(self) -> T: ...
    class Current:
        def __get__(self, instance, owner) -> Two: ...
  `,
  ],
  [
    "a query set of Django has a base more",
    "cars/sets.py",
    dedent`
    from django.db import models
    class Near:
        def near(self): ...
    class Cars(Near, models.QuerySet):
        def parked(self): ...
    CarManager = models.Manager.from_queryset(Cars)
  `,
  ],
  [
    "a manager of Django gives another query set",
    "cars/sets.py",
    dedent`
    from django.db import models
    class Near(models.QuerySet):
        def near(self): ...
    class Cars(models.QuerySet):
        def parked(self): ...
    class CarManager(models.Manager):
        def get_queryset(self):
            return Near(self.model)
  `,
  ],
  [
    "relations of Django have other names",
    "cars/models.py",
    dedent`
    from django.conf import settings
    from django.db import models
    from .sets import CarManager
    class Car(models.Model):
        owner = models.ForeignKey(settings.AUTH_USER_MODEL, related_name="vans")
        def wash(self): ...
    class Trip(models.Model):
        car = models.ForeignKey("cars.Car", related_name="ways")
        def end(self): ...
  `,
  ],
  ["a model of Django goes that a text names", "cars/models.py", "class Trip: ...\n"],
  ["the model of users is another", "settings.py", "AUTH_USER_MODEL = 'staff.Member'\n"],
  ["a model of SQLAlchemy goes that a text names", "ships/ports.py", "class Harbour:\n    def dock(self): ...\n"],
  ["a model of SQLAlchemy has a second one of its name", "ships/other.py", "class Port: ...\n"],
  [
    "a relation of SQLAlchemy has another name in the other direction",
    "ships/fleet.py",
    dedent`
    from sqlalchemy.orm import relationship
    class Ship:
        port = relationship("Port", backref="boats")
        def sail(self): ...
  `,
  ],
  [
    "a task becomes an object with methods",
    "mails.py",
    dedent`
      class Task:
          def delay(self): ...
      send = Task()
      stop = 1
    `,
  ],
  ["a package takes the place of a module", "shop/cart/__init__.py", "class Cart:\n    def add(self): ...\n"],
];

describe("an edit", () => {
  test.each(EDITS)("%s", (_name, path, text) => {
    const sample = programOf(FILES);
    const before = new Map(Object.keys(FILES).map((file) => [file, edgesOf(sample, file)]));
    sample.program.settle();
    const files: Record<string, string> = { ...FILES };
    if (text === null) {
      sample.program.remove(path);
      delete files[path];
    } else {
      put(sample, path, text);
      files[path] = text;
    }
    const affected = sample.program.affected();
    const fresh = programOf(files);
    for (const file of Object.keys(files)) {
      const now = edgesOf(fresh, file);
      if (affected.has(file)) expect(edgesOf(sample, file)).toEqual(now);
      else expect({ file, edges: before.get(file) }).toEqual({ file, edges: now });
    }
  });
});
