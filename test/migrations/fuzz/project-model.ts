import { newChoices } from './choices.ts'
import { hasConstant } from './constants.ts'
import { type Draw, shuffled } from './draw.ts'
import {
  COMPARED,
  choicesOption,
  contentsOf,
  HOLDING,
  isProvided,
  type Kind,
  PLAIN,
  REFERRING,
  SEARCHABLE,
} from './kinds.ts'
import { firstLocales, type LocalesModel, soundlyLocalized } from './locales.ts'

/** A project as the fuzz thinks of it: `id`s stay while names change. */
export interface ProjectModel {
  readonly locales?: LocalesModel | undefined
  readonly collections: readonly CollectionModel[]
  /** Collections that this project gives up, by the names they had. */
  readonly dropped: readonly string[]
  readonly plugin: PluginModel
}

export interface CollectionModel {
  readonly id: number
  readonly name: string
  readonly renamedFrom?: string
  /** Name of an earlier rename, which is still declared. */
  readonly formerly?: string | undefined
  readonly drafts: boolean
  readonly trash: boolean
  /** Number of versions that each document keeps. */
  readonly versions: number
  /** Options by which documents, or versions of them, have just become unreachable. */
  readonly limited: readonly LimitedOption[]
  readonly singleton: boolean
  /** Ids of fields. */
  readonly search: readonly number[]
  readonly indexes: readonly (readonly number[])[]
  readonly fields: readonly FieldModel[]
  /** Fields that it gives up, by the names they had. */
  readonly dropped: readonly string[]
  /** Tells whether fields inside others are acknowledged by the paths they had, and not by those they have. */
  readonly namesOldPaths: boolean
}

/** Options of a collection that declares none. */
export const PLAIN_COLLECTION = {
  drafts: false,
  trash: true,
  versions: 50,
  limited: [],
  singleton: false,
  search: [],
  indexes: [],
  dropped: [],
  namesOldPaths: false,
} as const satisfies Partial<CollectionModel>

/** An option whose losses have to be accepted by its name. */
export type LimitedOption = 'trash' | 'versions'

/** A choice of a field: its `id` stays while its value changes. */
export interface ChoiceModel {
  readonly id: number
  readonly value: string
  readonly renamedFrom?: string
  /** A former value that an earlier change has taken over, and that is still declared. */
  readonly formerly?: string | undefined
}

/** A choice that another one takes over, by its id. */
export interface ReplacedChoice {
  readonly value: string
  readonly by: number
}

/** Choices of a field, and those that it gives up. */
export interface ChoicesModel {
  readonly current: readonly ChoiceModel[]
  readonly replaced: readonly ReplacedChoice[]
  readonly dropped: readonly string[]
}

export interface FieldModel {
  /** Within what holds it. */
  readonly id: number
  readonly name: string
  readonly renamedFrom?: string
  /** Name of an earlier rename, which is still declared. */
  readonly formerly?: string | undefined
  readonly kind: Kind
  /** A collection's id, or a table of a plugin. */
  readonly target?: number | 'users' | 'media' | undefined
  readonly required: boolean
  readonly unique: boolean
  readonly index?: boolean | undefined
  readonly hasDefault: boolean
  readonly localized?: boolean
  /** Tells whether it is required in each locale. */
  readonly requiredInAll?: boolean
  /** `column`, or `name`: of a field that goes in the same change. */
  readonly backfill?: 'constant' | 'sql' | { readonly field: number; readonly column?: string; readonly name?: string }
  /** Tells whether it has just become of a type that cannot hold every value. */
  readonly isLossy?: boolean
  /** Inside a group. */
  readonly fields?: readonly FieldModel[]
  /** Each item of a list. */
  readonly item?: FieldModel
  readonly blocks?: readonly BlockModel[]
  readonly choices?: ChoicesModel
  /** Fields inside a group, or kinds of block, that are given up, by the names they had. */
  readonly dropped?: readonly string[]
}

/** A kind of block: its `id` stays while its name changes. */
export interface BlockModel {
  readonly id: number
  readonly name: string
  readonly renamedFrom?: string
  /** Name of an earlier rename, which is still declared. */
  readonly formerly?: string | undefined
  readonly fields: readonly FieldModel[]
  readonly dropped: readonly string[]
}

/** A table of a plugin: columns by name. */
export interface PluginModel {
  readonly columns: readonly PluginColumn[]
  readonly unique: boolean
  /** Columns that are given up. */
  readonly dropped: readonly string[]
  /** Columns of which values may be lost. */
  readonly lossy: readonly string[]
}

export interface PluginColumn {
  readonly name: string
  readonly type: 'text' | 'integer' | 'real'
  readonly required: boolean
}

/** Names that look harmless, are words of SQL, or change on their way to a column. */
export const COLLECTION_NAMES = 'posts tags pages people order select news_items x1 group values'.split(' ')
export const FIELD_NAMES = 'title name slug kind order group rank firstName x y2 value headline text key isOpen'.split(
  ' ',
)

const CHOOSING = PLAIN.filter(choicesOption)

/** Fields within fields within fields, and no deeper. */
const DEEPEST = 3
export const BLOCK_NAMES = ['quote', 'plain', 'figure', 'table', 'code']

