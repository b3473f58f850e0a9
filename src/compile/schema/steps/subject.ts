import { LIMITS } from './limits.ts'
import type { ByKind } from './operation.ts'

/**
 * Subject of each kind of operation: a collection, a field as `posts.title`, a table, a column, an index, or an option
 * as `posts versions`; empty if there is none.
 */
export const SUBJECTS: ByKind<string> = {
  'create-collection': ({ collection }) => collection,
  'rename-collection': ({ to }) => to,
  'drop-collection': ({ collection }) => collection,
  'add-field': ({ collection, field }) => `${collection}.${field}`,
  'rename-field': ({ collection, to }) => `${collection}.${to}`,
  'change-field': ({ collection, field }) => `${collection}.${field}`,
  'change-choices': ({ collection, field }) => `${collection}.${field}`,
  'describe-field': ({ collection, field }) => `${collection}.${field}`,
  'drop-field': ({ collection, field }) => `${collection}.${field}`,
  'limit-collection': ({ collection, limit }) => `${collection} ${LIMITS[limit].option}`,
  'create-table': ({ table }) => table,
  'drop-table': ({ table }) => table,
  'add-column': ({ table, column }) => `${table}.${column}`,
  'drop-column': ({ table, column }) => `${table}.${column}`,
  'rebuild-table': ({ table }) => table,
  'create-index': ({ index }) => index,
  'drop-index': ({ index }) => index,
  'free-names': ({ names }) => names.join(', '),
  'rewrite-values': ({ collection, table }) => `${collection} in ${table}`,
  'carry-names': ({ renamed }) => Object.values(renamed).join(', '),
  'set-aside': ({ tables }) => tables.join(', '),
  derive: ({ tables }) => tables.join(', '),
  'defer-foreign-keys': () => '',
  'by-hand': ({ words }) => words,
}
