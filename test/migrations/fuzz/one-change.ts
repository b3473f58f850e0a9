import { canLose } from './can-lose.ts'
import { hasConstant } from './constants.ts'
import { withTranslationsDropped } from './drop-translations.ts'
import {
  COMPARED,
  contentsOf,
  HOLDING,
  isIndexed,
  isProvided,
  KINDS,
  type Kind,
  REFERRING,
  SEARCHABLE,
  storageIn,
} from './kinds.ts'
import type { LocalesModel } from './locales.ts'
import {
  type CollectionModel,
  type FieldModel,
  PLAIN_COLLECTION,
  type PluginModel,
  type ProjectModel,
} from './project-model.ts'

/** One change of one field, in its migration alone or beside others. */
export interface Case {
  /** Kind, place, change and what goes with it: `references, top, rename, alone`. */
  readonly name: string
  readonly before: ProjectModel
  readonly after: ProjectModel
}

/** A field, or none, and what its collection says about it. */
interface Subject {
  readonly field: FieldModel | null
  readonly isSearched?: boolean
  readonly isSorted?: boolean
}

interface Change {
  readonly name: string
  readonly before: Subject
  readonly after: Subject
}

const NAME = 'subject'
/** Ids of fields. */
const HELD = 1
const SUBJECT = 10
const OTHER = 12
/** Ids of collections. */
const POSTS = 1
const TAGS = 2

/** Every change of every kind of field, at every place where a field can stand. */
export function everyCase(): Case[] {
  return KINDS.flatMap((kind) =>
    PLACES.flatMap((place) =>
      changesOf(kind, place).flatMap((change) =>
        [false, true].map((isBeside) => caseOf({ kind, place, change, isBeside })),
      ),
    ),
  )
}

/**
 * So many of the cases, at equal distances, so that some are of every kind.
 * @param from which number, one in each distance: the same gives the same cases
 */
export function spaced(cases: readonly Case[], count: number, from = 0): readonly Case[] {
  const step = cases.length / count
  const at = (index: number) => Math.floor(index * step) + (from % Math.max(1, Math.floor(step)))
  return Array.from({ length: count }, (_, index) => cases[at(index)]).filter((one) => one !== undefined)
}

/** The same while the collection is renamed. */
export function whileRenamed({ name, before, after }: Case): Case {
  const rename = (collection: CollectionModel): CollectionModel =>
    collection.id === POSTS ? { ...collection, name: 'articles', renamedFrom: collection.name } : collection
  return { name: `${name}, renamed`, before, after: { ...after, collections: after.collections.map(rename) } }
}

/** Position of a field: `top`, `item` as what a list is a list of, else inside a kind that holds fields. */
type Place = 'top' | 'item' | Kind

const LISTS = HOLDING.filter((kind) => contentsOf(kind)?.form === 'list')
const PLACES: readonly Place[] = ['top', 'item', ...HOLDING]

function changesOf(kind: Kind, place: Place): Change[] {
  const field = fieldOf(kind)
  const conversions = KINDS.filter((to) => to !== kind).map((to) =>
    change(`to ${to}`, field, converted(field, to, place)),
  )
  // An item has no name, and is what its list is of.
  if (place === 'item') return conversions
  const options = OPTIONS.filter(({ isFor }) => isFor(kind, place)).flatMap(({ name, on }) => [
    { name, before: { field }, after: on(field) },
    { name: `no longer ${name}`, before: on(field), after: { field } },
  ])
  return [
    { name: 'add', before: { field: null }, after: { field } },
    { name: 'drop', before: { field }, after: { field: null } },
    change('rename', field, { ...field, name: 'another', renamedFrom: NAME }),
    ...conversions,
    ...(place === 'top' && !REFERRING.includes(kind) ? [change('move', field, movedFrom(field))] : []),
    ...options,
  ]
}

