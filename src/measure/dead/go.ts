/** Witnesses of dead Go: the compiler and staticcheck. */
import { outputOf, type Witness } from "./witness.js";

const ERROR = /^(?:vet: )?(?:\.\/)?([^\s:]+\.go):(\d+):\d+: (.*)$/gm;

/** Asks a command of Go for all its errors. */
function errorsOf(folder: string, ...given: string[]) {
  const { stderr, stdout } = outputOf(folder, "go", ...given);
  return [...`${stderr}\n${stdout}`.matchAll(ERROR)].map(([, path = "", line = "", text = ""]) => ({
    path,
    line: Number(line),
    text,
  }));
}

export const go: Witness = {
  language: "go",
  isCode: (path) => path.endsWith(".go") && !/(^|\/)(vendor|testdata)\//.test(path),
  prepare: () => undefined,
  faults(folder) {
    const built = errorsOf(folder, "build", "-gcflags=-e", "-o", "/dev/null", "./...");
    // Tests are compiled too, once the rest is right.
    return built.length > 0 ? built : errorsOf(folder, "vet", "./...");
  },
  isBroken: ({ text }) => /syntax error|expected (?:'|declaration|operand)/.test(text),
  tidied({ line, text: said }, text) {
    const [, path] = /^"([^"]+)" imported (?:as \S+ )?(?:and|but) not used/.exec(said) ?? [];
    if (path === undefined) return null;
    const lines = text.split("\n");
    const own = lines[line - 1] ?? "";
    lines[line - 1] = own.replace(/^(\s*(?:import\s+)?)(?:[\w.]+\s+)?(")/, "$1_ $2");
    return lines[line - 1] === own ? null : lines.join("\n");
  },
  instead: (lines) => lines.map(() => ""),
  tool: "staticcheck",
  byTool(folder) {
    const { stdout } = outputOf(folder, "staticcheck", "-checks", "U1000", "./...");
    const found = stdout.matchAll(
      /^(.+?\.go):\d+:\d+: (?:func|type|const|var|method) (?:\(?[\w*.[\]]+\)?\.)?(\w+) is unused/gm,
    );
    return new Set([...found].map(([, path, name]) => `${path} ${name}`));
  },
};
