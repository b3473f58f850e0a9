import type { Draw } from './draw.ts'
import {
  COLLECTION_NAMES,
  type CollectionModel,
  FIELD_NAMES,
  type FieldModel,
  hasConstant,
  newCollection,
  newField,
  PLAIN,
  type PluginModel,
  type ProjectModel,
  REFERRING,
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
  return {
    collections: shuffled([...changed, ...fresh], draw),
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

function evolvedCollection(
  collection: CollectionModel,
  name: string,
  ids: readonly number[],
  draw: Draw,
): CollectionModel {
  const { renamedFrom: _old, ...rest } = collection
  const isLost = ({ target }: FieldModel) => typeof target === 'number' && !ids.includes(target)
  const kept = collection.fields.filter(
    (item, index) => (index === 0 || !draw.once(6)) && !(isLost(item) && draw.once(2)),
  )
  const gone = collection.fields.filter((item) => !kept.includes(item)).map((item) => item.name)
  const free = FIELD_NAMES.filter((candidate) => !collection.fields.some((item) => item.name === candidate))
  const names = renamed(kept, [...gone, ...free], draw)
  const changed = kept.map((item, index) => evolvedField(item, names[index] ?? '', kept, ids, draw))
  const left = [...free, ...kept.map((item) => item.name)].filter((candidate) => !names.includes(candidate))
  const next = Math.max(0, ...collection.fields.map(({ id }) => id)) + 1
  const added = shuffled(left, draw)
    .slice(0, draw.integer(0, 2))
    .map((candidate, index) => withValue(newField(next + index, candidate, ids, draw), kept, draw))
  const fields = shuffled([...changed, ...added], draw)
  const same = { drafts: rest.drafts, singleton: rest.singleton, search: rest.search, indexes: rest.indexes }
  return {
    ...rest,
    name,
    ...(name === collection.name ? {} : { renamedFrom: collection.name }),
    fields,
    dropped: gone,
    ...(draw.once(2) ? toggles(fields, draw) : stillThere(same, fields)),
  }
}

function stillThere(
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
): FieldModel {
  const { renamedFrom: _old, backfill: _done, ...rest } = item
  const isLost = typeof item.target === 'number' && !ids.includes(item.target)
  const shape = draw.once(4) || isLost ? shapeOf(nextKind(item, draw), ids, draw) : toggled(rest, draw)
  const { target: _target, index: _index, ...plain } = rest
  const base = 'kind' in shape ? { ...plain, ...shape } : { ...rest, ...shape }
  // One that becomes many keeps what it refers to, at times.
  const target =
    isLost || item.target === undefined || base.kind === 'media' || !draw.once(2) ? {} : { target: item.target }
  const refers = REFERRING.includes(base.kind as 'media')
  const changed: FieldModel = { ...base, ...(refers ? target : {}), name }
  return {
    ...(changed.required && !item.required && draw.once(2) ? withBackfill(changed, others, draw) : changed),
    ...(name === item.name ? {} : { renamedFrom: item.name }),
  }
}

/** A list of references comes only from references, and only becomes one. */
function nextKind({ kind }: FieldModel, draw: Draw): FieldModel['kind'] {
  if (kind === 'references') return draw.pick(REFERRING)
  if (kind === 'reference' || kind === 'media') return draw.once(3) ? draw.pick(PLAIN) : draw.pick(REFERRING)
  return draw.once(10) ? 'reference' : draw.pick(PLAIN)
}

function toggled(item: Omit<FieldModel, 'renamedFrom' | 'backfill'>, draw: Draw) {
  return {
    required: draw.once(5) ? !item.required : item.required,
    unique: draw.once(8) && item.kind !== 'references' && item.unique ? false : item.unique,
    hasDefault: hasConstant(item.kind) && draw.once(4),
  }
}

function withValue(item: FieldModel, others: readonly FieldModel[], draw: Draw): FieldModel {
  const needs = item.required && item.kind !== 'references' && !item.hasDefault
  return needs || draw.once(4) ? withBackfill(item, others, draw) : item
}

function withBackfill(item: FieldModel, others: readonly FieldModel[], draw: Draw): FieldModel {
  if (item.kind === 'references') return item
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
  return { columns: [...changed, ...added], unique: draw.once(4) ? !unique : unique }
}
