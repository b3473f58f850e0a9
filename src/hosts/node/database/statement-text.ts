/** Strings, quoted names and comments, which may hold anything; then what stands for a value. */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\?(?<number>\d*)|(?<name>[:@$]\w+)/g

/** Number of values that a statement takes: `?` is one more than the highest so far, `?5` makes it five. */
export function countValues(sql: string): number {
  const names = new Set<string>()
  let highest = 0
  for (const { groups } of sql.matchAll(TOKENS)) {
    const { number, name } = groups ?? {}
    if (number !== undefined) highest = number === '' ? highest + 1 : Math.max(highest, Number(number))
    if (name === undefined || names.has(name)) continue
    names.add(name)
    highest += 1
  }
  return highest
}

const NOTHING = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*$/

/** Tells whether something follows a statement in its text that SQLite would never run. */
export function hasMore(sql: string, first: string): boolean {
  return !NOTHING.test(sql.slice(first.length))
}
