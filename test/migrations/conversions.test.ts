import { expect, test } from 'vitest'
import { type Preflight, preflight } from '../../src/compile/preflight/preflight.ts'
import { stored } from '../../src/compile/schema/compare/backfill.ts'
import { replay } from '../../src/compile/schema/files/replay.ts'
import { COPIES } from '../../src/compile/schema/model/copies.ts'
import { columnName } from '../../src/compile/schema/model/names.ts'
import type { Snapshot } from '../../src/compile/schema/proof/snapshot.ts'
import type { Json } from '../../src/fields/field-type.ts'
import { Rows, type Value } from '../compile/schema/rows.ts'
import { canLose } from './fuzz/can-lose.ts'
import { projectInMemory } from './fuzz/check-pair.ts'
import { checkRows } from './fuzz/check-rows.ts'
import { type Kind, PLAIN, storageIn } from './fuzz/kinds.ts'
import { contentOf, PLAIN_FIELD } from './fuzz/one-change.ts'
import { type CollectionModel, type FieldModel, PLAIN_COLLECTION, type ProjectModel } from './fuzz/project-model.ts'
import { TRICKY } from './fuzz/sample-types.ts'

/** A field of one kind that is to become each other one, by itself and inside of what holds fields. */
function fieldsOf(kindAt: (to: Kind) => Kind, from: Kind): FieldModel[] {
  const others = PLAIN.filter((kind) => kind !== from)
  const model = (to: Kind, index: number): FieldModel => {
    const field = { ...PLAIN_FIELD, id: index + 1, name: `to_${to}`, ...contentOf(kindAt(to)) }
    const before = { ...PLAIN_FIELD, id: 0, name: '', ...contentOf(from) }
    return { ...field, ...(kindAt(to) === to && canLose(before, field) && { isLossy: true }) }
  }
  const inner = others.map(model)
  const holding = { ...PLAIN_FIELD, dropped: [] }
  return [
    ...inner,
    ...inner.map(
      (item, index): FieldModel => ({
        ...PLAIN_FIELD,
        id: 100 + index,
        name: `items_${item.name}`,
        kind: 'list',
        item: { ...item, id: 0, name: 'item' },
      }),
    ),
    { ...holding, id: 200, name: 'inside', kind: 'group', fields: inner },
    {
      ...holding,
      id: 201,
      name: 'rows',
      kind: 'list',
      item: { ...holding, id: 0, name: 'item', kind: 'group', fields: inner },
    },
    {
      ...holding,
      id: 202,
      name: 'parts',
      kind: 'blocks',
      blocks: [{ id: 1, name: 'quote', fields: inner, dropped: [] }],
    },
  ]
}

/** A collection for each kind, with fields at every place, or side by side alone. */
function projectOf(kindOf: (from: Kind, to: Kind) => Kind, isDeep = true): ProjectModel {
  const collections = PLAIN.map(
    (from, index): CollectionModel => ({
      ...PLAIN_COLLECTION,
      id: index + 1,
      name: `from_${from.toLowerCase()}`,
      fields: fieldsOf((to) => kindOf(from, to), from).filter(({ name }) => isDeep || name.startsWith('to_')),
    }),
  )
  return { collections, dropped: [], plugin: { columns: [], unique: false, dropped: [], lossy: [] } }
}

/** A value of each of the fields: the same, at every place. */
function documentOf({ fields }: CollectionModel, value: Json): { readonly [field: string]: Json } {
  const inner = Object.fromEntries(fields.filter(({ name }) => name.startsWith('to_')).map(({ name }) => [name, value]))
  const items = fields
    .filter(({ name }) => name.startsWith('items_'))
    .map(({ name }) => [name, [value, value]] as const)
  return {
    ...inner,
    ...Object.fromEntries(items),
    inside: inner,
    rows: [inner, inner],
    parts: [{ type: 'quote', ...inner }],
  }
}

/** The project with its rows, which is about to become another. */
async function filled(before: ProjectModel) {
  const project = projectInMemory()
  const rows = new Rows()
  const build = async (stage: ProjectModel) => expect((await project.build(stage)).findings).toEqual([])
  await build(before)
  project.seal()
  rows.apply(project.files)
  for (const collection of before.collections) {
    const from = PLAIN[collection.id - 1] as Kind
    for (const [at, value] of (TRICKY[from] ?? []).entries())
      insert(rows, collection, `${from}-${at}`, documentOf(collection, value))
  }
  return { project, rows, build, was: snapshotOf(rows) }
}

