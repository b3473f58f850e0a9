import { LIMITS } from './limits.ts'
import { type ByKind, type Operation, visit } from './operation.ts'

/** Returns an operation's title for people: `add field posts.summary`. */
export function titleOf(operation: Operation): string {
  return visit(operation, TITLES)
}

const TITLES: ByKind<string> = {
  'create-collection': ({ collection }) => `create collection ${collection}`,
  'rename-collection': ({ from, to }) => `rename collection ${from} to ${to}`,
  'drop-collection': ({ collection }) => `drop collection ${collection}`,
  'add-field': ({ collection, field }) => `add field ${collection}.${field}`,
  'rename-field': ({ collection, from, to }) => `rename field ${collection}.${from} to ${to}`,
  'change-field': ({ collection, field }) => `change field ${collection}.${field}`,
  'change-choices': ({ collection, field }) => `change choices of ${collection}.${field}`,
  'describe-field': ({ collection, field }) => `record what is inside ${collection}.${field}`,
  'drop-field': ({ collection, field }) => `drop field ${collection}.${field}`,
  'limit-collection': ({ collection, limit, versions }) => LIMITS[limit].title(collection, versions?.after),
  'create-table': ({ table }) => `create table ${table}`,
  'drop-table': ({ table }) => `drop table ${table}`,
  'add-column': ({ table, column }) => `add column ${table}.${column}`,
  'drop-column': ({ table, column }) => `drop column ${table}.${column}`,
  'rebuild-table': ({ table }) => `rebuild table ${table}`,
  'create-index': ({ index, unique }) => `create ${unique ? 'unique index' : 'index'} ${index}`,
  'drop-index': ({ index, unique }) => `drop ${unique ? 'unique index' : 'index'} ${index}`,
  'free-names': ({ names }) => `free ${listed(names)} for others in this migration`,
  'rewrite-values': ({ collection, table, fields, removed }) =>
    table === collection
      ? `rewrite stored values of ${listed(fields.map((field) => `${collection}.${field}`))}`
      : `${done('rewrite', fields, removed.length > 0 ? ' and ' : '')}${done('remove', removed)} in copies of ${collection} kept in ${table}`,
  'carry-names': ({ renamed, columns }) =>
    `rename ${Object.entries(renamed)
      .map(([from, to]) => `${from} to ${to}`)
      .join(', ')} in ${listed(columns)}`,
  'set-aside': ({ tables }) => `set aside triggers, search tables and indexes of ${listed(tables)}`,
  derive: ({ tables }) => `restore triggers, search tables and indexes of ${listed(tables)}`,
  'defer-foreign-keys': () => 'check foreign keys at the end',
  'by-hand': ({ words }) => words,
}

function done(verb: string, names: readonly string[], then = ''): string {
  return names.length === 0 ? '' : `${verb} ${listed(names)}${then}`
}

function listed(names: readonly string[]): string {
  return names.join(', ')
}
