import { expect, test } from 'vitest'
import { type Preflight, preflight } from '../../../src/compile/preflight/preflight.ts'
import { stored } from '../../../src/compile/schema/compare/backfill.ts'
import { replay } from '../../../src/compile/schema/files/replay.ts'
import { COPIES } from '../../../src/compile/schema/model/copies.ts'
import { columnName, joinTableName } from '../../../src/compile/schema/model/names.ts'
import { defineCollection, type Field, field, fieldTypes } from '../../../src/config/index.ts'
import type { Json } from '../../../src/fields/field-type.ts'
import { shareOf } from '../../harness/share.ts'
import { projectInMemory } from '../../migrations/fuzz/check-pair.ts'
import { type Kind, REFERRING, storageIn } from '../../migrations/fuzz/kinds.ts'
import { type Case, everyCase } from '../../migrations/fuzz/one-change.ts'
import { type FieldModel, PLAIN_COLLECTION, type ProjectModel } from '../../migrations/fuzz/project-model.ts'
import { TRICKY } from '../../migrations/fuzz/sample-types.ts'
import { lowered } from '../schema/lowered.ts'
import { type Row, Rows } from '../schema/rows.ts'

/** Rows that a change meets: values that differ, one that repeats, or none in some of them. */
const FILLINGS: Readonly<Record<string, (one: Json, other: Json) => readonly Json[]>> = {
  'different values': (one, other) => [one, other],
  'a value that repeats': (one, other) => [one, other, other],
  'a row without a value': (one, other) => [one, null, other],
}

/** Chooses the rows that say something about a change. Values in another type are those of `conversions.test.ts`. */
function fillingsFor(change: string): readonly string[] {
  if (/^(?:to (?!reference|media)|no longer)/.test(change)) return []
  if (change === 'unique') return ['different values', 'a value that repeats']
  return /required|^to /.test(change) ? ['different values', 'a row without a value'] : ['a row without a value']
}

const CASES = everyCase()
  .filter(({ name }) => /^\w+, top, .*, alone$/.test(name))
  .flatMap((one) => {
    const [, , change = ''] = one.name.split(', ')
    return fillingsFor(change).map((filling) => ({ ...one, name: `${one.name}: ${filling}`, filling }))
  })

test.each(shareOf(CASES, ({ name }) => name))('$name: what is foreseen is what happens', async (one) => {
  const rows = new Rows()
  await startWith(one.before)
  rows.apply(project.files)
  fill(rows, one)
  const live = replay(project.files).schema
  expect((await project.build(one.after)).findings).toEqual([])
  const before = tablesOf(rows)
  const foreseen = await preflight({
    live,
    pending: project.files.slice(1),
    collections: [],
    query: async (statements) => statements.map((sql) => rows.all(sql)),
  })
  expect(tablesOf(rows)).toEqual(before)
  const failing = checksOf(foreseen).filter(({ rows: count, kind }) => count > 0 && kind !== 'conversion')
  const posts = before.posts ?? []
  const idsOf = (isFound: (row: Row) => boolean) => posts.filter(isFound).map(({ id }) => id)
  const FOUND = {
    required: idsOf(({ subject }) => subject === null),
    reference: idsOf(({ subject }) => subject !== null),
    unique: ['p1', 'p2'],
  }
  for (const { kind, sample, shared } of failing) {
    const values = kind === 'unique' ? [{ value: posts[1]?.subject, rows: 2 }] : []
    expect({ kind, sample, shared }).toEqual({ kind, sample: FOUND[kind as keyof typeof FOUND], shared: values })
  }
  let refusal = ''
  try {
    rows.apply(project.files)
  } catch (error) {
    refusal = String(error)
  }
  expect({ failing: failing.map(({ message }) => message), refusal: refusal !== '' }).toEqual({
    failing: failing.map(({ message }) => message),
    refusal: failing.length > 0,
  })
  if (refusal === '') expectEffects(one, foreseen, before, tablesOf(rows))
})

const project = projectInMemory()
let begun: { readonly from: string; readonly again: () => void } | null = null

/** Builds a project, or takes it as it was built for the case before. */
async function startWith(before: ProjectModel): Promise<void> {
  const from = JSON.stringify(before)
  if (begun?.from === from) begun.again()
  else {
    project.files = []
    expect((await project.build(before)).findings).toEqual([])
    begun = { from, again: project.remember() }
  }
  project.seal()
}

function checksOf({ migrations }: Preflight) {
  return migrations.flatMap(({ checks }) => checks)
}

type Tables = Readonly<Record<string, readonly Row[]>>

