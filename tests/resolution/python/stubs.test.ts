/** Names that a stub declares beside its module. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "a name that the module makes when it runs is that of its stub; any other is the module's own",
    files: {
      "orders_pb2.py": "DESCRIPTOR = build(globals())\ndef own(): ...\n",
      "orders_pb2.pyi": "class Order:\n    def pay(self): ...\ndef own(): ...\n",
      "a.py": "import orders_pb2\nfrom orders_pb2 import Order, own\nOrder()\norders_pb2.Order().pay()\nown()\n",
    },
    of: "a.py",
    has: [
      "file calls orders_pb2.pyi#Order (import)",
      "file calls orders_pb2.pyi#Order.pay (import)",
      "file calls orders_pb2.py#own (import)",
    ],
  },
]);
