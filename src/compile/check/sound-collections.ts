import type { Collection } from '../../config/collection.ts'
import type { Config } from '../../config/config.ts'
import { isField } from '../../fields/field-type.ts'
import { fieldTypes } from '../../fields/index.ts'
import { atValue, type Finding, type Position } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/words.ts'
import { collectionShape } from './config-shape.ts'
import { exampleHint } from './example-hint.ts'
import { checkShape, withoutBroken } from './shape.ts'
import type { Sound } from './sound-config.ts'

export interface Collections extends Sound<Collection> {
  readonly names: ReadonlySet<string>
}

/**
 * Returns the collections of the config that have a name, without their invalid parts; their names; and findings about
 * all collections.
 */
export function soundCollections(config: Config, parents: Map<object, Position>): Collections {
  const findings: Finding[] = []
  const names = new Set<string>()
  const sound = config.collections.flatMap((collection: unknown, index): Collection[] => {
    const at = atValue(config, 'collections', index)
    if (typeof collection !== 'object' || collection === null) {
      findings.push(notACollection(collection, at))
      return []
    }
    parents.set(collection, at)
    findings.push(...checkCollection(collection))
    const rest = withoutBroken(collectionShape, collection as Collection)
    if (typeof rest.name !== 'string') return []
    names.add(rest.name)
    if (rest === collection && rest.fields !== undefined) return [rest]
    const complete = { ...rest, fields: rest.fields ?? {} }
    parents.set(complete, atValue(collection))
    return [complete]
  })
  return { sound, findings, names }
}

function notACollection(value: unknown, at: Position): Finding {
  const hint =
    value === undefined
      ? 'Its file has no default export, or imports the config in a cycle.'
      : 'Import it from its file, which exports defineCollection({ … }) by default.'
  return { code: 'not-a-collection', message: `${show(value)} is not a collection.`, hint, at }
}

function checkCollection(collection: object): Finding[] {
  const { name } = collection as { name?: unknown } // unknown until the shape is checked
  return checkShape(collectionShape, collection, {
    name: typeof name === 'string' ? `the collection '${name}'` : 'a collection',
    declaration: collection,
  })
}

/** Checks for members of `fields` that are not fields. */
export function checkMembers(collection: Collection): Finding[] {
  return Object.entries(collection.fields)
    .filter(([, field]) => !isField(field))
    .map(([name, value]) => ({
      ...(isCalledBare(value) ? withoutOptions(name, value, collection) : notAField(name, value, collection)),
      at: atValue(collection, 'fields', name),
    }))
}

function notAField(name: string, value: unknown, collection: Collection): Omit<Finding, 'at'> {
  return {
    code: 'not-a-field',
    message: `'${name}' of '${collection.name}' is ${show(value)}, which is not a field.`,
    hint: 'Declare it with field.string(), field.number() and so on.',
  }
}

/** Tells whether a value is a field without its required options. */
function isCalledBare(value: unknown): value is { readonly kind: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
}

function withoutOptions(
  name: string,
  { kind }: { readonly kind: string },
  collection: Collection,
): Omit<Finding, 'at'> {
  return {
    code: 'missing-option',
    message: `The field '${name}' of '${collection.name}' has no options, but field.${kind} needs some.`,
    ...exampleHint(fieldTypes[kind], collection.name),
  }
}
