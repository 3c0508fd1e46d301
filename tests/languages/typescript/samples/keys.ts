import { procedure, router } from "./trpc";
import { find, log, send, toTemplate } from "./templates";

export const templateRouter = router({
  /** Finds templates. */
  findTemplates: procedure.input(schema).query(async ({ input }) => {
    const rows = await find(input);
    return { rows: rows.map((row) => toTemplate(row)) };
  }),
  plain: procedure.query(find),
  email: {
    send: procedure.mutation(() => send()),
    version: 2,
  },
  admin: router({
    list: procedure.query(() => find()),
    reset() {
      log("reset");
    },
  }),
});

const api = {
  templates: {
    find: procedure.query(async () => find()),
    plain: procedure.query(find),
  },
};

const stored = create((set) => ({
  load: wrap(() => find()),
}));

export function handlers() {
  return { find: wrap(() => find()) };
}
