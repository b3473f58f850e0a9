import { isNamedLikeSecret, type RequestContext, secretColumnsOf, settingsOf } from 'lintel/kit'
import { settings } from '../settings.ts'

/**
 * Tells whether a column is secret because of its plugin, the settings, or its name. Names may be in upper or lower
 * case.
 */
export type IsSecretColumn = (table: string, column: string) => boolean

/** Placeholder for the value of a secret column. */
export const HIDDEN = '[hidden]'

export function secretColumns(c: RequestContext): IsSecretColumn {
  const declared = new Set([
    ...[...secretColumnsOf(c)].flatMap(([table, columns]) => [...columns].map((column) => `${table}.${column}`)),
    ...settingsOf(c, settings).secretColumns,
  ])
  const names = new Set([...declared].map((name) => name.toLowerCase()))
  return (table, column) => isNamedLikeSecret(column) || names.has(`${table}.${column}`.toLowerCase())
}
