import { create } from "zustand";
import { defineTool, runAll } from "./tool";
import { load, save } from "./store";

export default defineTool({
  name: "tool",
  async run(input: string) {
    await load(input);
    this.render(input);
  },
  render: (text: string) => save(text),
  get title() {
    return load("title");
  },
});

export const useCart = create<Cart>()(
  persist((set) => ({
    count: 0,
    add: (item: string) => set(load(item)),
    clear() {
      save(this.count);
    },
  })),
);

const useShop = defineStore("shop", {
  state: () => ({ items: load("items") }),
  actions: {
    add(item: string) {
      this.refresh(item);
    },
    async refresh(item: string) {
      await load(item);
    },
  },
});

const plugin = definePlugin(() => {
  return {
    setup() {
      load("setup");
    },
  };
});

class Query {
  private options = make({
    onError() {
      save("error");
    },
  });
}

const names = list.map((one) => {
  if (one) return { go: () => load(one) };
  return null;
});

runAll({
  start() {
    load("start");
  },
});

export function setUp() {
  const held = make({
    stop() {
      save("stop");
    },
  });
  return held;
}
