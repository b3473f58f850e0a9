import { type Collection, type Field, field, sql } from '../../../src/config/index.ts'
import type { Draw } from './draw.ts'

/** A project as the fuzz thinks of it: `id`s stay while names change. */
export interface ProjectModel {
  readonly collections: readonly CollectionModel[]
  /** Collections that this project gives up, by the names they had. */
  readonly dropped: readonly string[]
  readonly plugin: PluginModel
}

export interface CollectionModel {
  readonly id: number
  readonly name: string
  readonly renamedFrom?: string
  readonly drafts: boolean
  readonly singleton: boolean
  /** Ids of fields. */
  readonly search: readonly number[]
  readonly indexes: readonly (readonly number[])[]
  readonly fields: readonly FieldModel[]
  readonly dropped: readonly string[]
}

export interface FieldModel {
  readonly id: number
  readonly name: string
  readonly renamedFrom?: string
  readonly kind: Kind
  /** A collection's id, or a table of a plugin. */
  readonly target?: number | 'users' | 'media' | undefined
  readonly required: boolean
  readonly unique: boolean
  readonly index?: boolean | undefined
  readonly hasDefault: boolean
  readonly backfill?: 'constant' | 'sql' | { readonly field: number }
}

/** A table of a plugin: columns by name. */
export interface PluginModel {
  readonly columns: readonly PluginColumn[]
  readonly unique: boolean
}

export interface PluginColumn {
  readonly name: string
  readonly type: 'text' | 'integer' | 'real'
  readonly required: boolean
}

export type Kind = (typeof KINDS)[number]

export const PLAIN = [
  'string text slug number whole boolean date datetime select json richText list group blocks',
].flatMap((words) => words.split(' ')) as Kind[]
export const REFERRING = ['reference', 'references', 'media'] as const
const KINDS = [
  'string',
  'text',
  'slug',
  'number',
  'whole',
  'boolean',
  'date',
  'datetime',
  'select',
  'json',
  'richText',
  'list',
  'group',
  'blocks',
  ...REFERRING,
] as const

/** Names that look harmless, are words of SQL, or change on their way to a column. */
export const COLLECTION_NAMES = 'posts tags pages people order select news_items x1 group values'.split(' ')
export const FIELD_NAMES = 'title name slug kind order group rank firstName x y2 value headline text key isOpen'.split(
  ' ',
)

export const SEARCHABLE: readonly Kind[] = ['string', 'text', 'slug', 'richText', 'select', 'list', 'blocks']
export const SORTABLE: readonly Kind[] = ['string', 'slug', 'number', 'whole', 'boolean', 'date', 'datetime', 'select']
export const UNIQUE: readonly Kind[] = ['string', 'slug', 'number', 'whole', 'date', 'datetime', 'select', 'reference']

/** What rows get that there are, by kind. */
const CONSTANTS: Partial<Record<Kind, unknown>> = {
  string: "o'none",
  text: 'none',
  slug: 'none',
  number: 1.5,
  whole: 7,
  boolean: false,
  date: '2026-01-01',
  datetime: '2026-01-01T12:00:00Z',
  select: 'one',
  json: { a: [1, "it's"] },
  richText: 'Some words',
  list: ['x'],
  group: { words: 'x' },
  blocks: [{ type: 'quote', words: 'x' }],
}

export function hasConstant(kind: Kind): boolean {
  return kind in CONSTANTS
}

/** The collections as a project's files declare them. */
export function declared({ collections }: ProjectModel): Collection[] {
  const nameOf = (target: FieldModel['target']) =>
    typeof target === 'number' ? collections.find(({ id }) => id === target)?.name : target
  return collections.map((collection) => ({
    name: collection.name,
    ...(collection.renamedFrom === undefined ? {} : { renamedFrom: collection.renamedFrom }),
    drafts: collection.drafts,
    singleton: collection.singleton,
    search: namesOf(collection, collection.search),
    indexes: collection.indexes.map((ids) => namesOf(collection, ids)),
    fields: Object.fromEntries(
      collection.fields.map((item) => [item.name, declare(item, collection, nameOf(item.target))]),
    ),
    dropped: Object.fromEntries(collection.dropped.map((name) => [name, 'no longer needed'])),
  }))
}

