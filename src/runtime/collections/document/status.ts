import { t } from '../../../messages/translate.ts'
import type { FieldError } from '../../common/errors.ts'
import { HttpError } from '../../common/errors.ts'
import type { DocumentRow, Status } from './row.ts'

/** Publication state of a document. Times are milliseconds since the epoch. */
export interface PublicationState {
  readonly status: Status
  readonly publishedAt: number | null
  readonly scheduledAt: number | null
}

/** Publication state that a body requests; a property is absent if the body does not mention it. */
export interface StatusRequest {
  readonly status?: Status
  readonly scheduledAt?: number | null
  /** `null`: the document gets a new date when it is published. */
  readonly publishedAt?: number | null
}

export const STATUSES: readonly Status[] = ['draft', 'scheduled', 'published']

/** Allowed transitions between statuses. */
const ALLOWED: Record<Status, readonly Status[]> = {
  draft: ['published', 'scheduled'],
  scheduled: ['draft', 'published'],
  published: ['draft'],
}

/** Properties of a body that describe the publication state. Every other property is a field. */
export const STANDING: ReadonlySet<string> = new Set(['status', 'scheduledAt', 'publishedAt'])

/** Reads `status`, `scheduledAt` and `publishedAt` from a body, and appends their errors to `errors`. */
export function readStatusRequest(body: Readonly<Record<string, unknown>>, errors: FieldError[]): StatusRequest {
  const { status } = body
  const requested: { status?: Status; scheduledAt?: number | null; publishedAt?: number | null } = {}
  if (isStatus(status)) requested.status = status
  else if (status !== undefined) {
    errors.push({
      path: 'status',
      code: 'invalid_value',
      message: t('One of {values}.', { values: STATUSES.join(', ') }),
    })
  }
  for (const name of ['scheduledAt', 'publishedAt'] as const) {
    const input = body[name]
    const time = input === null ? null : parseTime(input)
    if (time !== undefined) requested[name] = time
    else if (input !== undefined) {
      errors.push({
        path: name,
        code: 'invalid_format',
        message: t('An ISO 8601 date and time with a zone is required.'),
      })
    }
  }
  return requested
}

/**
 * Returns the publication state of a new document.
 * @throws HttpError `validation_failed`
 */
export function initialPublicationState(requested: StatusRequest, drafts: boolean, now: number): PublicationState {
  const status = requested.status ?? (drafts ? 'draft' : 'published')
  if (!drafts && status !== 'published') throw withoutDrafts()
  return stand(status, requested, null, now)
}

/**
 * Returns the publication state that results from the current one and the request.
 * @throws HttpError `invalid_transition`, `validation_failed`
 */
export function nextPublicationState(
  current: DocumentRow,
  requested: StatusRequest,
  drafts: boolean,
  now: number,
): PublicationState {
  const status = requested.status ?? current.status
  if (status !== current.status) {
    if (!drafts) throw withoutDrafts()
    if (!ALLOWED[current.status].includes(status)) {
      throw new HttpError(
        'invalid_transition',
        t('A document cannot change from {from} to {to}.', { from: t(current.status), to: t(status) }),
      )
    }
    return stand(status, requested, current.publishedAt, now)
  }
  const { publishedAt, scheduledAt } = current
  const isRescheduled = requested.scheduledAt !== undefined && requested.scheduledAt !== scheduledAt
  const isRedated = requested.publishedAt !== undefined && requested.publishedAt !== publishedAt
  if (!isRescheduled && !isRedated) return { status, publishedAt, scheduledAt }
  if (isRescheduled || status === 'scheduled') return stand(status, { scheduledAt, ...requested }, publishedAt, now)
  // A document that was published by its schedule keeps the scheduled time.
  return { ...stand(status, { publishedAt: requested.publishedAt ?? null }, publishedAt, now), scheduledAt }
}

/**
 * Returns the time at which pending changes are to be published, as a body requests it; `null` if they have no
 * schedule.
 * @param current the current time of the schedule
 * @throws HttpError `validation_failed`
 */
export function pendingTime({ scheduledAt = undefined }: StatusRequest, current: number | null, now: number) {
  if (scheduledAt === undefined || scheduledAt === current) return current
  if (scheduledAt !== null && scheduledAt <= now)
    throw refuseTime('scheduledAt', 'invalid_value', t('The time must be in the future.'))
  return scheduledAt
}

/**
 * Requires that a body does not change the publication date. Pending changes are changes to fields; the date belongs to
 * the document itself.
 * @throws HttpError `validation_failed`
 */
export function requireUndated({ publishedAt }: StatusRequest, current: number | null): void {
  if (publishedAt === undefined || publishedAt === current) return
  throw refuseTime(
    'publishedAt',
    'invalid_value',
    t('The publication date cannot be a pending change. Change the document itself, without draft=true.'),
  )
}

/** @param kept the document's current publication time: a draft keeps it, a scheduled document loses it */
function stand(status: Status, requested: StatusRequest, kept: number | null, now: number): PublicationState {
  if (status === 'scheduled') {
    if (typeof requested.scheduledAt !== 'number')
      throw refuseTime('scheduledAt', 'required', t('A scheduled document needs a scheduled time.'))
    if (requested.scheduledAt <= now)
      throw refuseTime('scheduledAt', 'invalid_value', t('The time must be in the future.'))
    if (typeof requested.publishedAt === 'number' && requested.publishedAt !== kept)
      throw refuseTime(
        'publishedAt',
        'invalid_value',
        t('The publication date of a scheduled document is its scheduled time.'),
      )
    return { status, publishedAt: null, scheduledAt: requested.scheduledAt }
  }
  if (typeof requested.scheduledAt === 'number') {
    throw refuseTime('scheduledAt', 'invalid_value', t('Only a scheduled document has a scheduled time.'))
  }
  const dated = requested.publishedAt === undefined ? kept : requested.publishedAt
  if (dated !== null && dated !== kept && dated > now) {
    const message = t('The publication date must not be in the future. Schedule the document instead.')
    throw refuseTime('publishedAt', 'invalid_value', message)
  }
  return { status, publishedAt: status === 'published' ? (dated ?? now) : dated, scheduledAt: null }
}

function refuseTime(path: 'scheduledAt' | 'publishedAt', code: string, message: string): HttpError {
  return new HttpError('validation_failed', message, { errors: [{ path, code, message }] })
}

function withoutDrafts(): HttpError {
  const message = t('This collection has no drafts: its documents are always published.')
  return new HttpError('validation_failed', message, { errors: [{ path: 'status', code: 'invalid_value', message }] })
}

function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}

/** Converts an ISO 8601 time with a zone to milliseconds; `undefined` for anything else. */
function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}
