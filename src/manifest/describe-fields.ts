import type { Operator } from '../fields/field-type.ts'
import type { ManifestCollection, ManifestField } from './collection.ts'

/**
 * Descriptions in the API reference that list the names of fields. They are written when the reference is assembled,
 * because different readers see different fields.
 */

/** System properties that lists may be sorted and filtered by, besides `status`. */
export const COMPARED_SYSTEM_PROPERTIES = [
  'id',
  'createdBy',
  'updatedBy',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'scheduledAt',
  'version',
] as const

/** Returns the fields that responses show. */
export function fieldsShown({ fields }: ManifestCollection): readonly ManifestField[] {
  return fields.filter(({ hidden, access }) => !hidden && access.read?.kind !== 'nobody')
}

/** Returns the fields that lists can filter by. */
export function fieldsCompared(collection: ManifestCollection): readonly ManifestField[] {
  return fieldsShown(collection).filter(({ operators }) => operators.length > 0)
}

export function describeSort(collection: ManifestCollection): string {
  const fields = fieldsCompared(collection).filter(({ storage }) => storage !== 'join')
  const names = [...fields.map(({ name }) => name), ...COMPARED_SYSTEM_PROPERTIES]
  const initial =
    collection.search.length > 0
      ? 'Default: by relevance for a search, otherwise newest first'
      : 'Default: newest first'
  return `Comma-separated; a leading \`-\` sorts in descending order: ${inCode(names)}. ${initial}. Missing values come before all others; ties are broken by \`id\`.`
}

export function describeSearch({ search }: ManifestCollection): string {
  return `Words that must all occur in ${inCode(search)}; the last one may be the beginning of a word. Case and accents do not matter. Text without a word finds nothing. Without \`sort\`, the latest 1,000 matches are ranked and counted.`
}

/**
 * Describes the parameter `populate`.
 * @param paths paths of references, as in values of `populate`
 */
export function describePopulate(paths: readonly string[]): string {
  return `Comma-separated names: of references, which are returned as documents, and of rich texts, whose links to documents get addresses: ${inCode(paths)}. A name with dots also follows references of referenced documents, at most three in a row. References to documents that you may not read stay ids. A response contains at most 2,000 documents.`
}

/**
 * Describes a parameter with conditions on a field.
 * @param provided names of plugins' tables, whose properties conditions cannot use
 */
export function describeFieldConditions(field: ManifestField, provided: ReadonlySet<string>): string {
  const { name, target, storage, operators } = field
  const words =
    storage === 'join' ? 'An id that the list must contain, or conditions.' : 'A value to equal, or conditions.'
  const inner = target === 'users' ? '`username`, `firstName` or `lastName`' : `a field of \`${target}\``
  const hop =
    target === null || provided.has(target)
      ? ''
      : ` \`${name}.<field>\`, with or without \`[operator]\`, compares ${inner}.`
  return describeConditions(name, operators, words + hop)
}

export function describeConditions(name: string, operators: readonly Operator[], words: string): string {
  const negative = operators.includes('null') ? ' `ne` and `nin` also match a missing value.' : ''
  const textual = operators.includes('contains')
    ? ' In `contains`, `startsWith` and `endsWith`, A to Z match in either case.'
    : ''
  return `${words} \`${name}[operator]\`: ${inCode(operators)}.${negative}${textual}`
}

/** Describes the target of a reference or, for input, the source of a slug; `null` for other fields. */
export function describeReference(
  { kind, target, storage, options }: ManifestField,
  side: 'input' | 'output',
): string | null {
  if (kind === 'slug' && side === 'input' && options.from) return `Made from \`${options.from}\` if omitted.`
  if (target === null) return null
  return storage === 'join' ? `Ids of \`${target}\`, in order.` : `An id of \`${target}\`.`
}

function inCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