/** Another field, which takes the values of one that goes. */
function movedFrom(field: FieldModel): FieldModel {
  return { ...field, id: OTHER, name: 'another', backfill: { field: field.id, column: field.name } }
}

function change(name: string, before: FieldModel, after: FieldModel): Change {
  return { name, before: { field: before }, after: { field: after } }
}

interface Option {
  readonly name: string
  readonly isFor: (kind: Kind, place: Place) => boolean
  readonly on: (field: FieldModel) => Subject
}

const isColumn = (kind: Kind, place: Place) => place === 'top' && COMPARED.includes(kind)

/** Options that a field may have besides its kind. */
const OPTIONS: readonly Option[] = [
  { name: 'localized', isFor: () => true, on: (field) => ({ field: { ...field, localized: true } }) },
  {
    name: 'required',
    // Nothing says which document one inside another refers to where there was none.
    isFor: (kind, place) => place === 'top' || !REFERRING.includes(kind),
    on: (field) => ({ field: { ...field, required: true } }),
  },
  {
    name: 'required in all locales',
    isFor: (kind, place) => place === 'top' || !REFERRING.includes(kind),
    on: (field) => ({ field: { ...field, localized: true, required: true, requiredInAll: true } }),
  },
  { name: 'filled', isFor: hasConstant, on: (field) => ({ field: { ...field, hasDefault: true } }) },
  { name: 'unique', isFor: isColumn, on: (field) => ({ field: { ...field, unique: true } }) },
  {
    name: 'indexed otherwise',
    isFor: isColumn,
    on: (field) => ({ field: { ...field, index: !isIndexed(field.kind) } }),
  },
  { name: 'sorted by', isFor: isColumn, on: (field) => ({ field, isSorted: true }) },
  {
    name: 'searched',
    isFor: (kind, place) => place === 'top' && SEARCHABLE.includes(kind),
    on: (field) => ({ field, isSearched: true }),
  },
]

export const PLAIN_FIELD = { required: false, unique: false, hasDefault: false }

function fieldOf(kind: Kind): FieldModel {
  return { ...PLAIN_FIELD, id: SUBJECT, name: NAME, ...contentOf(kind) }
}

/** Options that a field of a kind cannot do without. */
export function contentOf(kind: Kind): Pick<FieldModel, 'kind' | 'target' | 'fields' | 'item' | 'blocks' | 'dropped'> {
  if (REFERRING.includes(kind)) return { kind, target: isProvided(kind) ? 'media' : TAGS }
  return { kind, ...holding(kind, [{ ...PLAIN_FIELD, id: HELD, name: 'words', kind: 'string' }]) }
}

/** Contents of a kind that holds fields. */
function holding(kind: Kind, fields: readonly FieldModel[], dropped: readonly string[] = []) {
  const form = contentsOf(kind)?.form
  if (form === undefined) return {}
  if (form === 'object') return { fields, dropped }
  const group = HOLDING.find((held) => contentsOf(held)?.form === 'object') ?? kind
  if (form === 'list') return { item: { ...PLAIN_FIELD, id: 0, name: 'item', kind: group, fields, dropped } }
  return { blocks: [{ id: 1, name: 'quote', fields, dropped }], dropped: [] }
}

function converted(field: FieldModel, kind: Kind, place: Place): FieldModel {
  const { fields: _fields, item: _item, blocks: _blocks, target: _target, dropped: _dropped, ...rest } = field
  const next = { ...rest, ...contentOf(kind) }
  // A list of references and anything else cannot become each other: one goes, and another takes its name.
  const isList = [field, next].some((one) => storageIn(one.kind) === 'join')
  const isOther = place === 'top' && isList && [field, next].some(({ target }) => target === undefined)
  if (isOther) return { ...next, id: OTHER, isLossy: true }
  return canLose(field, next) ? { ...next, isLossy: true } : next
}

interface Chosen {
  readonly kind: Kind
  readonly place: Place
  readonly change: Change
  readonly isBeside: boolean
}

