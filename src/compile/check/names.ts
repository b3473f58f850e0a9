import { pathOfPart } from '../../config/plugin-groups.ts'
import { ANONYMOUS } from '../../ground/access.ts'
import { INTERNAL_TABLE } from '../../ground/internal-tables.ts'
import { SYSTEM_COLUMNS } from '../../ground/system-columns.ts'
import { reservedBy } from '../../manifest/list-parameters.ts'
import type { DiagnosticCode } from '../diagnostics/codes.ts'
import { atKey, atValue, type Finding, type Position } from '../diagnostics/diagnostic.ts'
import { builtInRoles } from '../lower/roles.ts'
import { columnName, joinTableName, searchTableName } from '../schema/model/names.ts'
import { tableName } from '../table-name.ts'
import type { Check, CheckContext } from './context.ts'

/** Maximum length of the name of a collection, a field or a role. */
const MAX_NAME = 40

/** Names that collections cannot have. */
const RESERVED_COLLECTIONS = 'admin api auth collections content docs health images media plugins users'.split(' ')

/** Names that fields cannot have: system fields, and the parameters of lists. */
const RESERVED_FIELDS = [
  ...'id status createdAt updatedAt publishedAt scheduledAt createdBy updatedBy version hasDraft deletedAt'.split(' '),
  ...reservedBy('every list'),
]

/** Columns of every collection's table, and SQLite's own names for the row id. */
const TAKEN_COLUMNS = [
  ...Object.values(SYSTEM_COLUMNS).map(({ column }) => column),
  ...['deleted_at', 'rowid', 'oid', '_rowid_'],
]

/** Names of properties that every JavaScript object inherits. */
const OBJECT_MEMBERS = Object.getOwnPropertyNames(Object.prototype)

/** Matches tables that are reserved for SQLite, the platform and wrangler. */
const RESERVED_TABLE = new RegExp(`${INTERNAL_TABLE.source}|^d1_migrations$`, 'i')

export const checkCollectionNames: Check = ({ collections, pluginTables }) => {
  const taken = new Set<string>()
  return collections.flatMap((collection) => {
    const at = atValue(collection, 'name')
    const { name } = collection
    if (taken.has(name)) {
      return [finding('duplicate-collection', `There is another collection named '${name}'.`, at)]
    }
    taken.add(name)
    const wrong = wrongName(
      name,
      /^[a-z][a-z0-9_]*$/,
      'use lower-case letters, digits and underscores, starting with a letter',
    )
    if (wrong) return [finding('invalid-name', `A collection cannot be named '${name}': ${wrong}.`, at)]
    if (RESERVED_COLLECTIONS.includes(name) || OBJECT_MEMBERS.includes(name) || RESERVED_TABLE.test(name)) {
      return [
        finding(
          'reserved-collection',
          `'${name}' is used by the service itself, so no collection can have this name.`,
          at,
        ),
      ]
    }
    const plugin = pluginTables.get(name)
    if (plugin === undefined) return []
    return [
      finding(
        'reserved-collection',
        `'${name}' is a table of the plugin ${plugin}, so no collection can have this name.`,
        at,
      ),
    ]
  })
}

export const checkFieldNames: Check = ({ fields }) =>
  fields.flatMap(({ name, nested, collection, field, label }) => {
    const at = nested ? atValue(field) : atKey(collection, 'fields', name)
    const wrong = wrongName(
      name,
      /^[a-z][A-Za-z0-9_]*$/,
      'use letters, digits and underscores, starting with a lower-case letter',
    )
    if (wrong) return [finding('invalid-name', `A field cannot be named '${name}': ${wrong}.`, at)]
    if (OBJECT_MEMBERS.includes(name)) return [finding('reserved-field', `No field can be named '${name}'.`, at)]
    if (nested) return []
    if (RESERVED_FIELDS.includes(name)) {
      return [
        finding(
          'reserved-field',
          `'${name}' is a property of every document or a parameter of lists: ${label} needs another name.`,
          at,
        ),
      ]
    }
    if (TAKEN_COLUMNS.includes(columnName(name))) {
      return [
        finding('column-taken', `The column '${columnName(name)}' of ${label} is used by the service itself.`, at),
      ]
    }
    return []
  })

/** Checks that fields of a collection do not share a column or a join table. */
export const checkColumns: Check = ({ collections }) =>
  collections.flatMap((collection) => {
    const owners = new Map<string, string>()
    return Object.keys(collection.fields).flatMap((name) => {
      const column = columnName(name)
      const owner = owners.get(column)
      owners.set(column, owner ?? name)
      if (owner === undefined) return []
      const message = `The fields '${owner}' and '${name}' of '${collection.name}' have the same column, '${column}'.`
      return [finding('column-taken', message, atKey(collection, 'fields', name))]
    })
  })

