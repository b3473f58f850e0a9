import type { Command } from '../../src/cli/command.ts'

/** Returns the options of a command as a Markdown table; empty for a command without options. */
export function commandTable({ options }: Command): string {
  const rows = Object.entries(options).map(([name, { type, value, default: fallback, summary }]) => {
    const option = type === 'boolean' ? `\`--${name}\`` : `\`--${name} <${value}>\``
    return `| ${option} | ${fallback === undefined ? '' : `\`${fallback}\``} | ${summary} |`
  })
  return rows.length === 0 ? '' : ['| option | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

/** Returns all commands as a Markdown table, with summaries and links to their sections. */
export function overviewTable(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => `| [\`cms ${name}\`](#cms-${name.replace(' ', '-')}) | ${summary} |`)
  return ['| command | what it does |', '|---|---|', ...rows].join('\n')
}
