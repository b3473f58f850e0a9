import type { FieldType } from '../../fields/field-type.ts'
import type { ManifestField } from '../collection.ts'
import {
  describeFieldConditions,
  describePopulate,
  describeReference,
  describeSearch,
  describeSort,
  fieldsCompared,
  fieldsShown,
} from '../describe-fields.ts'
import { populatedIn } from '../followed.ts'
import {
  type DescribedCollection,
  type Node,
  type ParameterWords,
  type PropertyWords,
  WORDS,
} from './reference-parts.ts'

/** A collection in full, and as the readers know it. */
export interface Pair {
  readonly whole: DescribedCollection
  readonly shown: DescribedCollection
  readonly fieldTypes: { readonly [kind: string]: FieldType }
  /** Names of plugins' tables that references point to. */
  readonly provided: ReadonlySet<string>
}

/**
 * Returns a parameter with a description that lists only fields that the readers know about; an empty list if the
 * parameter is for a field that they do not know about.
 */
export function describedParameter(part: Node, pair: Pair): Node[] {
  const { [WORDS]: words, ...parameter } = part
  if (words === undefined) return [part]
  const about = words as ParameterWords // as the compiler wrote it
  return typeof about === 'string' ? NAMING[about](parameter, pair) : compared(parameter, about.field, pair)
}

type Describe = (parameter: Node, pair: Pair) => Node[]

/** Functions that describe the parameters whose descriptions list fields. */
const NAMING: { readonly [Words in Extract<ParameterWords, string>]: Describe } = {
  sort: (parameter, { shown }) => [{ ...parameter, description: describeSort(shown) }],
  search: (parameter, { shown }) =>
    shown.search.length === 0 ? [] : [{ ...parameter, description: describeSearch(shown) }],
  fields: (parameter, { shown }) => [
    withExample(
      parameter,
      fieldsShown(shown).map(({ name }) => name),
    ),
  ],
  populate: (parameter, { shown, fieldTypes }) => {
    const paths = [...new Set(populatedIn(shown, fieldTypes).map(({ path }) => path))]
    return paths.length === 0 ? [] : [{ ...withExample(parameter, paths), description: describePopulate(paths) }]
  },
}

function withExample(parameter: Node, names: readonly string[]): Node {
  return { ...parameter, schema: { ...(parameter.schema as Node), examples: [names.slice(0, 2).join(',')] } }
}

function compared(parameter: Node, name: string, { shown, provided }: Pair): Node[] {
  const field = fieldsCompared(shown).find((one) => one.name === name)
  return field ? [{ ...parameter, description: describeFieldConditions(field, provided) }] : []
}

/**
 * Returns a schema of a collection with only the properties that the readers know about, and with descriptions that
 * name no other properties.
 */
export function describedSchema(schema: Node, isInput: boolean, { whole, shown }: Pair): Node {
  const blindly = isInput ? (shown.givenBlindly ?? []) : []
  const kept = new Map([...shown.fields, ...blindly].map((field) => [field.name, field]))
  const gone = new Set(whole.fields.flatMap(({ name }) => (kept.has(name) ? [] : [name])))
  const { properties = {}, required } = schema as { properties?: Node; required?: readonly string[] }
  const left = Object.entries(properties).filter(([name]) => !gone.has(name))
  return {
    ...schema,
    properties: Object.fromEntries(left.map(([name, property]) => [name, inWords(property as Node, kept.get(name))])),
    ...(required && { required: required.filter((name) => !gone.has(name)) }),
  }
}

/**
 * Returns the schema of a field with a description of what the readers know about. In a populated field the description
 * is nested.
 */
function inWords(schema: Node, field: ManifestField | undefined): Node {
  const { [WORDS]: words, ...rest } = schema
  if (words === undefined) {
    const { anyOf } = schema
    return Array.isArray(anyOf) ? { ...schema, anyOf: anyOf.map((part: Node) => inWords(part, field)) } : schema
  }
  const { before, side, after } = words as PropertyWords // as the compiler wrote it
  const sentences = [before, field ? describeReference(field, side) : null, after].filter((part) => part !== null)
  return sentences.length === 0 ? rest : { ...rest, description: sentences.join(' ') }
}
