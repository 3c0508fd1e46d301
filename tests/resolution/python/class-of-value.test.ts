/** Python: the class of a value, by `__class__`. */
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, testEdges } from "../helpers.js";

const cases: EdgeCase[] = [
  {
    name: "the class of a value is what its __class__ is",
    files: {
      "shop.py": dedent`
        class Order:
            @classmethod
            def make(cls): ...
            def copy(self):
                self.__class__.make()
                return self.__class__().close()
            def close(self): ...

        def other(order: Order, unknown):
            order.__class__.make()
            unknown.__class__.close()`,
    },
    of: "shop.py",
    has: [
      "Order.copy calls shop.py#Order.make (exact)",
      "Order.copy calls shop.py#Order.close (exact)",
      "other calls shop.py#Order.make (exact)",
    ],
    hasNot: [/calls !object\.__class__\.make/],
  },
];

testEdges(cases);
