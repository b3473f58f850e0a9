import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { localize } from '../../../../src/compile/lower/localize.ts'
import { type MigrationFile, parseMigration } from '../../../../src/compile/schema/files/migration-file.ts'
import { COPIES } from '../../../../src/compile/schema/model/copies.ts'
import { columnName, joinTableName } from '../../../../src/compile/schema/model/names.ts'
import { compareRows } from '../../../../src/compile/schema/proof/compare-rows.ts'
import type { Proof, Stage } from '../../../../src/compile/schema/proof/proof.ts'
import { proveChain } from '../../../../src/compile/schema/proof/prove-chain.ts'
import { DERIVED } from '../../../../src/compile/schema/proof/sample-rows.ts'
import { ROWID, type Row, type Value } from '../../../../src/compile/schema/proof/snapshot.ts'
import type { State } from '../../../../src/compile/schema/proof/state.ts'
import type { FieldFacts } from '../../../../src/compile/schema/steps/facts.ts'
import {
  type Collection,
  type Config,
  defineCollection,
  type Field,
  type Fields,
  field,
  fieldTypes,
} from '../../../../src/config/index.ts'
import type { Json } from '../../../../src/fields/field-type.ts'
import type { ManifestCollection } from '../../../../src/manifest/index.ts'
import { shareOf, shareOfRuns } from '../../../harness/share.ts'
import { CORE } from '../../../migrations/fuzz/check-pair.ts'
import { contentsOf, declaredAs, isProvided, KINDS, type Kind, REFERRING } from '../../../migrations/fuzz/kinds.ts'
import { loweredIn } from '../lowered.ts'
import { ProjectHistory } from '../project.ts'

const words = () => field.string()

/** A field of a kind, as small as it can be. */
function fieldOf(kind: Kind, more: object = {}): Field {
  const { kind: own, options } = declaredAs(kind)
  const contains = contentsOf(kind)
  const held = { object: { words: words() }, list: words(), blocks: { quote: { words: words() } } }
  const target = REFERRING.includes(kind) ? { target: isProvided(kind) ? 'media' : 'tags' } : {}
  return {
    kind: own,
    options: {
      ...options,
      ...target,
      ...(contains && { [contains.option]: held[contains.form] }),
      ...more,
    } as Field['options'],
  }
}

/** Places of a field: at its name, or inside of what stands there. */
const PLACES: Readonly<Record<string, (inner: Field, name: string, beside: Fields) => Field>> = {
  top: (inner) => inner,
  group: (inner, name, beside) => field.group({ fields: { [name]: inner, ...beside } }),
  items: (inner) => field.list({ of: inner }),
  list: (inner, name, beside) => field.list({ of: field.group({ fields: { [name]: inner, ...beside } }) }),
  blocks: (inner, name, beside) => field.blocks({ of: { quote: { [name]: inner, ...beside } } }),
}

/** Kinds that hold every value of another. */
const WIDER: Readonly<Record<Kind, Kind>> = {
  string: 'text',
  text: 'string',
  slug: 'string',
  select: 'string',
  date: 'string',
  datetime: 'string',
  boolean: 'whole',
  whole: 'number',
  number: 'string',
  json: 'text',
  richText: 'json',
  group: 'json',
  list: 'json',
  blocks: 'json',
  reference: 'references',
  media: 'references',
}

interface Change {
  /** Options of the config before and after. */
  readonly options?: readonly [Partial<Config>, Partial<Config>]
  /** The field as it is before, and after, with what else there is. */
  readonly before: (kind: Kind, place: string) => Fields
  readonly after: (kind: Kind, place: string) => Fields
  readonly beside?: readonly [before: Fields, after: Fields]
}

const plain = (kind: Kind, place: string): Fields => ({ [kind]: put(place, fieldOf(kind)) })
const put = (place: string, inner: Field, name = 'it', beside: Fields = { beside: words() }) =>
  (PLACES[place] as (typeof PLACES)[string])(inner, name, beside)

const localized = (kind: Kind, place: string): Fields => {
  const inner = fieldOf(kind, place === 'items' ? {} : { localized: true })
  return { [kind]: put(place, inner) }
}
const inLanguages = (...others: string[]): Partial<Config> => ({ locales: { default: 'en', others } })

