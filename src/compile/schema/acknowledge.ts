/**
 * The option that acknowledges every drop of a declaration, those that it has acknowledged already included: pasted in
 * place of what stands there, or as a new line, it is taken.
 * @param given what the declaration says already
 */
export function acknowledgement(
  given: Readonly<Record<string, string>> | undefined,
  missing: readonly string[],
): string {
  const entries = [...Object.entries(given ?? {}), ...missing.map((name) => [name, 'why'] as const)]
  return `dropped: { ${entries.map(([name, reason]) => `${key(name)}: ${text(reason)}`).join(', ')} }`
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)
}

/** As the code around it is written: in single quotes. */
function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
