/**
 * What to write so that drops are acknowledged: an option with those that are acknowledged already, so that it is taken
 * as a new line and in place of the one that stands there.
 * @param where the declaration, in words: `the collection`
 * @param given what it says already
 */
export function acknowledgement(
  where: string,
  given: Readonly<Record<string, string>> | undefined,
  missing: readonly string[],
): string {
  const entries = [...Object.entries(given ?? {}), ...missing.map((name) => [name, 'why'] as const)]
  const option = `dropped: { ${entries.map(([name, reason]) => `${key(name)}: ${text(reason)}`).join(', ')} }`
  return entries.length > missing.length ? `let ${where} say: ${option}` : `add to ${where}: ${option}`
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)
}

/** As the code around it is written: in single quotes. */
function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
