import { quote } from '../../../ground/sql.ts'
import { namesIn, tokenize } from '../../../ground/sql-tokens.ts'

/** Returns SQL with quoted identifiers renamed: old → new. Everything else is unchanged. */
export function renameIdentifiers(sql: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return sql
  let renamed = ''
  let end = 0
  for (const token of tokenize(sql)) {
    const name = token.kind === 'name' ? names.get(token.value) : undefined
    renamed += sql.slice(end, token.start) + (name === undefined ? token.text : quote(name))
    end = token.end
  }
  return renamed + sql.slice(end)
}

/** Tells whether SQL contains one of these names, quoted or bare. */
export function mentions(sql: string, names: ReadonlySet<string>): boolean {
  return namesIn(sql).some((name) => names.has(name))
}

/** A rename of one table or column. */
export interface Move {
  readonly from: string
  readonly to: string
}

/**
 * Orders renames so that each new name is unused when it is taken, with a temporary name in each cycle.
 * @param names new → old. `final` of a move is the name in the end
 */
export function orderMoves(names: ReadonlyMap<string, string>): (Move & { readonly final: string })[] {
  const waiting = [...names].map(([to, from]) => ({ from, to }))
  const ordered: (Move & { readonly final: string })[] = []
  while (waiting.length > 0) {
    const free = waiting.findIndex((move) => !waiting.some((other) => other.from === move.to))
    const [move] = waiting.splice(Math.max(free, 0), 1)
    if (!move) break
    if (free !== -1) {
      ordered.push({ ...move, final: move.to })
    } else {
      const stop = `${move.to}__moving`
      ordered.push({ from: move.from, to: stop, final: move.to })
      waiting.push({ from: stop, to: move.to })
    }
  }
  return ordered
}