/** Changes that a migration makes while somebody tampers with it. */
const CHANGES: Readonly<Record<string, Change>> = {
  'another field comes': { before: plain, after: plain, beside: [{}, { more: words() }] },
  'the table is made anew': { before: plain, after: plain, beside: [{ size: field.number() }, { size: words() }] },
  'fields get other names': {
    before: plain,
    after: (kind, place) => {
      const from = (name: string) => ({ renamedFrom: name })
      const outer = put(place, fieldOf(kind, place === 'items' ? {} : from(place === 'top' ? kind : 'it')), 'now')
      return { [`${kind}Now`]: place === 'top' ? outer : { ...outer, options: { ...outer.options, ...from(kind) } } }
    },
  },
  'a language comes': {
    options: [inLanguages('de'), inLanguages('de', 'fr')],
    before: localized,
    after: localized,
  },
  'fields hold more than before': {
    before: plain,
    after: (kind, place) => plainAs(kind, place, WIDER[kind] ?? kind),
  },
}

function plainAs(kind: Kind, place: string, as: Kind): Fields {
  const target = isProvided(kind) ? { target: 'media' } : {}
  return { [kind]: put(place, fieldOf(as, as === kind || !REFERRING.includes(as) ? {} : target)) }
}

const gadgets = sqliteTable('gadgets', { id: text('id').primaryKey(), words: text('words'), size: integer('size') })
const media = sqliteTable('media', { id: text('id').primaryKey() })
const PLUGIN = [{ owner: 'plugin:test', tables: [gadgets, media] }]

interface Chain {
  readonly files: readonly MigrationFile[]
  readonly lowered: readonly ManifestCollection[]
}

/** Two migrations of a project that has a collection for each place, in which there is a field of each kind. */
function chainOf({ options = [{}, {}], before, after, beside = [{}, {}] }: Change): Chain {
  const stage = (fields: Change['before'], more: Fields) => [
    defineCollection({ name: 'tags', fields: { name: words() } }),
    ...Object.keys(PLACES).map((place) =>
      defineCollection({
        name: place,
        drafts: true,
        search: ['title'],
        fields: { title: words(), ...more, ...Object.assign({}, ...KINDS.map((kind) => fields(kind, place))) },
      } as Collection),
    ),
  ]
  const project = new ProjectHistory(CORE)
  const stages = [stage(before, beside[0]), stage(after, beside[1])]
  for (const [index, collections] of stages.entries()) {
    expect(project.build(collections, options[index], PLUGIN).findings).toEqual([])
    project.seal()
  }
  const [, collections = []] = stages
  return {
    files: project.files,
    lowered: loweredIn(
      options[1].locales,
      localize({ name: 'test', environments: {}, ...options[1], collections }).collections,
    ),
  }
}

/** Runs the chain with statements after its last migration. */
function prove({ files, lowered }: Chain, ...more: readonly string[]): Proof {
  const last = files.at(-1) as MigrationFile
  const tampered = parseMigration(last.name, `${last.text}\n${more.map((sql) => `${sql};\n`).join('')}`)
  return proveChain({ files: [...files.slice(0, -1), tampered], collections: lowered, types: fieldTypes })
}

/** A field after the migration, with its values before it. */
interface Standing {
  readonly name: string
  readonly place: string
  readonly facts: FieldFacts
  readonly values: readonly Json[]
}

function standing({ link, before, after }: Stage): Standing[] {
  return Object.keys(PLACES).flatMap((place) =>
    [...(link.lineage.fields.get(place) ?? [])].flatMap(([from, name]) => {
      const facts = name === null ? undefined : after.facts.get(place)?.get(name)
      const was = before.facts.get(place)?.get(from)
      if (!name || !facts || !was || /^(?:title|size|more|publishedLocales|translatedAt.*)$/.test(name)) return []
      return [{ name, place, facts, values: valuesOf(before, place, from, was) }]
    }),
  )
}

function valuesOf({ rows }: State, place: string, field: string, { storage }: FieldFacts): Json[] {
  const items = Map.groupBy(rows.get(joinTableName(place, field)) ?? [], ({ owner_id }) => owner_id)
  if (storage === 'join') return [...items.values()].map((list) => list.map(({ target_id = null }) => target_id))
  const values = (rows.get(place) ?? []).map((row) => row[columnName(field)] ?? null)
  return storage === 'json' ? values.map((value) => JSON.parse(String(value)) as Json) : values
}

/** Ways to harm the values of a field. */
interface Harm {
  readonly isFor: (field: Standing) => boolean
  readonly sql: (column: string, field: Standing) => string
  /** The same of a list of references. */
  readonly ofJoin: string
}

const longestOf = ({ values }: Standing) =>
  Math.max(...values.map((value) => (Array.isArray(value) ? value.length : 0)))
const isWritten = ({ values }: Standing) => values.some((value) => value !== null)