/** A first project. */
export function firstProject(draw: Draw): ProjectModel {
  const names = shuffled(COLLECTION_NAMES, draw).slice(0, draw.integer(1, 4))
  const ids = names.map((_, index) => index + 1)
  const locales = firstLocales(draw)
  const collections = names.map((name, index) => newCollection(index + 1, name, ids, draw))
  return {
    locales,
    collections: collections.map((collection) => ({
      ...collection,
      fields: soundlyLocalized(collection.fields, locales),
    })),
    dropped: [],
    plugin: {
      columns: [
        { name: 'words', type: 'text', required: false },
        { name: 'size', type: 'integer', required: true },
      ],
      unique: draw.once(3),
      dropped: [],
      lossy: [],
    },
  }
}

export function newCollection(id: number, name: string, ids: readonly number[], draw: Draw): CollectionModel {
  const names = shuffled(FIELD_NAMES, draw).slice(0, draw.integer(1, 7))
  const fields = names.map((fieldName, index) => newField(id * 100 + index, fieldName, ids, draw))
  return { id, name, ...toggles(fields, draw), limited: [], fields, dropped: [], namesOldPaths: false }
}

/** Numbers of versions: the least, a few, and the default. */
const VERSIONS = [1, 3, 50]

export function toggles(fields: readonly FieldModel[], draw: Draw) {
  const ofKind = (kinds: readonly Kind[]) => fields.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const compound = draw.some(ofKind(COMPARED), 2)
  return {
    drafts: draw.once(2),
    trash: !draw.once(4),
    versions: draw.pick(VERSIONS),
    singleton: draw.once(6),
    search: draw.once(2) ? draw.some(ofKind(SEARCHABLE), 2) : [],
    indexes: compound.length > 1 && draw.once(2) ? [compound] : [],
  }
}

/** @param depth how many fields there are around it. */
export function newField(id: number, name: string, ids: readonly number[], draw: Draw, depth = 0): FieldModel {
  return { id, name, ...shapeOf(anyKind(draw, depth), ids, draw, depth) }
}

function anyKind(draw: Draw, depth: number): Kind {
  if (depth === 0 && draw.once(3)) return draw.pick(REFERRING)
  if (draw.once(8)) return draw.pick(CHOOSING)
  if (depth === 0) return draw.pick(PLAIN)
  if (draw.once(8)) return draw.pick(REFERRING)
  return depth < DEEPEST && draw.once(3) ? draw.pick(HOLDING) : plainKind(draw, depth)
}

/** A kind that refers to nothing. */
export function plainKind(draw: Draw, depth: number): Kind {
  return draw.pick(depth < DEEPEST ? PLAIN : PLAIN.filter((kind) => !HOLDING.includes(kind)))
}

export function shapeOf(
  kind: Kind,
  ids: readonly number[],
  draw: Draw,
  depth = 0,
): Omit<FieldModel, 'id' | 'name' | 'renamedFrom' | 'backfill'> {
  const target = isProvided(kind) ? 'media' : draw.once(5) ? 'users' : draw.pick(ids)
  const refers = REFERRING.includes(kind)
  const isInside = depth > 0
  return {
    kind,
    ...(refers ? { target } : {}),
    // Nothing says which document one inside another refers to where there was none.
    required: draw.once(3) && !(isInside && refers),
    unique: !isInside && COMPARED.includes(kind) && draw.once(6),
    hasDefault: hasConstant(kind) && draw.once(4),
    localized: draw.once(3),
    requiredInAll: draw.once(3) && !(isInside && refers),
    ...(!isInside && draw.once(6) ? { index: false } : {}),
    ...insideOf(kind, ids, draw, depth),
  }
}

function insideOf(kind: Kind, ids: readonly number[], draw: Draw, depth: number) {
  const form = contentsOf(kind)?.form
  if (form === undefined) return choicesOption(kind) === undefined ? {} : { choices: newChoices(draw) }
  if (form === 'object') return { fields: newFields(ids, draw, depth), dropped: [] }
  if (form === 'list') return { item: newItem(ids, draw, depth) }
  const names = shuffled(BLOCK_NAMES, draw).slice(0, draw.integer(1, 3))
  return { blocks: names.map((name, index) => newBlock(index + 1, name, ids, draw, depth)), dropped: [] }
}

/** An item has no name of its own, and is there or is not. */
function newItem(ids: readonly number[], draw: Draw, depth: number): FieldModel {
  const kind = depth + 1 < DEEPEST && draw.once(2) ? 'group' : anyKind(draw, depth + 1)
  return { ...shapeOf(kind, ids, draw, depth + 1), id: 0, name: 'item', required: false, hasDefault: false }
}

export function newBlock(id: number, name: string, ids: readonly number[], draw: Draw, depth: number): BlockModel {
  return { id, name, fields: newFields(ids, draw, depth), dropped: [] }
}

function newFields(ids: readonly number[], draw: Draw, depth: number): FieldModel[] {
  const names = shuffled(FIELD_NAMES, draw).slice(0, draw.integer(1, 3))
  return names.map((name, index) => newField(index + 1, name, ids, draw, depth + 1))
}
