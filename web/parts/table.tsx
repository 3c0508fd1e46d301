/** A table of rows: columns say what stands in them. It scrolls sideways where the screen is narrow. */
import type { ComponentChildren } from "preact";

export interface Column<Row> {
  title: string;
  /** The content of the cell. */
  cell(row: Row): ComponentChildren;
  /** Figures stand on the right. */
  isNumber?: boolean;
}

export interface TableProps<Row> {
  /** The name of the table, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** A text that is unique to the row. */
  keyOf(row: Row): string;
  /** In the place of rows where there are none. */
  empty?: ComponentChildren;
}

export function Table<Row>({ label, columns, rows, keyOf, empty = "There is nothing yet." }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section class="table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? "number" : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} class={isNumber ? "number" : undefined} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="dim">{empty}</p>}
    </section>
  );
}
