import { canLose, losesColumn } from './can-lose.ts'
import { hasConstant } from './constants.ts'
import type { Draw } from './draw.ts'
import { withTranslationsDropped } from './drop-translations.ts'
import { isProvided, REFERRING } from './kinds.ts'
import { evolvedLocales, soundlyLocalized } from './locales.ts'
import {
  type BlockModel,
  COLLECTION_NAMES,
  type CollectionModel,
  FIELD_NAMES,
  type FieldModel,
  freeBlocks,
  newBlock,
  newCollection,
  newField,
  type PluginModel,
  type ProjectModel,
  plainKind,
  shapeOf,
  shuffled,
  toggles,
} from './project-model.ts'

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

/** Names after a change: most stay, some are taken from the free ones, some go round. */
function renamed(items: readonly { readonly name: string }[], free: readonly string[], draw: Draw): string[] {
  const moving = items.filter(() => draw.once(4))
  const pool = shuffled([...free, ...moving.map(({ name }) => name), ...moving.map(({ name }) => name)], draw)
  const taken = new Set(items.filter((item) => !moving.includes(item)).map(({ name }) => name))
  return items.map((item) => {
    if (!moving.includes(item)) return item.name
    const name = pool.find((candidate) => !taken.has(candidate)) ?? item.name
    taken.add(name)
    return name
  })
}

export function evolvedCollection(
  collection: CollectionModel,
  name: string,
  ids: readonly number[],
  draw: Draw,
): CollectionModel {
  const { renamedFrom: _old, ...rest } = collection
  const { fields, dropped } = evolvedFields(collection.fields, ids, draw, 0)
  const same = { drafts: rest.drafts, singleton: rest.singleton, search: rest.search, indexes: rest.indexes }
  return {
    ...rest,
    name,
    ...(name === collection.name ? {} : { renamedFrom: collection.name }),
    fields,
    dropped,
    namesOldPaths: draw.once(3),
    ...(draw.once(2) ? toggles(fields, draw) : stillThere(same, fields)),
  }
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
  const added = shuffled(left, draw)
    .slice(0, draw.integer(0, depth === 0 ? 2 : 1))
    .map((candidate, index) => withValue(newField(next + index, candidate, ids, draw, depth), others, draw, depth))
  return { fields: shuffled([...changed, ...added], draw), dropped: gone }
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
  same: Pick<CollectionModel, 'drafts' | 'singleton' | 'search' | 'indexes'>,
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
    ...same,
    search: same.search.filter((id) => valid.search.includes(id)),
    indexes: same.indexes.filter((ids) => ids.every((id) => sortable.has(id))),
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
  const { renamedFrom: _old, backfill: _done, isLossy: _accepted, ...rest } = item
  const isLost = typeof item.target === 'number' && !ids.includes(item.target)
  const kind = draw.once(4) || isLost ? nextKind(item, draw, depth) : item.kind
  const isSame = kind === item.kind && item.target === undefined
  const shape = isSame || (kind === item.kind && !isLost && draw.once(2)) ? null : shapeOf(kind, ids, draw, depth)
  // One that becomes many keeps what it refers to, at times.
  const isKept = !isLost && item.target !== undefined && !isProvided(kind) && draw.once(2)
  const base = shape ?? { ...rest, ...toggled(rest, draw, depth), ...evolvedInside(rest, ids, draw, depth) }
  const target = shape?.target !== undefined && isKept ? { target: item.target } : {}
  const changed: FieldModel = { ...base, ...target, id: item.id, name }
  const filled =
    depth === 0 && changed.required && !item.required && draw.once(2)
      ? withBackfill(changed, others, draw, depth)
      : changed
  return {
    ...filled,
    ...(name === item.name ? {} : { renamedFrom: item.name }),
    ...(canLose(item, changed) ? { isLossy: true } : {}),
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
  const kept = blocks.filter((_, index) => index === 0 || !draw.once(5))
  const added = draw.once(5) ? freeBlocks(blocks).slice(0, 1) : []
  return {
    blocks: [
      ...kept.map((block): BlockModel => ({ name: block.name, ...evolvedFields(block.fields, ids, draw, depth + 1) })),
      ...added.map((block) => newBlock(block, ids, draw, depth)),
    ],
    dropped: blocks.filter((block) => !kept.includes(block)).map((block) => block.name),
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
