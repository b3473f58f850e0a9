/** Parts of SQL, and replacements that change the meaning of a statement. */
const SQL: readonly (readonly [RegExp, string])[] = [
  [/ AND /, ' OR '],
  [/ OR /, ' AND '],
  [/ <= /, ' < '],
  [/ >= /, ' > '],
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ = /, ' <> '],
  [/\bNOT (?!NULL)/, ''],
  [/ IS NULL/, ' IS NOT NULL'],
  [/ IS NOT NULL/, ' IS NULL'],
  [/ DESC\b/, ''],
  [/ UNION ALL /, ' UNION '],
  [/ DISTINCT /, ' '],
  [/\bmin\(/, 'max('],
  [/\bmax\(/, 'min('],
  [/ LEFT JOIN /, ' JOIN '],
]

const IS_SQL =
  /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WHERE|FROM|CASE|NULL|IN|AND|OR|NOT|ORDER|LIMIT|AS)\b|json_|coalesce\(|\?\d/

/**
 * Returns the changed versions of a literal with its quotes. Text of several words is for people and stays unchanged,
 * unless it is SQL.
 */
export function mutateText(literal: string): string[] {
  if (IS_SQL.test(literal))
    return SQL.filter(([from]) => from.test(literal)).map(([from, to]) => literal.replace(from, to))
  const isWord = /^'[\w./:@$*-]+'$/.test(literal)
  return isWord ? [`${literal.slice(0, -1)}~'`] : []
}
