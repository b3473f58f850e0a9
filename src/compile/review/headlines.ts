import { nameOfTable } from '../schema/model/copies.ts'
import { LIMITS } from '../schema/steps/limits.ts'
import { describeChoices } from '../schema/steps/notes.ts'
import type { ByKind, FieldFacts } from '../schema/steps/operation.ts'
import { listed } from './fold-access.ts'

/** Describes an operation's effect on the database for a reviewer, in a sentence without a full stop. */
export const HEADLINES: ByKind<string> = {
  'create-collection': ({ collection }) => `the collection ${collection} is new`,
  'rename-collection': ({ from, to }) => `the collection ${from} is renamed to ${to}: its documents stay`,
  'drop-collection': ({ collection }) => `the collection ${collection} is dropped: all its documents are lost`,
  'add-field': ({ collection, field, facts }) => `${collection}.${field} (${facts.kind}) is new`,
  'rename-field': ({ collection, from, to }) =>
    `${collection}.${from} is renamed to ${collection}.${to}: its values stay`,
  'change-field': ({ collection, field, before, after, lossy }) => {
    const loses = lossy === null ? '' : ': values that cannot be converted are lost'
    return `${collection}.${field} ${describeChange(before, after)}${loses}`
  },
  'change-choices': ({ collection, field, renamed }) =>
    `stored values of ${collection}.${field} change: ${describeChoices(renamed)}`,
  'describe-field': ({ collection, field }) => `the migrations record the fields inside ${collection}.${field}`,
  'drop-field': ({ collection, field }) => `${collection}.${field} is dropped: its values are lost`,
  'limit-collection': ({ collection, limit, versions }) => LIMITS[limit].headline(collection, versions?.after),
  'create-table': ({ table, owner }) => `the table ${table} is new, for ${owner}`,
  'drop-table': ({ table }) => `the table ${table} is dropped: all its rows are lost`,
  'add-column': ({ table, column }) => `the column ${table}.${column} is new`,
  'drop-column': ({ table, column }) => `the column ${table}.${column} is dropped: its values are lost`,
  'rebuild-table': ({ table, dropped, lossy }) => {
    const gone = Object.keys(dropped).map((column) => `${table}.${column} is dropped: its values are lost`)
    const cut = Object.keys(lossy).map((column) => `values of ${table}.${column} that cannot be converted are lost`)
    return [...gone, ...cut].join('; ') || `the table ${table} is rebuilt, with its rows`
  },
  'create-index': ({ table, index, unique }) =>
    unique ? `no two rows of ${table} may have the same values in the index ${index}` : `the index ${index} is new`,
  'drop-index': ({ table, index, unique }) =>
    unique ? `rows of ${table} may have the same values in the index ${index}` : `the index ${index} is dropped`,
  'free-names': ({ names }) => `${names.join(', ')} are replaced in the same migration`,
  'rewrite-values': ({ collection, table, fields, removed }) => {
    const named = (names: readonly string[]) => listed(names.map((name) => `${collection}.${name}`))
    const actions = [
      ...(fields.length > 0 ? [`values of ${named(fields)} are rewritten`] : []),
      ...(removed.length > 0 ? [`values of ${named(removed)} are removed`] : []),
    ]
    return `${listed(actions)} in ${nameOfTable(table)}`
  },
  'carry-names': ({ renamed, columns }) =>
    `${Object.entries(renamed)
      .map(([from, to]) => `${from} is renamed to ${to}`)
      .join(', ')} in ${columns.join(', ')}`,
  'set-aside': ({ tables }) => `triggers, search and indexes of ${tables.join(', ')} are set aside`,
  derive: ({ tables }) => `triggers, search and indexes of ${tables.join(', ')} are created again from the rows`,
  'defer-foreign-keys': () => 'foreign keys are checked at the end',
  'by-hand': ({ words }) => `handwritten SQL: ${words}`,
}

function describeChange(before: FieldFacts | null, after: FieldFacts): string {
  if (before === null) return `is ${after.kind}`
  if (before.kind !== after.kind) return `becomes ${after.kind}; previously ${before.kind}`
  if (before.target !== after.target) return `refers to ${after.target}, no longer to ${before.target}`
  if (before.required !== after.required) return after.required ? 'becomes required' : 'may be empty'
  return 'has changes in its nested fields'
}