function namesOf({ fields }: CollectionModel, ids: readonly number[]): string[] {
  return ids.flatMap((id) => fields.find((item) => item.id === id)?.name ?? [])
}

function declare(item: FieldModel, collection: CollectionModel, target: string | undefined): Field {
  const options = {
    required: item.required,
    unique: item.unique,
    ...(item.index === undefined ? {} : { index: item.index }),
    ...(item.renamedFrom === undefined ? {} : { renamedFrom: item.renamedFrom }),
    ...(item.hasDefault ? { default: CONSTANTS[item.kind] } : {}),
    ...(item.backfill === undefined ? {} : { backfill: backfillOf(item, collection, target) }),
  }
  // The kinds with options of their own get the ones they need.
  const make = (kind: string, more: object = {}) =>
    (field as unknown as Record<string, (options: object) => Field>)[kind]?.({ ...options, ...more }) as Field
  if (item.kind === 'reference') return field.reference(target as 'users', options as never)
  if (item.kind === 'references') return field.references(target as 'users', options as never)
  if (item.kind === 'whole') return make('number', { integer: true })
  if (item.kind === 'select') return make('select', { options: ['one', 'two', 'three'] })
  if (item.kind === 'list') return make('list', { of: field.string() })
  if (item.kind === 'group') return make('group', { fields: { words: field.string() } })
  if (item.kind === 'blocks') return make('blocks', { of: { quote: { words: field.string() } } })
  return make(item.kind)
}

function backfillOf({ backfill, kind }: FieldModel, { fields }: CollectionModel, target: string | undefined): unknown {
  if (backfill === 'constant') return CONSTANTS[kind]
  if (typeof backfill === 'object') return { field: fields.find(({ id }) => id === backfill.field)?.name }
  if (target !== undefined) return { $sql: `SELECT id FROM "${target}" ORDER BY id LIMIT 1` }
  return kind === 'number' || kind === 'whole' ? sql`version + 1` : sql`'a' || version`
}

/** A first project. */
export function firstProject(draw: Draw): ProjectModel {
  const names = shuffled(COLLECTION_NAMES, draw).slice(0, draw.integer(1, 4))
  const ids = names.map((_, index) => index + 1)
  return {
    collections: names.map((name, index) => newCollection(index + 1, name, ids, draw)),
    dropped: [],
    plugin: {
      columns: [
        { name: 'words', type: 'text', required: false },
        { name: 'size', type: 'integer', required: true },
      ],
      unique: draw.once(3),
    },
  }
}

export function newCollection(id: number, name: string, ids: readonly number[], draw: Draw): CollectionModel {
  const names = shuffled(FIELD_NAMES, draw).slice(0, draw.integer(1, 7))
  const fields = names.map((fieldName, index) => newField(id * 100 + index, fieldName, ids, draw))
  return { id, name, ...toggles(fields, draw), fields, dropped: [] }
}

export function toggles(fields: readonly FieldModel[], draw: Draw) {
  const ofKind = (kinds: readonly Kind[]) => fields.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const compound = draw.some(ofKind(SORTABLE), 2)
  return {
    drafts: draw.once(2),
    singleton: draw.once(6),
    search: draw.once(2) ? draw.some(ofKind(SEARCHABLE), 2) : [],
    indexes: compound.length > 1 && draw.once(2) ? [compound] : [],
  }
}

export function newField(id: number, name: string, ids: readonly number[], draw: Draw): FieldModel {
  const kind = draw.once(3) ? draw.pick(REFERRING) : draw.pick(PLAIN)
  return { id, name, ...shapeOf(kind, ids, draw) }
}

export function shapeOf(
  kind: Kind,
  ids: readonly number[],
  draw: Draw,
): Omit<FieldModel, 'id' | 'name' | 'renamedFrom' | 'backfill'> {
  const target = kind === 'media' ? 'media' : draw.once(5) ? 'users' : draw.pick(ids)
  return {
    kind,
    ...(REFERRING.includes(kind as 'media') ? { target } : {}),
    required: draw.once(3),
    unique: UNIQUE.includes(kind) && draw.once(6),
    hasDefault: hasConstant(kind) && draw.once(4),
    ...(draw.once(6) ? { index: false } : {}),
  }
}

export function shuffled<T>(items: readonly T[], draw: Draw): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(draw.integer(0, left.length - 1), 1))
}