function caseOf({ kind, place, change: { name, before, after }, isBeside }: Chosen): Case {
  const isOver = before.field && before.field.id !== after.field?.id && before.field.name !== after.field?.name
  const dropped = isOver ? [NAME] : []
  const posts = postsWith(before, place, [])
  const next = withTranslationsDropped(posts, postsWith(after, place, dropped), LOCALES)
  const [first, second] = isBeside ? besides(posts, next) : [project([posts, ROOT]), project([next, ROOT])]
  return { name: [kind, place, name, isBeside ? 'beside others' : 'alone'].join(', '), before: first, after: second }
}

const LOCALES: LocalesModel = { default: 'en', others: [{ id: 1, name: 'de' }], fallback: {}, dropped: [] }
const NO_TABLE: PluginModel = { columns: [], unique: false, dropped: [], lossy: [] }

function project(collections: readonly CollectionModel[]): ProjectModel {
  return { locales: LOCALES, collections, dropped: [], plugin: NO_TABLE }
}

const TITLE: FieldModel = { ...PLAIN_FIELD, id: 11, name: 'title', kind: 'string' }
const ROOT: CollectionModel = { ...PLAIN_COLLECTION, id: TAGS, name: 'tags', fields: [TITLE] }

function postsWith(
  { field, isSearched, isSorted }: Subject,
  place: Place,
  dropped: readonly string[],
): CollectionModel {
  const own = field ? [field] : []
  return {
    ...PLAIN_COLLECTION,
    id: POSTS,
    name: 'posts',
    fields: [TITLE, ...(place === 'top' ? own : [outer(place, own, dropped)])],
    search: [TITLE, ...(isSearched ? own : [])].map(({ id }) => id),
    indexes: isSorted ? [[TITLE, ...own].map(({ id }) => id)] : [],
    dropped: place === 'top' ? dropped : [],
  }
}

/** The field that holds the one that changes, and one more, so that it is never empty. */
function outer(place: Place, own: readonly FieldModel[], dropped: readonly string[]): FieldModel {
  const base = { ...PLAIN_FIELD, id: 20, name: 'outer' }
  const [field] = own
  if (place === 'item' && field) {
    const item = { ...field, id: 0, name: 'item' }
    return { ...base, kind: LISTS[0] ?? '', item }
  }
  return { ...base, kind: place, ...holding(place, [{ ...TITLE, id: HELD, name: 'beside' }, ...own], dropped) }
}

const HEADLINE: FieldModel = { ...PLAIN_FIELD, id: 30, name: 'headline', kind: 'string' }
const SUMMARY: FieldModel = { ...PLAIN_FIELD, id: 31, name: 'summary', kind: 'text' }
const RELATED: FieldModel = { ...PLAIN_FIELD, id: 32, name: 'related', kind: 'references', target: POSTS }
const RANK: FieldModel = { ...PLAIN_FIELD, id: 33, name: 'rank', kind: 'whole', hasDefault: true }
/** A column of a plugin's table. */
export const WORDS = { name: 'words', type: 'text', required: false } as const
const SIZE = { name: 'size', type: 'integer', required: true } as const

/** The same while other fields of the collection, another collection and a plugin's table change. */
function besides(before: CollectionModel, after: CollectionModel): readonly [ProjectModel, ProjectModel] {
  const old = { ...before, fields: [...before.fields, HEADLINE, SUMMARY, RELATED] }
  const lead = { ...HEADLINE, name: 'lead', renamedFrom: HEADLINE.name }
  const now = {
    ...after,
    fields: [...after.fields, lead, RELATED, RANK],
    dropped: [...after.dropped, SUMMARY.name],
  }
  return [
    { ...project([old, ROOT]), plugin: { ...NO_TABLE, columns: [WORDS] } },
    {
      ...project([now, { ...ROOT, fields: [TITLE, RANK] }]),
      plugin: { ...NO_TABLE, columns: [WORDS, SIZE], unique: true },
    },
  ]
}
