import { columnName } from '../../../src/compile/schema/model/names.ts'
import { canLose, losesColumn } from './can-lose.ts'
import { evolvedChoices } from './choices.ts'
import { hasConstant } from './constants.ts'
import { type Draw, shuffled } from './draw.ts'
import { withTranslationsDropped } from './drop-translations.ts'
import { isProvided, REFERRING } from './kinds.ts'
import { evolvedLocales, soundlyLocalized } from './locales.ts'
import {
  BLOCK_NAMES,
  type BlockModel,
  COLLECTION_NAMES,
  type CollectionModel,
  FIELD_NAMES,
  type FieldModel,
  type LimitedOption,
  newBlock,
  newCollection,
  newField,
  type PluginModel,
  type ProjectModel,
  plainKind,
  shapeOf,
  toggles,
} from './project-model.ts'
import { renamed } from './renamed.ts'

/** The same project later: some things renamed, even in circles, some changed, some given up, some new. */
export function evolved(project: ProjectModel, draw: Draw): ProjectModel {
  const kept = project.collections.filter((_, index) => index === 0 || !draw.once(5))
  const gone = project.collections.filter((collection) => !kept.includes(collection)).map(({ name }) => name)
  const free = COLLECTION_NAMES.filter((name) => !project.collections.some((collection) => collection.name === name))
  const names = renamed(kept, [...gone, ...free], draw)
  const created = draw.once(3) ? [Math.max(0, ...project.collections.map(({ id }) => id)) + 1] : []
  const ids = [...kept.map(({ id }) => id), ...created]
  const changed = kept.map((collection, index) => evolvedCollection(collection, names[index] ?? '', ids, draw))
  // A new collection may take a name that a renamed one has left, but not that of one which is dropped.
  const left = [...free, ...kept.map(({ name }) => name)].filter((name) => !names.includes(name))
  const fresh = created.map((id) => newCollection(id, draw.pick(left), ids, draw))
  const locales = evolvedLocales(project.locales, draw)
  const collections = shuffled([...changed, ...fresh], draw).map((collection) => {
    const before = project.collections.find(({ id }) => id === collection.id)
    const sound = { ...collection, fields: soundlyLocalized(collection.fields, locales) }
    return before ? withTranslationsDropped(before, sound, project.locales) : sound
  })
  return {
    locales,
    collections,
    dropped: gone,
    plugin: evolvedPlugin(project.plugin, draw),
  }
}

export function evolvedCollection(
  collection: CollectionModel,
  name: string,
  ids: readonly number[],
  draw: Draw,
): CollectionModel {
  const { renamedFrom, formerly, ...rest } = collection
  const { fields, dropped } = evolvedFields(collection.fields, ids, draw, 0)
  const toggled = draw.once(2) ? toggles(fields, draw) : stillThere(collection, fields)
  return {
    ...rest,
    name,
    ...movedFrom({ name: collection.name, renamedFrom, formerly }, name, draw),
    fields,
    dropped,
    namesOldPaths: draw.once(3),
    ...toggled,
    limited: limitedBy(collection, toggled),
  }
}

/** The former name of something that is renamed, or that of an earlier rename, which may stay in the config. */
function movedFrom(
  {
    name,
    renamedFrom,
    formerly,
  }: Pick<FieldModel, 'name' | 'formerly'> & { readonly renamedFrom?: string | undefined },
  now: string,
  draw: Draw,
): { readonly renamedFrom: string } | { readonly formerly?: string | undefined } {
  if (now !== name) return { renamedFrom: name }
  return draw.once(2) ? {} : { formerly: renamedFrom ?? formerly }
}

type Options = Pick<CollectionModel, 'trash' | 'versions'>

function limitedBy(before: Options, after: Options): LimitedOption[] {
  return [
    ...(before.trash && !after.trash ? (['trash'] as const) : []),
    ...(before.versions > after.versions ? (['versions'] as const) : []),
  ]
}

