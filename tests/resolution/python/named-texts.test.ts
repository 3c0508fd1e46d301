/** Texts that name symbols: what tests replace, what settings list, and members by their names. */
import { testEdges } from "../helpers.js";

const FILES = {
  "shop/__init__.py": "",
  "shop/mail.py": `
def send_mail(): ...
`,
  "shop/views.py": `
import os
from shop.mail import send_mail as send
from shop.models import Cart

cart = Cart()
def show(): send()
`,
  "shop/models.py": `
class Cart:
    def total(self): ...
`,
};

testEdges([
  {
    name: "a text that a test replaces is a use of what it means there, and of the class around it",
    files: {
      ...FILES,
      "test_views.py": `
from unittest import mock
from unittest.mock import patch
VIEWS = "shop.views"

@patch("shop.views.send")
def test_send(sent): ...

def test_total(mocker, monkeypatch, client):
    with mock.patch("shop.models.Cart.total"): ...
    mocker.patch(VIEWS + ".show")
    monkeypatch.setattr("shop.views.cart.total", 1)
    patch("shop.views.os.kill")
    patch("os.kill")
    client.patch("shop.views.nothing")
`,
    },
    of: "test_views.py",
    has: [
      "test_send references shop/mail.py#send_mail (import)",
      "test_total references shop/models.py#Cart (import)",
      "test_total references shop/models.py#Cart.total (import)",
      "test_total references shop/views.py#show (import)",
      "test_total references shop/views.py#cart (import)",
    ],
    hasNot: [/text\./, /kill/, /nothing/, /file references shop/],
  },
  {
    name: "a member that a text names is one of the value before it",
    files: {
      ...FILES,
      "test_cart.py": `
from unittest.mock import patch
from shop import mail
from shop.models import Cart

@patch.object(Cart, "total")
def test_total(total): ...

def test_mail(monkeypatch, unknown):
    monkeypatch.setattr(mail, "send_mail", None)
    getattr(unknown, "total")

def read(cart: Cart, field):
    return getattr(cart, "total", None) or getattr(cart, field)
`,
    },
    of: "test_cart.py",
    has: [
      "test_total references shop/models.py#Cart.total (import)",
      "test_mail references shop/mail.py#send_mail (import)",
      "read references shop/models.py#Cart.total (import)",
    ],
    hasNot: [/test_mail references .*total/],
  },
  {
    name: "a dotted text that leads to a symbol is a likely use of it, and one that a known function looks up a sure one",
    files: {
      ...FILES,
      "settings.py": `
"""shop.mail.send_mail"""
BACKEND = "shop.mail.send_mail"
HANDLERS = ["shop.views:show", "shop.mail", "shop.models.Cart.missing"]
ENTRIES = ["mailer = shop.mail:send_mail"]
LONG = f"shop.{BACKEND}.Cart"
def load():
    return import_string("shop.models.Cart"), import_module("shop.mail")
`,
    },
    of: "settings.py",
    has: [
      "BACKEND references shop/mail.py#send_mail (unique)",
      "HANDLERS references shop/views.py#show (unique)",
      "ENTRIES references shop/mail.py#send_mail (unique)",
      "load references shop/models.py#Cart (import)",
      "load references shop/mail.py# (import)",
    ],
    hasNot: [/^(?:file|HANDLERS|LONG) references shop\/(?:models|mail)/],
  },
  {
    name: "a dotted text that may mean a module of the same name is no use of the symbol, unless a colon or a function tells",
    files: {
      "shop/__init__.py": `
from shop.worker import worker
settings = load("shop.settings")
`,
      "shop/settings.py": "",
      "shop/worker.py": `
def worker(): ...
`,
      "main.py": `
MODULES = ["shop.settings", "shop.worker"]
ENTRY = "shop:worker"

@patch("shop.worker")
def test_worker(worker): ...
`,
    },
    of: "main.py",
    has: ["ENTRY references shop/worker.py#worker (unique)", "test_worker references shop/worker.py#worker (import)"],
    hasNot: [/MODULES references/],
  },
]);
