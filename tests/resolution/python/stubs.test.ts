/** Names that a stub declares beside its module. */
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "a name that the module makes when it runs is that of its stub; any other is the module's own",
    files: {
      "orders_pb2.py": "DESCRIPTOR = build(globals())\ndef own(): ...\n",
      "orders_pb2.pyi": dedent`
        class Order:
            def pay(self): ...
        def own(): ...
      `,
      "a.py": dedent`
        import orders_pb2
        from orders_pb2 import Order, own
        Order()
        orders_pb2.Order().pay()
        own()
      `,
    },
    of: "a.py",
    has: [
      "file calls orders_pb2.pyi#Order (import)",
      "file calls orders_pb2.pyi#Order.pay (import)",
      "file calls orders_pb2.py#own (import)",
    ],
  },
]);