/** Fields side by side: of a collection, of a group, of a kind of block. */
function evolvedFields(
  old: readonly FieldModel[],
  ids: readonly number[],
  draw: Draw,
  depth: number,
): { readonly fields: readonly FieldModel[]; readonly dropped: readonly string[] } {
  const isLost = ({ target }: FieldModel) => typeof target === 'number' && !ids.includes(target)
  const isKept = (item: FieldModel, index: number) =>
    // A field that holds fields holds one at least.
    index === 0 ? depth > 0 || !(isLost(item) && draw.once(2)) : !draw.once(6) && !(isLost(item) && draw.once(2))
  const kept = old.filter(isKept)
  const gone = old.filter((item) => !kept.includes(item)).map((item) => item.name)
  const free = FIELD_NAMES.filter((candidate) => !old.some((item) => item.name === candidate))
  const names = renamed(kept, [...gone, ...free], draw)
  const next = Math.max(0, ...old.map(({ id }) => id)) + 1
  const isReplaced = (item: FieldModel, index: number) =>
    depth === 0 && names[index] === item.name && replaces(item, draw)
  const replaced = new Set(kept.filter(isReplaced))
  const others = kept.filter((item) => !replaced.has(item))
  const changed = kept.map((item, index) =>
    replaced.has(item)
      ? replacement(item, next + 10 + index, ids, others, draw)
      : evolvedField(item, names[index] ?? '', others, ids, draw, depth),
  )
  const left = [...free, ...kept.map((item) => item.name)].filter((candidate) => !names.includes(candidate))
  const heirs = depth > 0 ? [] : old.filter((item) => isMovable(item, gone, names) && draw.once(3))
  const added = shuffled(left, draw)
    .slice(0, draw.integer(heirs.length > 0 ? 1 : 0, depth === 0 ? 2 : 1))
    .map((candidate, index) => {
      const source = heirs[index]
      return source
        ? heirOf(source, next + index, candidate, draw)
        : withValue(newField(next + index, candidate, ids, draw, depth), others, draw, depth)
    })
  return { fields: shuffled([...changed, ...added], draw), dropped: gone }
}

/** Tells whether another field may take the values of one that goes, as long as nothing else has its name. */
function isMovable({ kind, name, target }: FieldModel, gone: readonly string[], names: readonly string[]): boolean {
  return gone.includes(name) && !names.includes(name) && kind !== 'references' && target === undefined
}

/** A new field that takes the values of one that goes, by its name or by its column. */
function heirOf(source: FieldModel, id: number, name: string, draw: Draw): FieldModel {
  const { renamedFrom: _old, formerly: _earlier, isLossy: _accepted, unique: _unique, ...rest } = source
  const from = draw.once(2) ? { name: source.name } : { column: columnName(source.name) }
  return { ...rest, id, name, unique: false, hasDefault: false, backfill: { field: source.id, ...from } }
}

/** A list of references and anything else cannot become each other: the values of the one are lost. */
function replaces({ kind, target }: FieldModel, draw: Draw): boolean {
  return target === undefined ? draw.once(20) : kind === 'references' && draw.once(5)
}

function replacement(
  item: FieldModel,
  id: number,
  ids: readonly number[],
  others: readonly FieldModel[],
  draw: Draw,
): FieldModel {
  const kind = item.kind === 'references' ? plainKind(draw, 0) : 'references'
  const fresh = { id, name: item.name, ...shapeOf(kind, ids, draw) }
  return { ...withValue(fresh, others, draw, 0), isLossy: true }
}

export function stillThere(
  { drafts, trash, versions, singleton, search, indexes }: CollectionModel,
  fields: readonly FieldModel[],
) {
  const valid = toggles(fields, {
    integer: (min) => min,
    once: () => true,
    pick: (from) => from[0] as never,
    some: (from) => [...from],
  })
  const sortable = new Set(valid.indexes.flat())
  return {
    drafts,
    trash,
    versions,
    singleton,
    search: search.filter((id) => valid.search.includes(id)),
    indexes: indexes.filter((ids) => ids.every((id) => sortable.has(id))),
  }
}

function evolvedField(
  item: FieldModel,
  name: string,
  others: readonly FieldModel[],
  ids: readonly number[],
  draw: Draw,
  depth: number,
): FieldModel {
  const { renamedFrom, formerly, backfill: _done, isLossy: _accepted, ...rest } = item
  const isLost = typeof item.target === 'number' && !ids.includes(item.target)
  const kind = draw.once(4) || isLost ? nextKind(item, draw, depth) : item.kind
  const isSame = kind === item.kind && item.target === undefined
  const shape = isSame || (kind === item.kind && !isLost && draw.once(2)) ? null : shapeOf(kind, ids, draw, depth)
  // One that becomes many keeps what it refers to, at times.
  const isKept = !isLost && item.target !== undefined && !isProvided(kind) && draw.once(2)
  const base = shape ?? evolvedAlike(rest, ids, draw, depth)
  const target = shape?.target !== undefined && isKept ? { target: item.target } : {}
  const changed: FieldModel = { ...base, ...target, id: item.id, name }
  const filled =
    depth === 0 && changed.required && !item.required && draw.once(2)
      ? withBackfill(changed, others, draw, depth)
      : changed
  return {
    ...filled,
    ...movedFrom({ name: item.name, renamedFrom, formerly }, name, draw),
    ...(canLose(item, changed) ? { isLossy: true } : {}),
  }
}

/** A field that stays what it is. */
function evolvedAlike(
  rest: Omit<FieldModel, 'renamedFrom' | 'backfill'>,
  ids: readonly number[],
  draw: Draw,
  depth: number,
) {
  const options = toggled(rest, draw, depth)
  const { choices } = rest
  return {
    ...rest,
    ...options,
    ...(choices && { choices: evolvedChoices(choices, options.required, draw) }),
    ...evolvedInside(rest, ids, draw, depth),
  }
}

