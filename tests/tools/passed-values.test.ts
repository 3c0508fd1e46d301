/** Functions that are handed on as values, to a queue or a pool: lists of callers tell the places, as the call comes from the receiver. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "shop/tasks.py": dedent`
    from shop.queue import dispatch

    def grade(product):
        return product

    def close(product):
        dispatch(grade, product.id)
        grade(product)

    def reopen(product):
        dispatch(grade, product.id, countdown=3)
  `,
  "shop/queue.py": dedent`
    def dispatch(task, *args, **kwargs):
        task.delay(*args, **kwargs)
  `,
  "src/send.ts": dedent`
    export function send() {}
    function own() {}
    export { own };
  `,
  "server/routes.go": dedent`
    package server

    type Handler interface {
    	SignIn(name string) error
    }

    type Service struct{}

    func (s *Service) SignIn(name string) error { return nil }

    func register(handle func(string) error) {}

    func Routes(svc Handler) { register(svc.SignIn) }

    var _ Handler = &Service{}
  `,
  "go.mod": "module shop\n",
  "src/timer.ts": dedent`
    import { send } from "./send";
    export const start = () => setTimeout(send, 5);
  `,
});

async function answer(symbol: string, relations?: string[]) {
  const { text } = await call("get_relations", { symbols: [symbol], ...(relations && { relations }) });
  return text;
}

test("beside the callers stand the places that hand the function on, with their lines", async () => {
  const text = await answer("grade", ["callers"]);
  expect(text).toContain("1 caller of grade (shop/tasks.py:3), 1 call site\nshop/tasks.py:8  close\n");
  expect(text).toContain(
    [
      "Handed on or kept as a value, for what gets it to call:",
      "shop/tasks.py:7  close: dispatch(grade, product.id)",
      "shop/tasks.py:11  reopen: dispatch(grade, product.id, countdown=3)",
    ].join("\n"),
  );
});

test("of a function that nothing calls they are told as well, and an export is none", async () => {
  expect(await answer("send", ["callers"])).toContain(
    "\nsrc/timer.ts:2  start: export const start = () => setTimeout(send, 5);",
  );
  expect(await answer("src/send.ts:2", ["callers"])).not.toContain("Handed on");
});

test("a list of references has them already", async () => {
  expect(await answer("grade", ["callers", "references"])).not.toContain("Handed on");
});

test("an implementation is handed on where the member of its interface is", async () => {
  expect(await answer("Service.SignIn", ["callers"])).toContain(
    "server/routes.go:13  Routes (as Handler.SignIn): func Routes(svc Handler) { register(svc.SignIn) }",
  );
});
