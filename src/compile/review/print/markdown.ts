/** Markdown for GitHub. Text is escaped, so that it cannot become markup, a table cell or a mention. */

/** Escapes text; parts in backticks become code. */
export function textOf(text: string): string {
  return text
    .split(/(`[^`|\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeText(part)))
    .join('')
}

export function escapeText(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*[\]|~#]/g, (sign) => `\\${sign}`)
    .replace(/(?<![a-zA-Z0-9_])_|_(?![a-zA-Z0-9_])/g, '\\_')
    .replace(/@/g, '@<!-- -->')
    .replace(/:\/\//g, ':<!-- -->//')
    .replace(/\bwww\./gi, '$&<!-- -->')
    .replace(/\$/g, '<span>$$</span>') // GitHub would typeset what stands between two of them
    .replace(/\s*\n\s*/g, ' ')
}

/** Cuts text after a number of characters, and says how many more there are. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')} … (${text.length - length} more characters)`
}

export function inCode(text: string): string {
  return /[`|<\\\n]/.test(text) ? `<code>${escapeText(text)}</code>` : `\`${text}\``
}

export function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`
}

/** Prints a code block with a fence that its text cannot close. */
export function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${text}\n${marks}`
}

/** Prints an alert, which GitHub colors. */
export function alert(kind: 'CAUTION' | 'WARNING' | 'NOTE', text: string): string {
  return `> [!${kind}]\n> ${text}`
}

/** Prints a table whose cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => ':--').join('|')}|`, ...rows.map(line)].join('\n')
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
