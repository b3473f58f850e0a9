import * as z from 'zod'
import { nearest } from '../../ground/nearest.ts'
import { isSystemProperty } from '../../ground/system-columns.ts'
import type { CollectionPlan } from '../../runtime/collections/document/plan.ts'
import type { Document, DocumentRow } from '../../runtime/collections/document/row.ts'
import { restored } from '../../runtime/collections/request/validate.ts'
import { toRow } from '../../runtime/collections/write/row-statements.ts'
import { HttpError } from '../../runtime/common/errors.ts'
import { timeOfUuidv7 } from '../../runtime/common/uuidv7.ts'

/** Document of an import. Its own values are valid; its relations to other documents are checked later. */
export interface Entry {
  readonly plan: CollectionPlan
  readonly row: DocumentRow
  /** Number of its line, from 1. */
  readonly line: number
}

/** Reason why a line cannot be imported, and the part of the document that it concerns. */
export interface LineProblem {
  readonly line: number
  /** Path in the document, with dots; empty for the whole line. */
  readonly path: string
  readonly message: string
}

/** Reads a line with the validators of the API. Returns the document, or problems. */
export function readLine(
  text: string,
  line: number,
  plans: ReadonlyMap<string, CollectionPlan>,
): Entry | readonly LineProblem[] {
  const wrong = (message: string, path = ''): LineProblem[] => [{ line, path, message }]
  const parsed = parse(text)
  if (parsed === undefined) return wrong('This is not JSON.')
  const result = shape.safeParse(parsed)
  if (!result.success) return wrong('A line must be {"collection": name, "document": {…}}.')
  const { collection, document } = result.data
  const plan = plans.get(collection)
  if (!plan) return wrong(`There is no collection ${collection}.${hint(collection, plans.keys())}`)
  const system = systemShape.safeParse(
    Object.fromEntries(Object.entries(document).filter(([name]) => isSystemProperty(name))),
  )
  const problems: LineProblem[] = [
    ...unknownNames(document, plan).flatMap(({ path, message }) => wrong(message, path)),
    ...(system.success ? [] : system.error.issues.flatMap(({ path, message }) => wrong(message, path.join('.')))),
  ]
  const fields = readFields(plan, document)
  if (fields instanceof HttpError) {
    problems.push(...(fields.errors ?? []).flatMap(({ path, message }) => wrong(message, path)))
  }
  if (!system.success || fields instanceof HttpError || problems.length > 0) return problems
  const columns = systemColumns(system.data, plan)
  return typeof columns === 'string' ? wrong(columns, 'status') : { plan, row: toRow(plan, columns, fields), line }
}

const shape = z.strictObject({
  collection: z.string(),
  // A record of zod would lose a member called `__proto__`.
  document: z.custom<Document>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
})

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const user = z.string().max(200).nullable().default(null)

/** Properties of a document besides its fields. A missing time of creation is taken from its UUID (version 7). */
const systemShape = z.object({
  id: z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, {
    error: 'A UUID of version 7 in lower case is required.',
  }),
  status: z.enum(['draft', 'scheduled', 'published']).optional(),
  createdAt: time.optional(),
  updatedAt: time.optional(),
  publishedAt: time.nullish(),
  scheduledAt: time.nullish(),
  createdBy: user,
  updatedBy: user,
  version: z.int().min(1).default(1),
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readFields(plan: CollectionPlan, document: Document): Document | HttpError {
  try {
    return restored(plan, document)
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}

function unknownNames(document: Document, plan: CollectionPlan): { path: string; message: string }[] {
  return Object.keys(document)
    .filter((name) => !isSystemProperty(name) && !plan.byName.has(name))
    .map((name) => ({ path: name, message: `There is no such field.${hint(name, plan.byName.keys())}` }))
}

/** Returns the values of system columns, or a sentence if they contradict each other. */
function systemColumns(columns: z.output<typeof systemShape>, { collection }: CollectionPlan) {
  const status = columns.status ?? (collection.drafts ? 'draft' : 'published')
  if (!collection.drafts && status !== 'published') return 'This collection has no drafts.'
  const createdAt = columns.createdAt ?? timeOfUuidv7(columns.id)
  const updatedAt = columns.updatedAt ?? createdAt
  const scheduledAt = columns.scheduledAt ?? null
  if (status === 'scheduled' && scheduledAt === null) return 'A scheduled document needs a scheduledAt.'
  if (status === 'draft' && scheduledAt !== null) return 'A draft has no scheduledAt.'
  // A document that was published by its schedule keeps that time.
  if (status === 'published' && scheduledAt !== null && scheduledAt > Date.now()) {
    return 'The scheduledAt of a published document is in the past.'
  }
  const dated = columns.publishedAt ?? (status === 'published' ? createdAt : null)
  const publishedAt = status === 'scheduled' ? null : dated
  const { id, createdBy, updatedBy, version } = columns
  return { id, status, createdAt, updatedAt, publishedAt, scheduledAt, createdBy, updatedBy, version }
}

function hint(name: string, names: Iterable<string>): string {
  const meant = nearest(name, [...names])
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}
