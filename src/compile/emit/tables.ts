import type { FieldData, FieldType } from '../../fields/field-type.ts'
import { propertyName } from '../../ground/property-name.ts'
import { LEADING_COLUMNS, type SystemColumn, TRAILING_COLUMNS } from '../../ground/system-columns.ts'
import type { ManifestCollection, ManifestField } from '../../manifest/index.ts'
import { header } from './header.ts'

/** Field types by kind, for the TypeScript types of JSON values. */
type FieldTypes = Readonly<Record<string, FieldType>>

/**
 * Emits `.cms/tables.ts`: a drizzle table for each collection (`posts`) and each of its lists of references
 * (`posts__tags`), for typed queries in plugins, hooks and scripts. Times are integer milliseconds since the epoch. A
 * required field is never null, which its validator ensures, not the database.
 */
export function emitTables(collections: readonly ManifestCollection[], fieldTypes: FieldTypes): string {
  const tables = collections.flatMap((collection) => [
    collectionTable(collection, fieldTypes),
    ...collection.fields.flatMap((field) => (field.join === null ? [] : [joinTable(collection, field, field.join)])),
  ])
  const text = tables.join('\n')
  const imported = ['integer', 'primaryKey', 'real', 'sqliteTable', 'text'].filter((name) => text.includes(`${name}(`))
  const types = ['Json', 'RichText'].filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  const lines = [
    ...(imported.length > 0 ? [`import { ${imported.join(', ')} } from 'drizzle-orm/sqlite-core'`] : []),
    ...(types.length > 0 ? [`import type { ${types.join(', ')} } from 'lintel'`] : []),
  ]
  return `${header('//')}\n${lines.join('\n')}\n\n${text}${tables.length === 0 ? 'export {}\n' : ''}`
}

function collectionTable(collection: ManifestCollection, fieldTypes: FieldTypes): string {
  const stored = collection.fields.filter((field) => field.column !== null)
  return `/** ${inComment(collection.label)} (${collection.source}). */
export const ${exportName(collection.table)} = sqliteTable('${collection.table}', {
${systemColumns(LEADING_COLUMNS)}\
${stored.map((field) => `  ${propertyName(field.name)}: ${column(field, fieldTypes)},\n`).join('')}\
${systemColumns(TRAILING_COLUMNS)}\
})
`
}

function systemColumns(columns: Readonly<Record<string, SystemColumn>>): string {
  return Object.entries(columns)
    .map(([property, { column: name, storage, nullable }]) => {
      const type = `${storage === 'text' ? 'text' : 'integer'}('${name}')`
      return `  ${property}: ${type}${DETAILS[property] ?? ''}${nullable || property === 'id' ? '' : '.notNull()'},\n`
    })
    .join('')
}

/** Method calls after the type of a system column in a drizzle table. */
const DETAILS: Readonly<Record<string, string>> = {
  id: '.primaryKey()',
  status: ".$type<'draft' | 'published' | 'scheduled'>()",
}

/** Prints the join table of a field, which contains its targets by owner and position. */
function joinTable(collection: ManifestCollection, field: ManifestField, name: string): string {
  return `/** ${inComment(collection.label)}: ${inComment(field.label)} (${field.source}). */
export const ${exportName(name)} = sqliteTable(
  '${name}',
  {
    ownerId: text('owner_id').notNull(),
    targetId: text('target_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.position] })],
)
`
}

function column(field: ManifestField, fieldTypes: FieldTypes): string {
  return `${builder(field, fieldTypes)}${field.required ? '.notNull()' : ''}`
}

function builder(field: ManifestField, fieldTypes: FieldTypes): string {
  const name = `'${field.column}'`
  const builders: Record<ManifestField['storage'], () => string> = {
    text: () => `text(${name})${field.kind === 'select' ? `.$type<${typescript(field, fieldTypes)}>()` : ''}`,
    integer: () => `integer(${name})`,
    real: () => `real(${name})`,
    boolean: () => `integer(${name}, { mode: 'boolean' })`,
    datetime: () => `integer(${name})`,
    json: () => `text(${name}, { mode: 'json' }).$type<${typescript(field, fieldTypes)}>()`,
    join: () => '',
  }
  return builders[field.storage]()
}

function typescript(field: FieldData, fieldTypes: FieldTypes): string {
  const type = fieldTypes[field.kind]
  if (!type)
    throw new Error(`the field type ${field.kind} does not exist: the check of field kinds must come before this`)
  return type.typescript(field.options, (inner) => typescript(inner, fieldTypes))
}

const RESERVED = new Set(
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
)
/** Names that the file imports. */
const TAKEN = new Set(['integer', 'primaryKey', 'real', 'sqliteTable', 'text'])

function exportName(table: string): string {
  return RESERVED.has(table) || TAKEN.has(table) ? `${table}_` : table
}

function inComment(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll('\n', ' ')
}
