/** The interfaces of Go's standard library: their methods, by the text of library-interfaces.ts. */
import { LIBRARY_INTERFACES } from "./library-interfaces.js";
import { type GoType, NO_ARGS, NO_BINDINGS } from "./type.js";

/** Types that other packages name as well. */
const ALIASES: Readonly<Record<string, string>> = {
  "os.FileInfo": "io/fs.FileInfo",
  "os.FileMode": "io/fs.FileMode",
  "os.DirEntry": "io/fs.DirEntry",
  "os.PathError": "io/fs.PathError",
  "golang.org/x/net/context.Context": "context.Context",
};

let table: Map<string, string> | null = null;
const known = new Map<string, ReadonlyMap<string, GoType> | null>();

/** The full name of a type of a library, by which two of its names are one. */
export function libraryName(module: string | null, name: string): string {
  const full = module === null ? name : `${module}.${name}`;
  return ALIASES[full] ?? full;
}

/** The methods of an interface of the standard library, with their types; null for any other type. */
export function libraryMethods(module: string | null, name: string): ReadonlyMap<string, GoType> | null {
  const full = libraryName(module, name);
  const before = known.get(full);
  if (before !== undefined) return before;
  table ??= new Map(
    `error Error() string\n${LIBRARY_INTERFACES.trim()}`.split("\n").map((line) => {
      const space = line.indexOf(" ");
      return [line.slice(0, space), line.slice(space + 1)];
    }),
  );
  const text = table.get(full);
  const methods =
    text === undefined
      ? null
      : new Map(
          text.split("; ").map((each): [string, GoType] => {
            const open = each.indexOf("(");
            return [each.slice(0, open), new TypeReader(`func${each.slice(open)}`).read()];
          }),
        );
  known.set(full, methods);
  return methods;
}

/** Reads a type from its text. */
class TypeReader {
  private offset = 0;

  constructor(private readonly text: string) {}

  read(): GoType {
    if (this.takes("*")) return { is: "pointer", of: this.read() };
    if (this.takes("...")) return { is: "list", of: this.read(), word: "[]" };
    if (this.takes("struct{}")) return { is: "struct", names: [], types: [], file: null, from: 0, env: NO_BINDINGS };
    const list = this.match(/\[\d*\]/y);
    if (list !== null) return { is: "list", of: this.read(), word: list };
    if (this.takes("map[")) {
      const key = this.read();
      this.takes("]");
      return { is: "map", key, of: this.read() };
    }
    const channel = this.match(/(?:<-)?chan(?:<-)? /y);
    if (channel !== null) return { is: "chan", of: this.read(), word: channel.trim() };
    if (this.takes("func")) return this.signature();
    const name = this.match(/[\w./-]+/y) ?? "";
    const dot = name.lastIndexOf(".");
    return { is: "outside", module: dot < 0 ? null : name.slice(0, dot), name: name.slice(dot + 1), args: NO_ARGS };
  }

  private signature(): GoType {
    this.takes("(");
    const isVariadic = /^[^()]*\.\.\./.test(this.text.slice(this.offset));
    const parameters = this.list();
    const isEnd = this.offset >= this.text.length || /[,)]/.test(this.text[this.offset] ?? "");
    if (isEnd) return { is: "function", parameters, results: [], isVariadic };
    this.takes(" ");
    const results = this.takes("(") ? this.list() : [this.read()];
    return { is: "function", parameters, results, isVariadic };
  }

  /** The types up to a closing bracket. */
  private list(): GoType[] {
    const types: GoType[] = [];
    while (!this.takes(")") && this.offset < this.text.length) {
      types.push(this.read());
      this.takes(", ");
    }
    return types;
  }

  private takes(word: string): boolean {
    if (!this.text.startsWith(word, this.offset)) return false;
    this.offset += word.length;
    return true;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.text)?.[0] ?? null;
    this.offset += found?.length ?? 0;
    return found;
  }
}
