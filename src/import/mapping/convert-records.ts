import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { type CollectionPlan, slugOf } from 'lintel/importing'
import type { Source, SourceRecord } from '../sources/source.ts'
import { buildDocument } from './build-document.ts'
import { documentId } from './document-id.ts'
import type { ImportReport } from './import-report.ts'
import type { KindMapping, Mapping } from './mapping.ts'
import { type PublicationStatus, readPublicationStatus } from './read-status.ts'
import { placeText, type RecordStore } from './record-store.ts'
import { isNothing, valueAt } from './value-at.ts'

/** An import in progress from another system. */
export interface Conversion {
  readonly source: Source
  readonly mapping: Mapping
  readonly plans: ReadonlyMap<string, CollectionPlan>
  readonly store: RecordStore
  readonly report: ImportReport
  readonly fileTargets: ReadonlySet<string>
  readonly mayFetch: (address: string) => boolean
  /** Present time in milliseconds since the epoch; anything published later is scheduled. */
  readonly now: number
}

/** Number of records after which progress is shown. */
const STEP = 100
/** Maximum number of names of values that are remembered for a kind. */
const MOST_NAMES = 10_000

/** Results of `noteRecords`. */
export interface Noted {
  readonly records: number
  /** Names of the values of each kind. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * First pass: notes the records that become documents, with their ids and slugs, so that other records can refer to
 * them.
 */
export async function noteRecords(conversion: Conversion, onProgress: (records: number) => void): Promise<Noted> {
  const { source, store, report } = conversion
  const values = new Map(source.kinds.map(({ name, values }) => [name, new Set(Object.keys(values))]))
  for await (const asset of source.assets()) store.addAsset(asset)
  let records = 0
  for await (const record of source.records()) {
    records += 1
    if (records % STEP === 0) onProgress(records)
    const names = values.get(record.kind)
    if (names && names.size < MOST_NAMES) for (const name of Object.keys(record.values)) names.add(name)
    const chosen = choose(conversion, record)
    if (chosen === null) continue
    report.count(record.kind, 'records')
    const { mapping, plan, publication } = chosen
    const reason = reasonToSkip(publication, plan)
    if (reason !== null) {
      report.leaveOut(record, reason)
      continue
    }
    for (const { from, message } of publication.problems) report.problem(record, from, message)
    // An id begins with the creation time, so a record with an unreadable time gets no id.
    if (publication.problems.length > 0) continue
    await keepRecord(record, { mapping, plan, publication }, records, conversion)
  }
  onProgress(records)
  return { records, values }
}

/**
 * Second pass: writes a line for each stored record to a file; an empty line for a record with problems.
 * @returns the path of the file
 */
export async function convertRecords(conversion: Conversion, onProgress: (records: number) => void): Promise<string> {
  const { source, store, report } = conversion
  const path = join(store.folder, 'converted.ndjson')
  const output = createWriteStream(path)
  const ended = finished(output)
  let records = 0
  let line = 0
  for await (const record of source.records()) {
    records += 1
    if (records % STEP === 0) onProgress(records)
    const chosen = choose(conversion, record)
    const kept = chosen && store.find(record.kind, record.key)
    if (!chosen || kept?.number !== records) continue
    line += 1
    let isWhole = true
    const document = await buildDocument({
      ...conversion,
      ...chosen,
      record,
      kept,
      kind: source.kinds.find(({ name }) => name === record.kind),
      lose: (field, what, sample, count) => report.lose(record, field, what, sample, count),
      problem: (field, message) => {
        isWhole = false
        report.problem(record, field, message)
      },
    })
    store.addLine(line, { kind: record.kind, key: record.key, id: kept.id, ...record.place })
    if (!isWhole) store.leaveOut(line)
    const text = isWhole ? JSON.stringify({ collection: chosen.plan.collection.name, document }) : ''
    if (!output.write(`${text}\n`)) await once(output, 'drain')
  }
  output.end()
  await ended
  onProgress(records)
  return path
}

/** Stores a record. A record with the key of an earlier one is reported instead. */
async function keepRecord(
  record: SourceRecord,
  { mapping, plan, publication }: Chosen,
  number: number,
  conversion: Conversion,
): Promise<void> {
  const { source, store, report } = conversion
  const { collection } = plan
  const id = documentId(publication.createdAt, source.format, record.kind, record.key)
  const isFirst = store.find(record.kind, record.key) === null
  const slug = isFirst ? await slugFor(record, mapping, plan, conversion) : null
  const earlier = store.keep(record, { id, collection: collection.name, slug: slug?.slug ?? null, number })
  if (earlier === null) {
    nickname(record, conversion)
    tellHeldBack(record, publication, mapping, report)
    if (slug !== null && slug.from !== '' && slug.from !== slug.slug)
      store.addSlugChange({
        ...record,
        place: placeText(record.place),
        collection: collection.name,
        id,
        from: slug.from,
        to: slug.slug,
      })
  } else if (earlier.isEqual) {
    report.leaveOut(record, `the same record is already at ${earlier.place}; both become one document`)
  } else {
    report.problem(
      record,
      null,
      `“${record.key}” is already the key of another record, at ${earlier.place}. Give each record its own key; with \`--on-problem skip\` the first one is imported.`,
    )
  }
}

/** Notes that a record becomes a draft because its status is unclear. */
function tellHeldBack(
  record: SourceRecord,
  publication: PublicationStatus,
  { status }: KindMapping,
  report: ImportReport,
): void {
  const { state, publishedAt, unknownStatus } = publication
  if (unknownStatus !== null)
    report.lose(record, status?.from ?? 'status', 'unknown status, imported as a draft', unknownStatus, 1)
  if (state === 'scheduled' && publishedAt === null)
    report.lose(record, status?.from ?? 'status', 'scheduled without a time, imported as a draft', record.key, 1)
}

interface Chosen {
  readonly mapping: KindMapping
  readonly plan: CollectionPlan
  readonly publication: PublicationStatus
}

function choose({ mapping: { kinds, time }, plans, now }: Conversion, record: SourceRecord): Chosen | null {
  const mapping = Object.hasOwn(kinds, record.kind) ? kinds[record.kind] : null
  const plan = mapping ? plans.get(mapping.collection) : undefined
  if (!mapping || !plan) return null
  return {
    mapping,
    plan,
    publication: readPublicationStatus(record, mapping, {
      hasDrafts: plan.collection.drafts,
      fallback: Date.parse(time),
      now,
    }),
  }
}

function reasonToSkip({ state }: PublicationStatus, { collection }: CollectionPlan): string | null {
  if (state === 'skip') return 'the mapping skips records with its status'
  if (state === 'published' || collection.drafts) return null
  if (state === 'scheduled') return `it is scheduled for the future, but ${collection.name} has no drafts`
  return `it is not published, but ${collection.name} has no drafts`
}

interface Slug {
  readonly slug: string
  /** Slug of the record before the import; empty if it had none. */
  readonly from: string
}

/**
 * Returns the slug of a record: its own, or else one made from the field that the collection makes slugs from. Returns
 * `null` if the collection has no slug field, or if the field is optional and neither has a usable character.
 */
async function slugFor(
  record: SourceRecord,
  mapping: KindMapping,
  { collection, byName }: CollectionPlan,
  { store, report }: Conversion,
): Promise<Slug | null> {
  const field = byName.get(collection.slugField ?? '')?.field
  if (field === undefined) return null
  const { max = 200 } = field.options
  const text = (name: string | undefined) => {
    const from = mapping.fields[name ?? '']?.from
    const value = from === undefined ? null : (valueAt(record.values, from) ?? null)
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const from = text(field.name)
  const made = (await slugOf(decoded(from), max)) || (await slugOf(decoded(text(field.options.from)), max))
  if (made === '' && !field.required) {
    if (from !== '') report.lose(record, field.name, 'slug without a usable character', from, 1)
    return null
  }
  const base = made || (await slugOf(record.key, max)) || 'untitled'
  const slug = made === '' || field.unique ? store.takeSlug(collection.name, base, max) : made
  if (from !== '' && base !== from)
    report.lose(record, field.name, 'slug with characters that are not allowed in slugs', `${from} became ${slug}`, 1)
  else if (made !== '' && slug !== made)
    report.lose(
      record,
      field.name,
      'slug that another document has, made unique by a number',
      `${made} became ${slug}`,
      1,
    )
  return { slug, from }
}

/** Makes a record findable by the values that fields use to refer to its kind. */
function nickname({ kind, key, values }: SourceRecord, { mapping, store }: Conversion): void {
  for (const other of Object.values(mapping.kinds)) {
    for (const { refers, by } of Object.values(other?.fields ?? {})) {
      const value = refers === kind && by !== undefined ? valueAt(values, by) : undefined
      if (!isNothing(value) && typeof value !== 'object') store.nickname(kind, by ?? '', String(value), key)
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
