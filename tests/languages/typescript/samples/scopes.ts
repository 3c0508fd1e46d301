import { load, User } from "./user";

const shared = 1;
let counter = 0;

function outer(load: () => void, user: User, { id, ...rest }: User) {
  load();
  user.save(shared);
  rest.toString();
  hoisted();
  {
    const shared = 2;
    use(shared);
  }
  use(shared, id);
  function hoisted() {
    counter++;
    return inner();
  }
  const inner = () => user.name;
  for (const user of [1]) use(user);
  try {
    use(late);
  } catch (error) {
    error.report();
  }
  var late = new User();
  late.save();
  const alias = load2;
  alias(1, ...rest);
  return { shared, user };
}

const load2 = load;
const table = {
  run(input: User) {
    return this.stop(input);
  },
  stop: async (input: User) => input.save(),
  nested: { deep: function () {}, value: 1 },
  "quoted key": shared,
  [counter]: 2,
};
outer?.(load, (await load()) as User, null!).shared.run();
table.nested.deep();
tag`text ${shared}`;
load().then((result) => result.save());
new Map<string, User>().get("a")!.save();
(load as unknown as Loader).start();
table["stop"](null);
label: for (;;) break label;

function generic<T extends User, K>(value: T, key: K) {
  value.save();
  key.other();
}
