// Valid code that the grammar alone cannot read: a first parse leaves errors, the text of a second has none.
import data from "./data.json" with { type: "json" };
import defer * as later from "./later";
import { signal, type } from "./signals";

export class Index extends Base {
  declare _: {
    readonly name: string;
  };
  protected abstract override validator: Validator;
  static accessor count = 1;
  abstract = true;

  using(using: string): this {
    this.config.using = using;
    return this.on(using, type);
  }
}

export async function read(path: string) {
  using file: Handle = open(path);
  await using other = open(data);
  for (using each of files()) each.run();
  return file.read(other);
}

export const rows = select(sql.raw<Row>`count(${size(1)}, ${`${size(2)}`})`.as("x"), later.all);
export const Box = styled.div<{ wide: Wide }>`
  color: ${(p) => pick(p.wide)};
`;
export const text = `\`${size(3)}\``;
const real = { ...load<typeof import("./signals")>("./signals",), get: mock<<T>(a: T) => T>(signal) };
let other: import("api").Lib<Row>;
