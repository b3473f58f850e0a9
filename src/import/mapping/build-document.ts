import type { CollectionPlan, Json } from 'lintel/importing'
import type { SourceKind, SourceRecord } from '../sources/source.ts'
import type { ConvertContext } from './convert-context.ts'
import { convertValue } from './convert-value.ts'
import type { KindMapping } from './mapping.ts'
import type { PublicationStatus } from './read-status.ts'
import type { KeptRecord } from './record-store.ts'
import { valueAt } from './value-at.ts'

type Shared = Pick<ConvertContext, 'store' | 'fileTargets' | 'mayFetch'>

export interface BuildInput extends Shared {
  readonly record: SourceRecord
  readonly kind: SourceKind | undefined
  readonly mapping: KindMapping
  readonly plan: CollectionPlan
  readonly kept: KeptRecord
  readonly publication: PublicationStatus
  readonly lose: (field: string, what: string, sample: string, count: number) => void
  readonly problem: (field: string, message: string) => void
}

/**
 * Returns the document of a record, in the form of a line of an import. Empty values are left out, so that fields get
 * their defaults.
 */
export async function buildDocument(input: BuildInput): Promise<{ [name: string]: Json }> {
  const { record, kind, mapping, plan, kept, publication, lose, problem } = input
  const document: { [name: string]: Json } = { id: kept.id, ...systemOf(publication) }
  for (const [name, field] of Object.entries(mapping.fields)) {
    const found = plan.byName.get(name)?.field
    if (found === undefined) continue
    if (name === plan.collection.slugField) continue
    const value = await convertValue(
      field.from === undefined ? null : (valueAt(record.values, field.from) ?? null),
      found,
      {
        record,
        mapping: field,
        meaning: field.from === undefined ? undefined : kind?.values[field.from],
        store: input.store,
        fileTargets: input.fileTargets,
        mayFetch: input.mayFetch,
        lose: (what, sample, count = 1) => lose(name, what, sample, count),
        problem: (message) => problem(name, message),
      },
    )
    if (value !== null) document[name] = value
  }
  const { slugField } = plan.collection
  if (slugField !== null && kept.slug !== null) document[slugField] = kept.slug
  return document
}

function systemOf({ state, createdAt, updatedAt, publishedAt }: PublicationStatus): { [name: string]: Json } {
  const common = { createdAt: iso(createdAt), updatedAt: iso(updatedAt) }
  if (state === 'published') return { status: state, ...common, publishedAt: iso(publishedAt ?? createdAt) }
  // A document without a time stays a draft until somebody schedules it.
  if (state !== 'scheduled' || publishedAt === null) return { status: 'draft', ...common }
  return { status: state, ...common, scheduledAt: iso(publishedAt) }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