const HARMS: Readonly<Record<string, Harm>> = {
  'values are emptied': { isFor: isWritten, sql: () => 'NULL', ofJoin: 'DELETE FROM' },
  'values become others': {
    isFor: (one) => isWritten(one) && (one.facts.storage !== 'join' || longestOf(one) > 1),
    sql: (column, { facts: { storage, target } }) => {
      if (target !== null) return `(SELECT id FROM "${target}" ORDER BY id = ${column} LIMIT 1)`
      if (storage === 'text') return `${column} || '!'`
      if (storage === 'boolean') return `1 - ${column}`
      return storage === 'json' ? `'"other"'` : `${column} + 1`
    },
    ofJoin: 'UPDATE # SET position = -position',
  },
  'the last item is gone': {
    isFor: (one) => longestOf(one) > (one.facts.storage === 'join' ? 1 : 0),
    sql: (column) => `json_remove(${column}, '$[#-1]')`,
    ofJoin: 'DELETE FROM # WHERE position > 0',
  },
  'the first item is there twice': {
    isFor: (one) => longestOf(one) > 0 && one.facts.storage !== 'join',
    sql: (column) => `json_insert(${column}, '$[#]', json(${column} -> '$[0]'))`,
    ofJoin: '',
  },
  'a list is empty': { isFor: (one) => longestOf(one) > 0, sql: () => `'[]'`, ofJoin: 'DELETE FROM #' },
  'a text ends early': {
    isFor: ({ facts: { storage, target }, values }) =>
      storage === 'text' && target === null && values.some((value) => String(value ?? '').length > 0),
    sql: (column) => `substr(${column}, 1, length(${column}) - 1)`,
    ofJoin: '',
  },
}

function statementOf({ sql, ofJoin }: Harm, field: Standing): string {
  const { place, name, facts } = field
  if (facts.storage === 'join') {
    const join = `"${joinTableName(place, name)}"`
    return ofJoin.includes('#') ? ofJoin.replace('#', join) : `${ofJoin} ${join}`
  }
  const column = `"${columnName(name)}"`
  return `UPDATE "${place}" SET ${column} = ${sql(column, field)} WHERE ${column} IS NOT NULL`
}

/** Chains by change, each proven once as it is. */
const CHAINS = new Map<string, { readonly chain: Chain; readonly honest: Proof; readonly stage: Stage }>()

function honestly(change: string) {
  const known = CHAINS.get(change)
  if (known) return known
  const chain = chainOf(CHANGES[change] as Change)
  const honest = prove(chain)
  const made = { chain, honest, stage: honest.stages.at(-1) as Stage }
  CHAINS.set(change, made)
  return made
}

const ALL = Object.keys(CHANGES)

/** Values of a field that stands inside another: most of them are there. */
const INSIDE = /"it(?:@\w+)?":(?!null)/
const HOLDS: Readonly<Record<string, RegExp>> = { group: INSIDE, list: INSIDE, blocks: INSIDE, items: /\[\[./ }

test.each(ALL)('while %s, nothing is found where nothing is lost', (change) => {
  const { honest, stage } = honestly(change)
  expect(honest.failures).toEqual([])
  for (const place of Object.keys(PLACES)) {
    expect(stage.before.rows.get(place)).toHaveLength(3)
    const own = standing(stage).filter((one) => one.place === place)
    const filled = own.filter(({ values }) => HOLDS[place]?.test(JSON.stringify(values)) ?? true)
    expect(filled.length, `${place} has values at its depth`).toBeGreaterThan(own.length / 2)
  }
})

const HARMED = ALL.flatMap((change) => Object.entries(HARMS).map(([harm, how]) => ({ change, harm, how })))

test.each(shareOf(HARMED, ({ change, harm }) => `${change}, ${harm}`))(
  'while $change, $harm: each field is named, and no other',
  ({ change, how }) => {
    const { chain, stage } = honestly(change)
    const harmed = standing(stage).filter(how.isFor)
    const { failures } = prove(chain, ...harmed.map((one) => statementOf(how, one)))
    const named = failures.map(({ table, field, message }) => (field === null ? message : `${table}.${field}`))
    const expected = harmed.map(({ place, name }) => `${place}.${name}`)
    const missed = expected.filter((one) => !named.includes(one))
    expect({ missed, besides: named.filter((one) => !expected.includes(one)) }).toEqual({ missed: [], besides: [] })
  },
)

test.each(ALL)('while %s, no value is lost or changed in silence, at any depth, and no row', (change) => {
  const { stage } = honestly(change)
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (draws) => {
      const harm = harmed(stage, (count) => Number(draws.next().value) % count)
      const losses = compareRows(stage.before, { ...stage.after, rows: harm.rows }, stage.link.lineage, stage.file)
      expect(losses, harm.words).not.toEqual([])
    }),
    { seed: 41, numRuns: RUNS },
  )
})

