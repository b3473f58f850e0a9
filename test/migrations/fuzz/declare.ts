import { localize } from '../../../src/compile/lower/localize.ts'
import { type Collection, type Config, type Field, sql } from '../../../src/config/index.ts'
import { declaredChoices } from './choices.ts'
import { declaredConstant } from './constants.ts'
import { contentsOf, declaredAs } from './kinds.ts'
import { declaredLocales } from './locales.ts'
import type { CollectionModel, FieldModel, ProjectModel } from './project-model.ts'

const WHY = 'no longer needed'

/** The collections with a field for each value. */
export function declared(project: ProjectModel): readonly Collection[] {
  const locales = declaredLocales(project)
  const config: Config = {
    name: 'test',
    environments: {},
    collections: asInFiles(project),
    ...(locales && { locales }),
  }
  return localize(config).collections
}

/** The collections as a project's files declare them. */
export function asInFiles({ collections }: ProjectModel): Collection[] {
  const nameOf = (target: FieldModel['target']) =>
    typeof target === 'number' ? collections.find(({ id }) => id === target)?.name : target
  return collections.map((collection) => ({
    name: collection.name,
    ...declaredRename(collection),
    drafts: collection.drafts || { off: draftsOff(collection) },
    ...(collection.trash ? {} : { trash: false as const }),
    versions: collection.versions,
    singleton: collection.singleton,
    search: namesOf(collection, collection.search),
    indexes: collection.indexes.map((ids) => namesOf(collection, ids)),
    fields: declareAll(collection.fields, { collection, nameOf }),
    ...acknowledgementsOf(collection),
  }))
}

function declaredRename({ renamedFrom, formerly }: Pick<FieldModel, 'renamedFrom' | 'formerly'>) {
  const former = renamedFrom ?? formerly
  return former === undefined ? {} : { renamedFrom: former }
}

/** Returns where drafts go if a collection has none any more. */
export function draftsOff({ id, trash }: CollectionModel): 'publish' | 'trash' {
  return trash && id % 2 === 0 ? 'trash' : 'publish'
}

/** Acknowledgments of the config: collections, and columns of the plugin's table. */
export function configOf(project: ProjectModel): Partial<Config> {
  const { dropped, plugin } = project
  const locales = declaredLocales(project)
  const columns = plugin.dropped.map((name) => `gadgets.${name}`)
  return {
    ...(locales && { locales }),
    dropped: reasons([...dropped, ...columns]),
    lossy: reasons(plugin.lossy.map((name) => `gadgets.${name}`)),
  }
}

function reasons(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, WHY]))
}

function namesOf({ fields }: CollectionModel, ids: readonly number[]): string[] {
  return ids.flatMap((id) => fields.find((item) => item.id === id)?.name ?? [])
}

interface Around {
  readonly collection: CollectionModel
  readonly nameOf: (target: FieldModel['target']) => string | undefined
}

function declareAll(fields: readonly FieldModel[], around: Around): Record<string, Field> {
  return Object.fromEntries(fields.map((item) => [item.name, declare(item, around)]))
}

function declare(item: FieldModel, around: Around): Field {
  const target = around.nameOf(item.target)
  const options = {
    ...(item.required ? { required: true } : {}),
    ...(item.unique ? { unique: true } : {}),
    ...(item.localized ? { localized: true } : {}),
    ...(item.localized && item.required && item.requiredInAll ? { requiredIn: 'all' } : {}),
    ...(item.index === undefined ? {} : { index: item.index }),
    ...declaredRename(item),
    ...(item.hasDefault ? { default: declaredConstant(item) } : {}),
    ...(item.backfill === undefined ? {} : { backfill: backfillOf(item, around.collection, target) }),
  }
  const { kind, options: needed } = declaredAs(item.kind)
  const inside = { ...declaredChoices(item), ...insideOf(item, around) }
  return { kind, options: { ...options, ...needed, ...(target !== undefined && { target }), ...inside } }
}

/** The options that hold the fields inside a field. */
function insideOf({ kind, item, fields, blocks }: FieldModel, around: Around): object {
  const option = contentsOf(kind)?.option ?? ''
  // An empty list is what there is to fill a list of references with.
  if (item) return { [option]: declare(item, around), min: 0 }
  if (fields) return { [option]: declareAll(fields, around) }
  if (!blocks) return {}
  const moved = blocks.flatMap((block) => Object.values(declaredRename(block)).map((former) => [block.name, former]))
  return {
    [option]: blocksOf(blocks, around),
    ...(moved.length > 0 && { kindsRenamedFrom: Object.fromEntries(moved) }),
  }
}

function blocksOf(blocks: NonNullable<FieldModel['blocks']>, around: Around) {
  return Object.fromEntries(blocks.map(({ name, fields }) => [name, declareAll(fields, around)]))
}

function backfillOf(item: FieldModel, { fields }: CollectionModel, target: string | undefined): unknown {
  const { backfill, kind } = item
  if (backfill === 'constant') return declaredConstant(item)
  if (typeof backfill === 'object' && backfill.column !== undefined) return { $sql: `"${backfill.column}"` }
  if (typeof backfill === 'object' && backfill.name !== undefined) return { field: backfill.name }
  if (typeof backfill === 'object') return { field: fields.find(({ id }) => id === backfill.field)?.name }
  if (target !== undefined) return { $sql: `SELECT id FROM "${target}" ORDER BY id LIMIT 1` }
  return kind === 'number' || kind === 'whole' ? sql`version + 1` : sql`'a' || version`
}

/** Reasons for all that is given up and for all conversions that can lose a value, by path. */
function acknowledgementsOf(collection: CollectionModel) {
  const found: Found = { dropped: [...collection.dropped], lossy: [...collection.limited] }
  visitAll(collection.fields, { now: '', was: '' }, collection, found)
  return { dropped: reasons(found.dropped), lossy: reasons(found.lossy) }
}

interface Found {
  readonly dropped: string[]
  readonly lossy: string[]
}

/** A path as it is, and as it was; with a point at its end where more follows. */
interface Place {
  readonly now: string
  readonly was: string
}

function visit(item: FieldModel, place: Place, collection: CollectionModel, found: Found): void {
  const written = ({ now, was }: Place) => (collection.namesOldPaths ? was : now)
  if (item.isLossy) found.lossy.push(written(place))
  const inside = { now: place.now.replace(/(\[\])+$/, ''), was: place.was.replace(/(\[\])+$/, '') }
  found.dropped.push(...(item.dropped ?? []).map((name) => `${written(inside)}.${name}`))
  found.dropped.push(...(item.choices?.dropped ?? []).map((value) => `${written(place)}=${value}`))
  if (item.item) visit(item.item, { now: `${inside.now}[]`, was: `${inside.was}[]` }, collection, found)
  visitAll(item.fields, { now: `${inside.now}.`, was: `${inside.was}.` }, collection, found)
  for (const block of item.blocks ?? []) {
    const within = { now: `${inside.now}.${block.name}`, was: `${inside.was}.${block.renamedFrom ?? block.name}` }
    found.dropped.push(...block.dropped.map((name) => `${written(within)}.${name}`))
    visitAll(block.fields, { now: `${within.now}.`, was: `${within.was}.` }, collection, found)
  }
}

function visitAll(fields: FieldModel['fields'], { now, was }: Place, collection: CollectionModel, found: Found): void {
  for (const item of fields ?? []) {
    const place = { now: `${now}${item.name}`, was: `${was}${item.renamedFrom ?? item.name}` }
    visit(item, place, collection, found)
  }
}