/** Fields inside a field that stays what it is. */
function evolvedInside(
  { fields, item, blocks, dropped }: Pick<FieldModel, 'fields' | 'item' | 'blocks' | 'dropped'>,
  ids: readonly number[],
  draw: Draw,
  depth: number,
): Pick<FieldModel, 'fields' | 'item' | 'blocks' | 'dropped'> {
  if (fields) return evolvedFields(fields, ids, draw, depth + 1)
  if (item) {
    const { index: _index, ...next } = evolvedField(item, item.name, [], ids, draw, depth + 1)
    return { item: { ...next, required: false, hasDefault: false } }
  }
  if (!blocks || !dropped) return {}
  return evolvedBlocks(blocks, ids, draw, depth)
}

/** Kinds of block, which are renamed, even in circles and over names that are given up. */
function evolvedBlocks(blocks: readonly BlockModel[], ids: readonly number[], draw: Draw, depth: number) {
  const kept = blocks.filter((_, index) => index === 0 || !draw.once(5))
  const gone = blocks.filter((block) => !kept.includes(block)).map(({ name }) => name)
  const free = BLOCK_NAMES.filter((name) => !blocks.some((block) => block.name === name))
  const names = renamed(kept, [...gone, ...free], draw)
  const left = [...free, ...kept.map(({ name }) => name)].filter((name) => !names.includes(name))
  const next = Math.max(0, ...blocks.map(({ id }) => id)) + 1
  const added = draw.once(5) ? shuffled(left, draw).slice(0, 1) : []
  return {
    blocks: [
      ...kept.map((block, index): BlockModel => {
        const now = names[index] ?? block.name
        const moved = movedFrom(block, now, draw)
        return { id: block.id, name: now, ...moved, ...evolvedFields(block.fields, ids, draw, depth + 1) }
      }),
      ...added.map((name) => newBlock(next, name, ids, draw, depth)),
    ],
    dropped: gone,
  }
}

/** A list of references comes only from references, and only becomes one; inside a field it becomes anything. */
function nextKind({ kind }: FieldModel, draw: Draw, depth: number): FieldModel['kind'] {
  const isInside = depth > 0
  if (kind === 'references') return isInside && draw.once(3) ? plainKind(draw, depth) : draw.pick(REFERRING)
  if (REFERRING.includes(kind)) return draw.once(3) ? plainKind(draw, depth) : draw.pick(REFERRING)
  if (isInside && draw.once(15)) return 'references'
  return draw.once(10) ? 'reference' : plainKind(draw, depth)
}

function toggled(item: Omit<FieldModel, 'renamedFrom' | 'backfill'>, draw: Draw, depth: number) {
  const isFixed = depth > 0 && item.target !== undefined
  return {
    required: draw.once(5) && !isFixed ? !item.required : item.required,
    unique: draw.once(8) && item.kind !== 'references' && item.unique ? false : item.unique,
    hasDefault: hasConstant(item.kind) && draw.once(4),
    localized: draw.once(5) ? !item.localized : (item.localized ?? false),
    requiredInAll: draw.once(5) && !isFixed ? !item.requiredInAll : (item.requiredInAll ?? false),
  }
}

function withValue(item: FieldModel, others: readonly FieldModel[], draw: Draw, depth: number): FieldModel {
  const needs = item.required && item.kind !== 'references' && !item.hasDefault
  return needs || draw.once(4) ? withBackfill(item, others, draw, depth) : item
}

function withBackfill(item: FieldModel, others: readonly FieldModel[], draw: Draw, depth: number): FieldModel {
  if (item.kind === 'references') return item
  if (depth > 0) return item.target === undefined ? { ...item, backfill: 'constant' } : item
  if (item.target !== undefined) return { ...item, backfill: 'sql' }
  const source = others.find(({ kind, target, id }) => kind !== 'references' && target === undefined && id !== item.id)
  if (source && draw.once(3)) return { ...item, backfill: { field: source.id } }
  const isText = item.kind === 'string' || item.kind === 'text' || item.kind === 'number' || item.kind === 'whole'
  return { ...item, backfill: isText && draw.once(2) ? 'sql' : 'constant' }
}

function evolvedPlugin({ columns, unique }: PluginModel, draw: Draw): PluginModel {
  const kept = columns.filter((_, index) => index === 0 || !draw.once(6))
  const changed = kept.map((column) =>
    draw.once(5) ? { ...column, type: draw.pick(['text', 'integer', 'real'] as const) } : column,
  )
  const added = draw.once(3)
    ? [{ name: `more${columns.length}`, type: draw.pick(['text', 'integer'] as const), required: draw.once(2) }]
    : []
  return {
    columns: [...changed, ...added.filter(({ name }) => !columns.some((column) => column.name === name))],
    unique: draw.once(4) ? !unique : unique,
    dropped: columns.filter((column) => !kept.includes(column)).map(({ name }) => name),
    lossy: kept
      .filter((column, index) => losesColumn(column.type, changed[index]?.type ?? column.type))
      .map(({ name }) => name),
  }
}