/** Compares the counts of values that go, are written or are lost with what has become of the rows. */
function expectEffects({ before: { collections }, after }: Case, foreseen: Preflight, was: Tables, is: Tables): void {
  const [posts] = collections
  const [next] = after.collections
  const subject = posts?.fields.find(({ name }) => name === 'subject')
  const heir = next?.fields.find(({ id }) => id === subject?.id)
  const counted = foreseen.migrations.flatMap(({ effects }) => effects)
  const ofSubject = (kind: string) =>
    counted
      .filter((effect) => effect.kind === kind && !COPIES.includes(effect.table))
      .reduce((sum, { rows }) => sum + rows, 0)
  const [old, now] = [valuesIn(was, subject), valuesIn(is, heir)]
  const lost = checksOf(foreseen)
    .filter(({ kind }) => kind === 'conversion')
    .reduce((sum, { rows }) => sum + rows, 0)
  const isNarrowed = subject?.kind === 'references' && heir !== undefined && heir.kind !== 'references'
  if (subject && heir && !isNarrowed) {
    const isLost = (id: string) => old.has(id) && (now.get(id) ?? null) === null
    // What is required takes its backfill where it has lost its value.
    if (!heir.required) expect(lost).toBe([...old.keys()].filter(isLost).length)
  }
  if (subject && !heir) {
    const taking = next?.fields.find(({ backfill }) => typeof backfill === 'object' && backfill.field === subject.id)
    const taken = valuesIn(is, taking)
    const lostRows = [...old.keys()].filter((id) => !taken.has(id)).length
    expect(ofSubject('drops')).toBe(
      subject.kind === 'references' ? (was[joinTableName('posts', 'subject')] ?? []).length : lostRows,
    )
  }
}

/** Values of a field that are there, by document. */
function valuesIn(tables: Tables, subject: FieldModel | undefined): Map<string, Json> {
  if (!subject) return new Map()
  if (subject.kind === 'references') {
    const items = Map.groupBy(tables[joinTableName('posts', subject.name)] ?? [], ({ owner_id }) => String(owner_id))
    return new Map([...items].map(([owner, list]) => [owner, list.map(({ target_id = null }) => target_id)]))
  }
  const column = columnName(subject.name)
  return new Map(
    (tables.posts ?? []).flatMap((row) =>
      (row[column] ?? null) === null ? [] : [[String(row.id), row[column] ?? null]],
    ),
  )
}

function tablesOf(rows: Rows): Tables {
  const names = rows.all(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%fts%' ORDER BY name`)
  return Object.fromEntries(names.map(({ name }) => [String(name), rows.all(`SELECT * FROM "${name}" ORDER BY 1`)]))
}

function fill(rows: Rows, { before: { collections }, filling }: Case & { readonly filling: string }): void {
  const subject = collections[0]?.fields.find(({ name }) => name === 'subject')
  for (const id of ['t1', 't2']) {
    rows.insert('tags', { id, title: id })
    rows.all('INSERT INTO media (id) VALUES (?)', id)
  }
  const [one = null, other = null] = subject ? valuesFor(subject.kind) : []
  for (const [at, value] of (FILLINGS[filling]?.(one, other) ?? []).entries()) {
    const id = `p${at}`
    const isList = subject?.kind === 'references'
    const own =
      subject && !isList && value !== null ? { [columnName(subject.name)]: stored(storageIn(subject.kind), value) } : {}
    rows.insert('posts', { id, title: 'a', ...own })
    if (subject && isList && Array.isArray(value))
      rows.list(joinTableName('posts', subject.name), id, value.map(String))
  }
}

function valuesFor(kind: Kind): readonly Json[] {
  if (kind === 'references') return [['t1', 't2'], ['t2']]
  if (REFERRING.includes(kind)) return ['t1', 't2']
  const [first = null, ...others] = TRICKY[kind] ?? []
  return [first, others.at(-1) ?? null]
}

/** Fields with limits, and values on both sides of each. */
const LIMITED: readonly (readonly [name: string, limited: Field, values: readonly Json[]])[] = [
  ['string', field.string({ min: 2, max: 4 }), ['a', 'ab', 'abcd', 'abcde', '']],
  ['text', field.text({ min: 2, max: 4 }), ['a', 'ab', 'abcd', 'abcde']],
  ['slug', field.slug({ max: 4 }), ['a', 'abcd', 'abcde']],
  ['number', field.number({ min: 2, max: 4 }), [1.9, 2, 4, 4.1, -3]],
  ['whole', field.number({ integer: true, min: 2, max: 4 }), [1, 2, 3, 4, 5]],
  ['select', field.select({ options: ['a', { value: 'b', label: 'A' }] }), ['a', 'b', 'A', 'c']],
]

test.each(LIMITED)(
  'of a field of %s, those values are told that its validator refuses',
  async (_name, limited, values) => {
    const notes = defineCollection({ name: 'notes', fields: { value: limited } })
    const project = projectInMemory()
    const stage = {
      collections: [
        {
          id: 1,
          name: 'notes',
          ...PLAIN_COLLECTION,
          fields: [
            {
              id: 1,
              name: 'value',
              kind: limited.kind === 'number' ? 'number' : limited.kind,
              required: false,
              unique: false,
              hasDefault: false,
            },
          ],
        },
      ],
      dropped: [],
      plugin: { columns: [], unique: false, dropped: [], lossy: [] },
    }
    await project.build(stage)
    const rows = new Rows()
    rows.apply(project.files)
    for (const [at, value] of values.entries()) rows.insert('notes', { id: `n${at}`, value: value as string })
    rows.insert('notes', { id: 'without', value: null })
    const { rules } = await preflight({
      live: replay(project.files).schema,
      pending: [],
      collections: lowered(notes),
      query: async (statements) => statements.map((sql) => rows.all(sql)),
    })
    const [own] = lowered(notes)[0]?.fields ?? []
    const schema =
      own &&
      fieldTypes[own.kind]?.schema(own.options, () => {
        throw new Error('it holds no fields')
      })
    const refused = values.flatMap((value, at) => (schema?.safeParse(value).success ? [] : [`n${at}`]))
    expect([...new Set(rules.flatMap(({ sample }) => sample))].sort()).toEqual(refused)
  },
)
