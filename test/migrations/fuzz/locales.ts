import type { Locales } from '../../../src/config/config.ts'
import type { Draw } from './draw.ts'
import type { CollectionModel, FieldModel, ProjectModel } from './project-model.ts'

/** Languages of a project's content. */
export interface LocalesModel {
  readonly default: string
  readonly others: readonly LocaleModel[]
  readonly fallback: Readonly<Record<string, string>>
  /** Languages that are given up, by the names they had. */
  readonly dropped: readonly string[]
}

export interface LocaleModel {
  readonly id: number
  readonly name: string
  readonly renamedFrom?: string
}

const NAMES = ['en', 'de', 'de-AT', 'fr', 'pt-BR', 'zh-Hant']

export function firstLocales(draw: Draw): LocalesModel | undefined {
  if (draw.once(3)) return undefined
  const others = Array.from({ length: draw.integer(1, 2) }, (_, index) => ({ id: index + 1, name: '' }))
  return named('en', others, [], draw)
}

/** The same later: some renamed, some given up, some new, another name for the default, other fallbacks. */
export function evolvedLocales(locales: LocalesModel | undefined, draw: Draw): LocalesModel | undefined {
  if (locales === undefined) return draw.once(3) ? undefined : firstLocales(draw)
  if (draw.once(12)) return undefined
  const kept = locales.others.filter(() => !draw.once(5))
  const next = Math.max(0, ...locales.others.map(({ id }) => id)) + 1
  const added = draw.once(3) && kept.length < 3 ? [{ id: next, name: '' }] : []
  const moved = kept.map(({ id, name }) => (draw.once(4) ? { id, name: '', renamedFrom: name } : { id, name }))
  const gone = locales.others.filter((locale) => !kept.includes(locale)).map(({ name }) => name)
  const left = locales.others.map(({ name }) => name)
  const initial = draw.once(5) ? (free([locales.default, ...left])[0] ?? locales.default) : locales.default
  return named(initial, [...moved, ...added], left, draw, gone)
}

function free(taken: readonly string[]): string[] {
  return NAMES.filter((name) => !taken.includes(name))
}

/** @param former names that no locale takes at once: what becomes of their values could not be told. */
function named(
  initial: string,
  others: readonly LocaleModel[],
  former: readonly string[],
  draw: Draw,
  dropped: readonly string[] = [],
): LocalesModel {
  const names: string[] = []
  for (const { name } of others) names.push(name || draw.pick(free([initial, ...former, ...names])))
  const given = others.map((locale, index) => ({ ...locale, name: names[index] ?? '' }))
  const [first, second] = names
  const fallback = first !== undefined && second !== undefined && draw.once(2) ? { [second]: first } : {}
  return { default: initial, others: given, fallback, dropped }
}

/** As the config declares them. */
export function declaredLocales({ locales }: ProjectModel): Locales | undefined {
  if (locales === undefined) return undefined
  const renamed = locales.others.flatMap(({ name, renamedFrom }) =>
    renamedFrom === undefined ? [] : [[name, renamedFrom] as const],
  )
  return {
    default: locales.default,
    others: locales.others.map(({ name }) => name),
    fallback: locales.fallback,
    renamedFrom: Object.fromEntries(renamed),
    dropped: Object.fromEntries(locales.dropped.map((name) => [name, 'nobody reads it'])),
  }
}

/** Beyond all ids of fields. */
const PER_LOCALE = 1_000_000

/** The project with a field for each value of a localized one: what migrations must keep, and by which names. */
export function inLocales(project: ProjectModel): ProjectModel {
  const { locales } = project
  if (locales === undefined) return project
  return { ...project, collections: project.collections.map((collection) => collectionIn(collection, locales)) }
}

export function isLocalized({ fields }: Pick<CollectionModel, 'fields'>): boolean {
  return fields.some(holdsLocalized)
}

function holdsLocalized({ localized, fields = [], item, blocks = [] }: FieldModel): boolean {
  const inside = [...fields, ...(item ? [item] : []), ...blocks.flatMap((block) => block.fields)]
  return localized === true || inside.some(holdsLocalized)
}

function collectionIn(collection: CollectionModel, locales: LocalesModel): CollectionModel {
  if (!isLocalized(collection)) return collection
  return { ...collection, fields: [...fieldsIn(collection.fields, locales), ...fieldsOfLocales(locales)] }
}

/** Fields that every localized collection has besides its own. */
function fieldsOfLocales({ others }: LocalesModel): FieldModel[] {
  const plain = { required: false, unique: false, hasDefault: false }
  const item: FieldModel = { ...plain, id: 0, name: 'item', kind: 'select' }
  const times = [
    { id: 0, name: 'translatedAt' },
    ...others.map(({ id, name }) => ({ id, name: `translatedAt@${name}` })),
  ]
  return [
    { ...plain, id: PER_LOCALE - 1, name: 'publishedLocales', kind: 'list', item },
    ...times.map(
      ({ id, name }): FieldModel => ({ ...plain, id: PER_LOCALE * id + PER_LOCALE - 2, name, kind: 'datetime' }),
    ),
  ]
}

function fieldsIn(fields: readonly FieldModel[], locales: LocalesModel): FieldModel[] {
  return fields.flatMap((field) => [
    inside(field, locales),
    ...(field.localized ? locales.others.map((locale) => variant(field, locale)) : []),
  ])
}

function inside(field: FieldModel, locales: LocalesModel): FieldModel {
  const { fields, item, blocks } = field
  return {
    ...field,
    ...(fields && { fields: fieldsIn(fields, locales) }),
    ...(item && { item: inside(item, locales) }),
    ...(blocks && { blocks: blocks.map((block) => ({ ...block, fields: fieldsIn(block.fields, locales) })) }),
  }
}

function variant(field: FieldModel, { id, name }: LocaleModel): FieldModel {
  const { backfill: _backfill, ...rest } = field
  return {
    ...rest,
    id: PER_LOCALE * id + field.id,
    name: `${field.name}@${name}`,
    // A missing translation stays missing.
    required: false,
    hasDefault: false,
  }
}

/** Paths of the values that a field no longer has, though it is still there. */
export function translationsOf(field: FieldModel, before: LocalesModel | undefined): string[] {
  return field.localized && before ? before.others.map(({ name }) => `${field.name}@${name}`) : []
}

/** The fields with `localized` where it means something: not below one that is localized as a whole, nor on an item. */
export function soundlyLocalized(fields: readonly FieldModel[], locales: LocalesModel | undefined): FieldModel[] {
  return fields.map((field) => soundly(field, locales))
}

function soundly(field: FieldModel, locales: LocalesModel | undefined): FieldModel {
  const { localized: asked, fields, item, blocks, ...rest } = field
  const localized = asked === true && locales !== undefined
  const below = localized ? undefined : locales
  return {
    ...rest,
    ...(localized && { localized }),
    ...(fields && { fields: soundlyLocalized(fields, below) }),
    ...(item && { item: soundly({ ...item, localized: false }, below) }),
    ...(blocks && { blocks: blocks.map((block) => ({ ...block, fields: soundlyLocalized(block.fields, below) })) }),
  }
}
