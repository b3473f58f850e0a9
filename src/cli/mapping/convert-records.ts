import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { slugOf } from '../../config/fields/slug.ts'
import type { CollectionPlan } from '../../runtime/collections/plan.ts'
import type { Source, SourceRecord } from '../sources/source.ts'
import { buildDocument } from './build-document.ts'
import { documentId } from './document-id.ts'
import type { ImportReport } from './import-report.ts'
import type { KindMapping, Mapping } from './mapping.ts'
import { readStanding, type Standing } from './read-status.ts'
import type { RecordStore } from './record-store.ts'
import { isNothing, valueAt } from './value-at.ts'

/** An import from another system under way. */
export interface Conversion {
  readonly source: Source
  readonly mapping: Mapping
  readonly plans: ReadonlyMap<string, CollectionPlan>
  readonly store: RecordStore
  readonly report: ImportReport
  readonly fileTargets: ReadonlySet<string>
  readonly mayFetch: (address: string) => boolean
}

/** Records after which progress is shown. */
const STEP = 100
/** Names of values that are remembered of a kind. */
const MOST_NAMES = 10_000

/** Findings of the first pass. */
export interface Noted {
  readonly records: number
  /** Names of the values of each kind. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>
}

/** First pass: notes every record that becomes a document, with its id and its slug, so that others can refer to it. */
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
    const { mapping, plan, standing } = chosen
    report.count(record.kind, 'records')
    const reason = reasonToSkip(standing, plan)
    if (reason !== null) {
      report.leaveOut(record, reason)
      continue
    }
    const id = documentId(standing.createdAt, source.format, record.kind, record.key)
    const slug = await slugFor(record, mapping, plan, conversion)
    const taken = store.keep(record, { id, collection: mapping.collection, slug })
    if (taken !== null)
      report.problem(record, null, `“${record.key}” stands for a record at ${taken} already. Give each its own key.`)
    else nickname(record, conversion)
  }
  onProgress(records)
  return { records, values }
}

/** Second pass: writes a line for every document into a file. */
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
    if (!chosen || !kept || reasonToSkip(chosen.standing, chosen.plan) !== null) continue
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

interface Chosen {
  readonly mapping: KindMapping
  readonly plan: CollectionPlan
  readonly standing: Standing
}

function choose({ mapping: { kinds, time }, plans }: Conversion, record: SourceRecord): Chosen | null {
  const mapping = Object.hasOwn(kinds, record.kind) ? kinds[record.kind] : null
  const plan = mapping ? plans.get(mapping.collection) : undefined
  if (!mapping || !plan) return null
  return { mapping, plan, standing: readStanding(record, mapping, plan.collection.drafts, Date.parse(time)) }
}

function reasonToSkip({ state }: Standing, { collection }: CollectionPlan): string | null {
  if (state === 'skip') return 'its status is one that the mapping skips'
  if (state === 'published' || collection.drafts) return null
  return `it is not published, and ${collection.name} has no drafts`
}

/** The slug that the record has, or one made from the field that slugs of this collection are made from. */
async function slugFor(
  record: SourceRecord,
  mapping: KindMapping,
  { collection, byName }: CollectionPlan,
  { store, report }: Conversion,
): Promise<string | null> {
  const field = byName.get(collection.slugField ?? '')?.field
  if (field === undefined) return null
  const { max = 200 } = field.options
  const text = (name: string | undefined) => {
    const from = mapping.fields[name ?? '']?.from
    const value = from === undefined ? null : (valueAt(record.values, from) ?? null)
    return typeof value === 'string' || typeof value === 'number' ? decoded(String(value)) : ''
  }
  const made = (await slugOf(text(field.name), max)) || (await slugOf(text(field.options.from), max))
  if (made === '')
    return field.required ? store.takeSlug(collection.name, (await slugOf(record.key, max)) || 'untitled', max) : null
  if (!field.unique) return made
  const slug = store.takeSlug(collection.name, made, max)
  if (slug !== made)
    report.lose(record, field.name, 'slug that another document has, now numbered', `${made} is ${slug}`, 1)
  return slug
}

/** Lets records be found by the values that other kinds name them by. */
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
