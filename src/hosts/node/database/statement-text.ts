/** Strings, quoted names and comments, which may hold anything. */
const SEALED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/.source

/** Values, in every form that SQLite knows: `?`, `?5`, `:name`. */
const TOKENS = new RegExp(`${SEALED}|\\?(?<number>\\d*)|(?<name>[:@$]\\w+)`, 'g')

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

/** Limits that are values. */
const LIMITS = new RegExp(`${SEALED}|(?<limit>\\blimit\\s+)(?<value>\\?\\d*)`, 'gi')

/**
 * The statement with its limits as expressions, which mean the same. For a limit that is a value SQLite plans the statement
 * anew whenever it is given one (`sqlite3ExprIsInteger` in its source), at two thirds of what reading twenty rows takes.
 */
export function withOpenLimits(sql: string): string {
  return sql.replaceAll(LIMITS, (token, limit: string | undefined, value: string) =>
    limit === undefined ? token : `${limit}(CASE WHEN 1 THEN ${value} END)`,
  )
}

const NOTHING = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*$/

/** Tells whether something follows a statement in its text that SQLite would never run. */
export function hasMore(sql: string, first: string): boolean {
  return !NOTHING.test(sql.slice(first.length))
}
