/**
 * Returns the text that acknowledges a loss: an option with its existing entries, which can be pasted as a new line or
 * in place of the existing one.
 * @param where name of the declaration: `the collection`
 * @param declared the declaration itself
 * @param missing names to add
 */
export function acknowledgement(
  where: string,
  declared: { readonly [Option in Acknowledging]?: Readonly<Record<string, string>> | undefined },
  missing: readonly string[],
  option: Acknowledging = 'dropped',
): string {
  const existing = Object.entries(declared[option] ?? {})
  const entries = [...existing, ...missing.map((name) => [name, 'why'] as const)]
  const line = `${option}: { ${entries.map(([name, reason]) => `${key(name)}: ${text(reason)}`).join(', ')} }`
  return existing.length > 0 ? `change in ${where}: ${line}` : `add to ${where}: ${line}`
}

type Acknowledging = 'dropped' | 'lossy'

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)
}

/** Prints a string literal in single quotes. */
function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
