/** Middleware of routes by the lines above their registration. */
import { expect, test } from "vitest";
import { middlewareBefore } from "../../src/format/middleware.js";
import { codeLines } from "../../src/format/step-code.js";
import { dedent } from "../helpers/dedent.js";

const CASES = [
  {
    name: "of one router, without routers below a path and without those of others",
    in: dedent`
      app.use(log);
      router.use(session());
      router.use("/carts", cartRouter);
      router.get("/first", first);
      router.use(
        limit({ max: 3 }),
      );
      router.post("/orders", auth, HERE);
      router.use(late);
    `,
    want: ["2 router.use(session());", "5 router.use("],
  },
  {
    name: "of groups around it alone",
    in: dedent`
      func Routes(r chi.Router) {
        r.Use(log)
        r.Group(func(r chi.Router) {
          r.Use(admin)
          r.Get("/admin", show)
        })
        r.Group(func(r chi.Router) {
          r.Use(auth)
          r.Get("/orders", HERE)
        })
      }
    `,
    want: ["2 r.Use(log)", "8 r.Use(auth)"],
  },
  {
    name: "of a group that is made with some",
    in: dedent`
      var (
        api = e.Group("/api", auth)
        open = e.Group("/open")
      )
      api.GET("/orders", HERE)
    `,
    want: ['2 api = e.Group("/api", auth)'],
  },
  { name: "of a line that registers nothing", in: "router.use(auth);\nrun(HERE);", want: [] },
];

test.each(CASES)("$name", ({ in: source, want }) => {
  const lines = source.split("\n");
  const line = lines.findIndex((text) => text.includes("HERE")) + 1;
  const found = middlewareBefore(codeLines(lines, 1000), line);
  expect(found.map((each) => `${each.line} ${each.text}`)).toEqual(want);
});
