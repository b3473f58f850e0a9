import * as z from 'zod'
import { describeAccess } from '../manifest/describe-access.ts'
import type { ManifestCollection, ManifestField } from '../manifest/index.ts'

/** Schema of a collection's summary in a list. */
export const collectionSummary = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  drafts: z.boolean(),
  singleton: z.boolean(),
  fields: z
    .array(z.string())
    .describe('Fields with their types: `title: string!`; `!` means required. Empty if there are many collections'),
  source: z.string().nullable().describe('Position of the declaration, such as `collections/posts.ts:4`'),
})

const field = z.object({
  name: z.string(),
  type: z.string(),
  label: z.string(),
  help: z.string().nullable(),
  required: z.boolean(),
  unique: z.boolean(),
  hidden: z.boolean(),
  readOnly: z.boolean(),
  target: z.string().nullable().describe('Target of a reference'),
  operators: z.array(z.string()).describe('Operators for list filters'),
  options: z.record(z.string(), z.unknown()),
  access: z.object({ read: z.string().nullable(), write: z.string().nullable() }),
  source: z.string().nullable(),
})

/** Schema of the facts about a collection. */
export const collectionFacts = collectionSummary.omit({ fields: true }).extend({
  titleField: z.string().nullable(),
  slugField: z.string().nullable(),
  search: z.array(z.string()),
  indexes: z.array(z.array(z.string())),
  versions: z.int(),
  access: z.object({ read: z.string(), create: z.string(), update: z.string(), delete: z.string() }),
  fields: z.array(field),
})

export type CollectionFacts = z.output<typeof collectionFacts>

/**
 * `placed`: results contain positions in the project's files, for callers who have those files. `unplaced`: results
 * contain no positions.
 */
export type Placing = 'placed' | 'unplaced'

function summarizeCollection(collection: ManifestCollection, placing: Placing): z.output<typeof collectionSummary> {
  const { name, label, description, drafts, singleton, fields, source } = collection
  return {
    name,
    label,
    description,
    drafts,
    singleton,
    fields: fields.map(lineOf),
    source: placing === 'placed' ? source : null,
  }
}

/** Minimum number of collections at which lists leave out fields, so that a model does not have to read too much. */
const MANY = 100

/** Summarizes collections for a list. */
export function summarizeCollections(collections: readonly ManifestCollection[], placing: Placing) {
  const summaries = collections.map((collection) => summarizeCollection(collection, placing))
  return collections.length < MANY ? summaries : summaries.map((summary) => ({ ...summary, fields: [] }))
}

/** Returns the facts about a collection. Positions in the project's files are `null` unless `placing` is `placed`. */
export function factsOf(collection: ManifestCollection, placing: Placing): CollectionFacts {
  const { titleField, slugField, search, indexes, versions, access, fields } = collection
  return {
    ...summarizeCollection(collection, placing),
    titleField,
    slugField,
    search: [...search],
    indexes: indexes.map((keys) => [...keys]),
    versions,
    access: {
      read: describeAccess(access.read),
      create: describeAccess(access.create),
      update: describeAccess(access.update),
      delete: describeAccess(access.delete),
    },
    fields: fields.map((field) => fieldFacts(field, placing)),
  }
}

/** Prints a collection's facts as text. */
export function printFacts({
  name,
  drafts,
  singleton,
  access,
  fields,
  indexes,
  search,
  source,
}: CollectionFacts): string {
  const traits = [drafts && 'drafts', singleton && 'singleton', search.length > 0 && `search in ${search.join(', ')}`]
  return [
    [name, source && `(${source})`, ...traits].filter(Boolean).join(' '),
    ...Object.entries(access).map(([operation, rule]) => `  ${operation}: ${rule}`),
    ...indexes.map((keys) => `  index ${keys.join(', ')}`),
    ...fields.map(
      (field) => `  ${field.name}: ${describeField(field)}${field.source === null ? '' : ` (${field.source})`}`,
    ),
  ].join('\n')
}

function fieldFacts(field: ManifestField, placing: Placing): CollectionFacts['fields'][number] {
  const { name, kind, label, help, required, unique, hidden, readOnly, target, operators, options, access } = field
  return {
    name,
    type: kind,
    label,
    help,
    required,
    unique,
    hidden,
    readOnly,
    target,
    operators: [...operators],
    options: plainOptions(options),
    access: {
      read: access.read && describeAccess(access.read),
      write: access.write && describeAccess(access.write),
    },
    source: placing === 'placed' ? field.source : null,
  }
}

function describeField({
  type,
  target,
  required,
  unique,
  hidden,
  readOnly,
}: CollectionFacts['fields'][number]): string {
  const traits = [required && 'required', unique && 'unique', hidden && 'hidden', readOnly && 'read-only']
  return [target === null ? type : `${type} of ${target}`, ...traits.filter(Boolean)].join(', ')
}

/** Prints a field on one line: `title: string!`, `author: reference(authors)`. */
function lineOf({ name, kind, target, required }: ManifestField): string {
  return `${name}: ${kind}${target === null ? '' : `(${target})`}${required ? '!' : ''}`
}

/** Returns options as JSON, without functions. */
function plainOptions(options: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(options ?? {})) as Record<string, unknown> // the options of every type are an object
}