const COPY = 'content_versions'
/** Harm to whole rows, and to what follows from them: what is found. */
const OF_ROWS: readonly (readonly [sql: string, found: string])[] = [
  [`DELETE FROM "group" WHERE id LIKE '%-2'`, 'rows of group are gone'],
  [
    `INSERT INTO "group" (id, status, created_at, updated_at, version) VALUES ('x', 'draft', 1, 1, 1)`,
    'rows of group have appeared',
  ],
  [`UPDATE "group" SET updated_at = 1`, 'rows of group lose their value of updated_at'],
  [`UPDATE "group" SET status = 'draft'`, 'rows of group lose their value of status'],
  ['DELETE FROM gadgets', 'rows of gadgets are gone'],
  [`INSERT INTO gadgets (id) VALUES ('x')`, 'rows of gadgets have appeared'],
  ['UPDATE gadgets SET size = NULL', 'rows of gadgets lose their value of size'],
  ...COPIES.flatMap((copy): [string, string][] => [
    [`DELETE FROM ${copy} WHERE collection_id = 'group'`, `rows of ${copy} are gone`],
    [`UPDATE ${copy} SET data = '{}'`, `rows of ${copy} lose their value of data`],
    [
      `UPDATE ${copy} SET collection_id = 'list' WHERE collection_id = 'group'`,
      `rows of ${copy} lose their value of collection_id`,
    ],
  ]),
  [
    `INSERT INTO ${COPY} (document_id, version, collection_id, status, data, created_at) VALUES ('x', 1, 'group', 'draft', '{}', 1)`,
    `rows of ${COPY} have appeared`,
  ],
  [`DELETE FROM content WHERE id LIKE 'group-%'`, 'content does not match the rows'],
  [`UPDATE content SET title = 'x' WHERE id LIKE 'group-%'`, 'content does not match the rows'],
  [`UPDATE content_counts SET count = count + 1`, 'content_counts does not match the rows'],
  [`DELETE FROM group_fts`, 'group_fts does not match the rows'],
]

test.each(OF_ROWS)('%s: %s', (sql, found) => {
  const { failures } = prove(honestly('another field comes').chain, sql)
  expect(failures.map(({ message }) => message)).toContain(found)
})

const RUNS = shareOfRuns(150)

type Pick = (count: number) => number

/** The rows after a migration, with one thing in them changed that was there before. */
function harmed({ after }: Stage, pick: Pick): { readonly rows: State['rows']; readonly words: string } {
  const tables = [...after.rows].filter(([table, rows]) => !DERIVED.has(table) && rows.length > 0)
  const [table, rows] = oneOf(tables, pick)
  const at = pick(rows.length)
  const row = rows[at] as Row
  const withRows = (words: string, now: readonly Row[]) => ({
    rows: new Map([...after.rows, [table, now]]),
    words: `${table}: ${words}`,
  })
  if (pick(20) === 0) return withRows(`without ${row.id}`, rows.toSpliced(at, 1))
  // What orders a list alone is compared by the order.
  const cells = Object.entries(row).filter(([column, value]) => value !== null && ![ROWID, 'position'].includes(column))
  const [column, value] = oneOf(cells, pick)
  const isJson = typeof value === 'string' && /^[[{]/.test(value)
  const other = isJson
    ? JSON.stringify(harmedJson(JSON.parse(value) as Json, pick))
    : pick(2) === 0
      ? null
      : otherThan(value)
  return withRows(`${column} is ${other}, was ${value}`, rows.with(at, { ...row, [column]: other as Value }))
}

function oneOf<T>(items: readonly T[], pick: Pick): T {
  return items[pick(items.length)] as T
}

function otherThan(value: Json): Json {
  if (typeof value === 'number') return value + 1
  return typeof value === 'boolean' ? !value : `${value}!`
}

/** A value with one part of it gone, changed, there twice, or in another place. */
function harmedJson(value: Json, pick: Pick): Json {
  if (value === null || typeof value !== 'object') return pick(3) === 0 ? null : otherThan(value)
  if (Array.isArray(value)) {
    const list = value as readonly Json[]
    const at = pick(list.length || 1)
    const isMixed = list.length > 1 && JSON.stringify(list) !== JSON.stringify(list.toReversed())
    const ways: (() => Json)[] = [
      ...(isMixed ? [() => list.toReversed()] : []),
      ...(list.length > 0
        ? [
            () => [],
            () => list.toSpliced(at, 1),
            () => [...list, list[at] ?? null],
            () => list.with(at, harmedJson(list[at] ?? null, pick)),
          ]
        : [() => null]),
    ]
    return oneOf(ways, pick)()
  }
  const parts = Object.entries(value).filter(([, part]) => part !== null)
  if (parts.length === 0) return null
  const [name, part] = oneOf(parts, pick)
  const { [name]: _gone, ...rest } = value as { readonly [name: string]: Json }
  return pick(4) === 0 ? rest : { ...rest, [name]: harmedJson(part, pick) }
}
