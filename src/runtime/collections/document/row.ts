import type { Json } from '../../../fields/field-type.ts'
import { SYSTEM_COLUMNS } from '../../../ground/system-columns.ts'
import type { Row, SqlValue } from '../../database/database.ts'
import type { CollectionPlan } from './plan.ts'
import { decoderOf } from './storage.ts'

/** A document as a row of its table, by property: `row.createdAt` is in milliseconds, a JSON field is text. */
export interface DocumentRow extends Row {
  id: string
  status: Status
  createdAt: number
  updatedAt: number
  publishedAt: number | null
  scheduledAt: number | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

export type Status = 'draft' | 'scheduled' | 'published'

/** A document as a response shows it, with all fields. */
export type Document = Record<string, Json>

/**
 * Converts a row of the database to its state at the moment of the request. The column `published_at` already contains
 * the time of a scheduled document, so that lists sorted by it are right as soon as the document is due. The result has
 * that time only from then on, with the status `published`.
 */
export function settle(row: Row, now: number): DocumentRow {
  const document = row as DocumentRow // selected by the statements of documents
  if (document.status !== 'scheduled') return document
  if (document.scheduledAt !== null && document.scheduledAt <= now) document.status = 'published'
  else document.publishedAt = null
  return document
}

/** Returns the value to store in `published_at`: for a scheduled document, its scheduled time. */
export function storedPublishedAt({ status, publishedAt, scheduledAt }: DocumentRow): number | null {
  return status === 'scheduled' ? scheduledAt : publishedAt
}

export function toDocument(row: DocumentRow, plan: CollectionPlan): Document {
  const document: Document = {}
  for (const name of Object.keys(plan.collection.statements.columns)) {
    const field = plan.byName.get(name)
    const stored: SqlValue = row[name] ?? null
    document[name] = field ? field.decode(stored) : decodeSystem(name, stored)
  }
  return document
}

function decodeSystem(name: string, stored: SqlValue): Json {
  const storage = SYSTEM_COLUMNS[name as keyof typeof SYSTEM_COLUMNS].storage // all other columns belong to fields
  return decoderOf(storage)(stored)
}