test('every value of every kind becomes what it reads as in every other kind, at every depth and in copies, or is lost', async () => {
  const [before, after] = [projectOf((from) => from), projectOf((_, to) => to)]
  const { project, rows, build, was } = await filled(before)
  await build(after)
  rows.apply(project.files)
  const compared = { rows: 0, values: 0, versions: 0 }
  checkRows(before, after, { before: was, after: snapshotOf(rows) }, compared)
  expect(compared.rows).toBe(PLAIN.flatMap((kind) => TRICKY[kind] ?? []).length)
})

test.each(PLAIN)('of %s, a preflight counts the values that are written and those that are lost', async (kind) => {
  const alone = (stage: ProjectModel): ProjectModel => ({
    ...stage,
    collections: stage.collections.filter((_, at) => PLAIN[at] === kind),
  })
  const { project, rows, build, was } = await filled(alone(projectOf((from) => from, false)))
  const live = replay(project.files).schema
  await build(alone(projectOf((_, to) => to, false)))
  const foreseen = await preflight({
    live,
    pending: project.files.slice(1),
    collections: [],
    query: async (statements) => statements.map((sql) => rows.all(sql)),
  })
  rows.apply(project.files)
  const [told, found] = [countsIn(foreseen), countsOf(was, snapshotOf(rows))]
  expect(told.lost).toEqual(found.lost)
  // A number and the text that says it are one value for SQLite.
  const others = ({ written }: Counts) =>
    Object.entries(written)
      .filter(([column]) => !/number|whole/.test(column))
      .sort()
  expect(others(told)).toEqual(others(found))
})

/** Values that are lost or written, as they were foreseen: by table and column. */
function countsIn({ migrations }: Preflight): Counts {
  const lost = migrations.flatMap(({ checks }) => checks).map(({ message, rows }) => [message.split(' ')[0], rows])
  // Of copies, a preflight counts whole rows that are written, and beside them each value that is lost.
  const written = migrations
    .flatMap(({ effects }) => effects)
    .filter(({ kind, table }) => kind === 'writes' || !table.startsWith('content'))
    .map(({ table, column, rows }) => [`${table}.${column ?? 'data'}`, rows])
  const some = (counts: unknown[][]) => Object.fromEntries(counts.filter(([, count]) => count !== 0))
  return { lost: some(lost), written: some(written) }
}

interface Counts {
  readonly lost: Readonly<Record<string, number>>
  readonly written: Readonly<Record<string, number>>
}

/** The same as it has come to pass. Where a value is written as it was, nothing is. */
function countsOf(was: Snapshot, is: Snapshot): Counts {
  const counts = (isCounted: (before: Value, after: Value) => boolean) =>
    Object.fromEntries(
      [...was].flatMap(([table, rows]) =>
        Object.keys(rows[0] ?? {}).flatMap((column) => {
          const count = rows.filter((row, at) =>
            isCounted(row[column] ?? null, is.get(table)?.[at]?.[column] ?? null),
          ).length
          return count === 0 || table.startsWith('content') !== (column === 'data')
            ? []
            : [[`${table}.${column}`, count] as const]
        }),
      ),
    )
  return {
    lost: counts((before, after) => before !== null && after === null),
    written: counts((before, after) => before !== after),
  }
}

function insert(
  rows: Rows,
  { name, fields }: CollectionModel,
  id: string,
  document: { readonly [field: string]: Json },
): void {
  const columns = fields.map(({ kind, name: field }): [string, Value] => {
    const value = document[field] ?? null
    return [columnName(field), value === null ? null : stored(storageIn(kind), value)]
  })
  rows.insert(name, { id, ...Object.fromEntries(columns) })
  for (const copy of COPIES) {
    const required = rows
      .all(`SELECT name FROM pragma_table_info('${copy}') WHERE "notnull" = 1`)
      .map((column) => String(column.name))
    const known: Record<string, Value> = {
      document_id: id,
      root_id: id,
      collection_id: name,
      status: 'draft',
      data: JSON.stringify({ id, ...document }),
    }
    const names = [...new Set(['document_id', ...required])]
    rows.all(
      `INSERT INTO ${copy} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...names.map((column) => known[column] ?? 1),
    )
  }
}

function snapshotOf(rows: Rows): Snapshot {
  const tables = rows.all(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_fts%' ESCAPE '\\'`,
  )
  return new Map(tables.map(({ name }) => [String(name), rows.all(`SELECT * FROM "${name}"`)]))
}
