/** Matches strings, quoted names and comments, which may contain anything. */
const SEALED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/.source

/** Matches values in every form that SQLite supports: `?`, `?5`, `:name`. */
const TOKENS = new RegExp(`${SEALED}|\\?(?<number>\\d*)|(?<name>[:@$]\\w+)`, 'g')

/**
 * Returns the number of values that a statement takes: the highest parameter number. A `?`, and the first use of a
 * name, gets the highest number so far plus one.
 */
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

/** Matches `LIMIT` clauses whose limit is a value. */
const LIMITS = new RegExp(`${SEALED}|(?<limit>\\blimit\\s+)(?<value>\\?\\d*)`, 'gi')

/**
 * Returns the statement with its limits as equivalent expressions. If a limit is a bare value, SQLite plans the
 * statement again each time a value is bound (`sqlite3ExprIsInteger` in its source), which would take two thirds of the
 * time for reading twenty rows.
 */
export function withOpenLimits(sql: string): string {
  return sql.replaceAll(LIMITS, (token, limit: string | undefined, value: string) =>
    limit === undefined ? token : `${limit}(CASE WHEN 1 THEN ${value} END)`,
  )
}

const NOTHING = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*$/

/** Tells whether SQL contains more than its first statement, spaces and comments. SQLite would never run the rest. */
export function hasMore(sql: string, first: string): boolean {
  return !NOTHING.test(sql.slice(first.length))
}
