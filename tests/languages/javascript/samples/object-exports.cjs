const { a } = require("./a");
class Local {
  #hidden = 1;
  static count = 0;
  get hidden() {
    return this.#hidden;
  }
}
function* items() {
  yield* a();
}
module.exports = {
  Local,
  renamed: items,
  inline(x) {
    return new Local(x).hidden;
  },
  arrow: async (y) => items(),
  constant: 42,
  other: require("./other"),
  ...require("./rest"),
};
