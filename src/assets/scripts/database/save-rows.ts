import { behaviour } from '../behaviours/behaviour.ts'

interface QueryResult {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
}

/** `<button data-save-rows="csv">`: saves the rows of the result on the page. */
behaviour('[data-save-rows]', (button) => {
  const holder = document.querySelector<HTMLElement>('[data-rows]')
  if (!holder) return
  button.hidden = false
  button.addEventListener('click', () => {
    const result = JSON.parse(holder.dataset.rows ?? '{}') as QueryResult // written by the page
    if (button.dataset.saveRows === 'csv') save('rows.csv', 'text/csv', asCsv(result))
    else save('rows.json', 'application/json', JSON.stringify(result.rows, null, 2))
  })
})

function asCsv({ columns, rows }: QueryResult): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  return lines.map((line) => line.map(cellOf).join(',')).join('\r\n')
}

/**
 * Returns a CSV cell. An apostrophe before text that looks like a formula keeps spreadsheets from running it (OWASP,
 * "CSV injection").
 */
function cellOf(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function save(name: string, type: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
