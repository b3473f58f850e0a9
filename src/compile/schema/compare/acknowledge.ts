/**
 * Text to write so that what goes is acknowledged: an option with all that it says already, so that it is taken both as
 * a new line and in place of the one that stands there.
 * @param where the declaration, in words: `the collection`
 * @param declared the declaration itself
 * @param missing names that it does not say yet
 */
export function acknowledgement(
  where: string,
  declared: { readonly [Option in Acknowledging]?: Readonly<Record<string, string>> | undefined },
  missing: readonly string[],
  option: Acknowledging = 'dropped',
): string {
  const given = Object.entries(declared[option] ?? {})
  const entries = [...given, ...missing.map((name) => [name, 'why'] as const)]
  const line = `${option}: { ${entries.map(([name, reason]) => `${key(name)}: ${text(reason)}`).join(', ')} }`
  return given.length > 0 ? `let ${where} say: ${line}` : `add to ${where}: ${line}`
}

type Acknowledging = 'dropped' | 'lossy'

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)
}

/** As the code around it is written: in single quotes. */
function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
