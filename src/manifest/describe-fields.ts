import type { Operator } from '../fields/field-type.ts'
import type { ManifestCollection, ManifestField } from './collection.ts'

/**
 * Descriptions in the reference that name fields. The compiler writes them for callers who see everything; for others
 * they are written again from the fields that those see.
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
  const initial = collection.search.length > 0 ? 'Of a search the best first, otherwise the newest' : 'The newest first'
  return `Comma-separated, a leading \`-\` descends: ${inCode(names)}. ${initial}, where it is left out. Where there is no value comes before all values; ties are broken by \`id\`.`
}

export function describeSearch({ search }: ManifestCollection): string {
  return `Words that all occur in ${inCode(search)}, the last one at least with its beginning; case and accents do not matter. Text without a word finds nothing. Without \`sort\` the 1,000 matches that were stored last are ranked, and counted.`
}

/**
 * Describes the parameter `populate`.
 * @param paths paths of references, as `populate` takes them
 */
export function describePopulate(paths: readonly string[]): string {
  return `Comma-separated: references to answer as documents, and texts whose links to documents get their addresses: ${inCode(paths)}; with dots those of the documents they point to, three in a row at most. What you may not read stays an id. An answer holds 2,000 documents at most.`
}

/**
 * Describes a parameter with conditions on a field.
 * @param provided names of plugins' tables, whose properties conditions cannot use
 */
export function describeFieldConditions(field: ManifestField, provided: ReadonlySet<string>): string {
  const { name, target, storage, operators } = field
  const words = storage === 'join' ? 'Holds this id, or meets conditions.' : 'Equals, or meets conditions.'
  const inner = target === 'users' ? '`username`, `firstName` or `lastName`' : `a field of \`${target}\``
  const hop =
    target === null || provided.has(target)
      ? ''
      : ` \`${name}.<field>\`, with or without \`[operator]\`, asks for ${inner}.`
  return describeConditions(name, operators, words + hop)
}

export function describeConditions(name: string, operators: readonly Operator[], words: string): string {
  const negative = operators.includes('null') ? ' `ne` and `nin` hold where there is no value.' : ''
  const textual = operators.includes('contains')
    ? ' `contains`, `startsWith` and `endsWith` take a to z for A to Z.'
    : ''
  return `${words} \`${name}[operator]\`: ${inCode(operators)}.${negative}${textual}`
}

/** Describes the target of a reference, or the source of a slug; `null` for other fields. */
export function describeReference(
  { kind, target, storage, options }: ManifestField,
  side: 'input' | 'output',
): string | null {
  if (kind === 'slug' && side === 'input' && options.from) return `Made from \`${options.from}\` when left out.`
  if (target === null) return null
  return storage === 'join' ? `Ids of \`${target}\`, in an order.` : `The id of one of \`${target}\`.`
}

function inCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
