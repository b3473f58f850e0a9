const folded = new WeakMap<TemplateStringsArray, readonly string[]>()

/**
 * Template tag for SQL that spans several lines: each line break, together with the white space around it, becomes one
 * space. Values are inserted unchanged.
 */
export function sqlText(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const texts = folded.get(parts) ?? fold(parts)
  let sql = texts[0] ?? ''
  for (const [index, value] of values.entries()) sql += String(value) + texts[index + 1]
  return sql
}

function fold(parts: TemplateStringsArray): readonly string[] {
  const last = parts.length - 1
  const texts = parts.map((part, index) => {
    const text = part.replace(/\s*\n\s*/g, ' ')
    const begun = index === 0 ? text.trimStart() : text
    return index === last ? begun.trimEnd() : begun
  })
  folded.set(parts, texts)
  return texts
}
