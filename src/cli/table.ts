import type { Output } from './output.ts'

/** Prints rows in columns as wide as their widest cell, under dimmed headings. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[], output: Output): void {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  output.print(output.style('dim', line(headings)))
  for (const row of rows) output.print(line(row))
}
