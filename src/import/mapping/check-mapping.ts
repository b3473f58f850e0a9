import { type CollectionPlan, type FieldData, partsOf } from 'lintel/importing'
import type { Source, SourceKind, ValueNames } from '../sources/source.ts'
import type { KindMapping, Mapping } from './mapping.ts'
import { type MappingMistake, meant } from './read-mapping.ts'

type Plans = ReadonlyMap<string, CollectionPlan>

/**
 * Finds the mistakes in a mapping: unknown names, references to the wrong collection, and required fields without a
 * value.
 */
export function checkMapping(
  { kinds }: Mapping,
  source: Pick<Source, 'kinds'>,
  plans: Plans,
  fileTargets: ReadonlySet<string>,
): MappingMistake[] {
  const known = new Map(source.kinds.map((kind) => [kind.name, kind]))
  return Object.entries(kinds).flatMap(([name, mapping]) => {
    const path = ['kinds', name]
    const kind = known.get(name)
    if (kind === undefined) {
      return [{ path, message: `The export has no kind ${name}. ${meant(name, known.keys())}` }]
    }
    if (mapping === null) return []
    const plan = plans.get(mapping.collection)
    if (plan === undefined) {
      const message = `There is no collection ${mapping.collection}. ${meant(mapping.collection, plans.keys())}`
      return [{ path: [...path, 'collection'], message }]
    }
    const places = { path, kinds, known, plan, fileTargets }
    return [...checkFields(mapping, kind, places), ...checkRequired(mapping, plan, path)]
  })
}

interface Places {
  readonly path: readonly string[]
  readonly kinds: Mapping['kinds']
  readonly known: ReadonlyMap<string, SourceKind>
  readonly plan: CollectionPlan
  readonly fileTargets: ReadonlySet<string>
}

function checkFields({ fields }: KindMapping, kind: SourceKind, places: Places): MappingMistake[] {
  const { path, known, plan } = places
  return Object.entries(fields).flatMap(([name, field]) => {
    const at = [...path, 'fields', name]
    const target = plan.byName.get(name)?.field
    if (target === undefined) {
      return [{ path: at, message: `${plan.collection.name} has no field ${name}. ${meant(name, plan.byName.keys())}` }]
    }
    const mistakes: MappingMistake[] = []
    if (field.refers !== undefined && !known.has(field.refers)) {
      mistakes.push({
        path: [...at, 'refers'],
        message: `The export has no kind ${field.refers}. ${meant(field.refers, known.keys())}`,
      })
    } else mistakes.push(...checkReference(field.refers ?? referredKind(field.from, kind), target, at, places))
    if (field.block !== undefined) mistakes.push(...checkBlock(field.block, target, at))
    return mistakes
  })
}

function referredKind(from: string | undefined, { values }: SourceKind): string | undefined {
  const meaning = from === undefined ? undefined : values[from]
  return meaning?.is === 'reference' ? meaning.kind : undefined
}

/** Checks that the kind that a reference points to is imported into the collection that the field refers to. */
function checkReference(
  kind: string | undefined,
  field: FieldData,
  path: readonly string[],
  { kinds, fileTargets }: Places,
): MappingMistake[] {
  const { target } = field.options
  if (target === undefined || fileTargets.has(target)) return []
  if (kind === undefined) {
    return [
      {
        path,
        message: `${field.name} refers to ${target}, but the mapping does not say to which kind of the export. Add \`refers: <kind>\`.`,
      },
    ]
  }
  const collection = Object.hasOwn(kinds, kind) ? kinds[kind]?.collection : undefined
  if (collection === target) return []
  const instead = collection === undefined ? 'the mapping skips' : `is imported into ${collection}`
  return [
    {
      path,
      message: `${field.name} refers to ${target}, but this value refers to ${kind}, which ${instead}. Map ${kind} to ${target}, or remove this field.`,
    },
  ]
}

function checkBlock(block: string, field: FieldData, path: readonly string[]): MappingMistake[] {
  const [type = '', inner = ''] = block.split('.')
  const parts = partsOf(field)
  if (parts?.kind !== 'blocks')
    return [{ path: [...path, 'block'], message: `${field.name} does not consist of blocks. Remove \`block\`.` }]
  const fields = Object.hasOwn(parts.of, type) ? parts.of[type] : undefined
  if (fields === undefined)
    return [
      {
        path: [...path, 'block'],
        message: `${field.name} has no block ${type}. ${meant(type, Object.keys(parts.of))}`,
      },
    ]
  if (fields.some((field) => field.name === inner)) return []
  const names = fields.map((field) => field.name)
  return [{ path: [...path, 'block'], message: `The block ${type} has no field ${inner}. ${meant(inner, names)}` }]
}

function checkRequired({ fields }: KindMapping, plan: CollectionPlan, path: readonly string[]): MappingMistake[] {
  return plan.fields
    .filter(({ field }) => field.required && field.options.default === undefined && !Object.hasOwn(fields, field.name))
    .map(({ field }) => ({
      path: [...path, 'fields'],
      message: `${plan.collection.name}.${field.name} is required, but the mapping gives it no value. Add \`${field.name}: { from: <value> }\`, with a \`default\` for records without one.`,
    }))
}

function isThere(name: string, values: ReadonlySet<string>): boolean {
  if (values.has(name) || values.has(name.split('.')[0] ?? '')) return true
  return [...values].some((value) => value.startsWith(`${name}.`))
}

function named(setting: string, names: ValueNames = []): [readonly string[], string][] {
  return [names].flat().map((name) => [[setting], name])
}

/** Finds names of values in a mapping that no record has. */
export function checkValues({ kinds }: Mapping, seen: ReadonlyMap<string, ReadonlySet<string>>): MappingMistake[] {
  return Object.entries(kinds).flatMap(([name, mapping]) => {
    const values = seen.get(name)
    if (mapping === null || values === undefined) return []
    const { created, updated, published, status, fields } = mapping
    const used: [readonly string[], string | undefined][] = [
      ...named('created', created),
      ...named('updated', updated),
      ...named('published', published),
      [['status', 'from'], status?.from],
      ...Object.entries(fields).map(([field, { from }]): [string[], string | undefined] => [
        ['fields', field, 'from'],
        from,
      ]),
    ]
    return used
      .filter(([, value]) => value !== undefined && !isThere(value, values))
      .map(([path, value]) => ({
        path: ['kinds', name, ...path],
        message: `No record of ${name} has a value ${value}. ${meant(value ?? '', values)}`,
      }))
  })
}
