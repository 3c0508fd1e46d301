// Keys of schemas are symbols, below the symbol that holds the schema.
import { z } from "zod";
import { procedure, router } from "./trpc";

export const User = z.object({
  /** The full name. */
  name: z.string(),
  kind: z.enum(["person", "bot"]),
  address: z.object({ city: z.string(), lines: z.array(z.object({ text: z.string() })) }).optional(),
  get friend() {
    return User.optional();
  },
});

const Admin = User.extend({ level: z.literal(1), [computed]: z.any() }).refine(({ level }) => level > 0);

class Store {
  static schema = z.strictObject({ id: z.string() });
}

export const users = router({
  byName: procedure.input(z.object({ name: z.string() })).query(({ input }) => input.name),
});

// The body of a function has no keys, and neither has what is no schema.
function inside() {
  const local = z.object({ hidden: z.string() });
  return local.parse({ hidden: "a" });
}
const other = y.object({ none: z.string() });
