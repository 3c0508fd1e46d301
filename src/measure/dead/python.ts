/** Witnesses of dead Python: mypy and vulture. */
import { pathClassOf } from "../../model/paths.js";
import { outputOf, type Witness } from "./witness.js";

const MYPY = ["--ignore-missing-imports", "--check-untyped-defs", "--no-error-summary", "--namespace-packages"];

export const python: Witness = {
  language: "python",
  isCode: (path) => path.endsWith(".py"),
  prepare: () => undefined,
  faults(folder) {
    const { stdout } = outputOf(folder, "mypy", ...MYPY, "--explicit-package-bases", ".");
    return [...stdout.matchAll(/^(.+?\.py):(\d+): error: (.*)$/gm)].map(([, path = "", line = "", text = ""]) => ({
      path,
      line: Number(line),
      text,
    }));
  },
  isBroken: ({ text }) => /\[syntax\]$/.test(text),
  tidied: () => null,
  instead: ([first = "", ...rest]) => [`${/^\s*/.exec(first)?.[0] ?? ""}pass`, ...rest.map(() => "")],
  tool: "vulture",
  byTool(folder) {
    const { stdout } = outputOf(folder, "vulture", ".");
    const found = stdout.matchAll(/^(?:\.\/)?(.+?\.py):\d+: unused (?:function|method|class) '(\w+)'/gm);
    return new Set(
      [...found].filter(([, path = ""]) => pathClassOf(path) === "source").map(([, path, name]) => `${path} ${name}`),
    );
  },
};