/**
 * Checks that the tables of collections, including join tables and full-text tables, differ from each other and from
 * those of plugins.
 */
export const checkTables: Check = (context) => {
  const owners = new Map([...context.pluginTables].map(([table, plugin]) => [table, `the plugin ${plugin}`]))
  return collectionTables(context).flatMap(({ table, owner, at }) => {
    const other = owners.get(table)
    if (other === undefined) owners.set(table, owner)
    if (other === undefined || other === owner || at === null) return []
    return [finding('table-taken', `The table '${table}' of ${owner} already belongs to ${other}.`, at)]
  })
}

/** Returns the tables of collections. Main tables have no position, because their names are checked separately. */
function collectionTables({ collections, fields }: CheckContext) {
  const mainTables = collections.map(({ name }) => ({ table: name, owner: `the collection '${name}'`, at: null }))
  const joins = fields
    .filter(({ nested, field }) => !nested && field.kind === 'references')
    .map(({ collection, name, label }) => ({
      table: joinTableName(collection.name, name),
      owner: label,
      at: atKey(collection, 'fields', name),
    }))
  const searches = collections
    .filter(({ search }) => (search ?? []).length > 0)
    .map((collection) => ({
      table: searchTableName(collection.name),
      owner: `the search of '${collection.name}'`,
      at: atKey(collection, 'search'),
    }))
  return [...mainTables, ...joins, ...searches]
}

export const checkPluginTables: Check = ({ plugins }) => {
  const owners = new Map<string, string>()
  return plugins.flatMap(({ plugin }) =>
    Object.entries(plugin.data?.tables ?? {}).flatMap(([key, table]) => {
      const name = tableName(table)
      const at = atValue(plugin, ...pathOfPart('tables'), key)
      if (name === null)
        return [
          finding(
            'not-a-table',
            `The table '${key}' of the plugin ${plugin.name} is not a sqliteTable of drizzle-orm.`,
            at,
          ),
        ]
      const owner = owners.get(name)
      owners.set(name, owner ?? plugin.name)
      if (owner !== undefined) {
        return [
          finding(
            'table-taken',
            `The table '${name}' of the plugin ${plugin.name} already belongs to the plugin ${owner}.`,
            at,
          ),
        ]
      }
      if (!RESERVED_TABLE.test(name)) return []
      return [
        finding(
          'reserved-table',
          `SQLite or the platform reserves '${name}': give the table of the plugin ${plugin.name} another name.`,
          at,
        ),
      ]
    }),
  )
}

export const checkRoles: Check = ({ config }) =>
  Object.entries(config.roles ?? {}).flatMap(([name, role]) => {
    const at = atKey(config, 'roles', name)
    if (name in builtInRoles) {
      return [finding('reserved-role', `The role '${name}' is built in and cannot be declared again.`, at)]
    }
    if (['public', 'authenticated', 'nobody'].includes(name)) {
      return [finding('reserved-role', `'${name}' is an access rule, so no role can have this name.`, at)]
    }
    if (name === ANONYMOUS) {
      return [
        finding('reserved-role', `'${name}' means callers without an account, so no role can have this name.`, at),
      ]
    }
    const wrong = wrongName(
      name,
      /^[a-z][a-z0-9_-]*$/,
      'use lower-case letters, digits, underscores and hyphens, starting with a letter',
    )
    if (wrong) return [finding('invalid-name', `A role cannot be named '${name}': ${wrong}.`, at)]
    return role.permissions.flatMap((permission, index) =>
      /^(?:\*|[a-z][a-z0-9_-]*\.(?:\*|[a-z][a-z0-9_-]*))$/.test(permission)
        ? []
        : [
            finding(
              'invalid-permission',
              `'${permission}' is not a permission: write <resource>.<action>, <resource>.* or *.`,
              atValue(config, 'roles', name, 'permissions', index),
            ),
          ],
    )
  })

function wrongName(name: string, pattern: RegExp, words: string): string | null {
  if (name.length > MAX_NAME) return `it has ${name.length} characters, but at most ${MAX_NAME} are allowed`
  if (!pattern.test(name)) return words
  return name.includes('__') || name.endsWith('_') ? 'underscores must be single and between other characters' : null
}

function finding(code: DiagnosticCode, message: string, at: Position | null): Finding {
  return { code, message, at }
}
