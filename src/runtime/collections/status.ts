import type { FieldError } from '../common/errors.ts'
import { HttpError } from '../common/errors.ts'
import { t } from '../messages/messages.ts'
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
}

const STATUSES: readonly string[] = ['draft', 'scheduled', 'published']

/** The transitions there are (contract, section 2). */
const ALLOWED: Record<Status, readonly Status[]> = {
  draft: ['published', 'scheduled'],
  scheduled: ['draft', 'published'],
  published: ['draft'],
}

/** Reads `status` and `scheduledAt` out of a body; what is wrong with them goes into `errors`. */
export function readStatusRequest(body: Readonly<Record<string, unknown>>, errors: FieldError[]): StatusRequest {
  const { status, scheduledAt } = body
  const requested: { status?: Status; scheduledAt?: number | null } = {}
  if (isStatus(status)) requested.status = status
  else if (status !== undefined) {
    errors.push({
      path: 'status',
      code: 'invalid_value',
      message: t('One of {values}.', { values: STATUSES.join(', ') }),
    })
  }
  const time = scheduledAt === null ? null : parseTime(scheduledAt)
  if (time !== undefined) requested.scheduledAt = time
  else if (scheduledAt !== undefined) {
    errors.push({
      path: 'scheduledAt',
      code: 'invalid_format',
      message: t('An ISO 8601 date and time with a zone is required.'),
    })
  }
  return requested
}

/**
 * Publication state of a new document.
 * @throws HttpError `validation_failed`
 */
export function initialPublicationState(requested: StatusRequest, drafts: boolean, now: number): PublicationState {
  const status = requested.status ?? (drafts ? 'draft' : 'published')
  if (!drafts && status !== 'published') throw withoutDrafts()
  return stand(status, requested, now)
}

/**
 * Publication state that follows from the current one and the request.
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
        t('A document cannot go from {from} to {to}.', { from: t(current.status), to: t(status) }),
      )
    }
    return stand(status, requested, now)
  }
  const { publishedAt, scheduledAt } = current
  if (requested.scheduledAt === undefined || requested.scheduledAt === scheduledAt)
    return { status, publishedAt, scheduledAt }
  return stand(status, requested, now, publishedAt)
}

/**
 * Time at which pending changes are published, as a body requests it; `null`: when somebody says so.
 * @param current the time so far
 * @throws HttpError `validation_failed`
 */
export function pendingTime({ scheduledAt = undefined }: StatusRequest, current: number | null, now: number) {
  if (scheduledAt === undefined || scheduledAt === current) return current
  if (scheduledAt !== null && scheduledAt <= now)
    throw refuseSchedule('invalid_value', t('The time must be in the future.'))
  return scheduledAt
}

function stand(
  status: Status,
  requested: StatusRequest,
  now: number,
  publishedAt: number | null = now,
): PublicationState {
  if (status === 'scheduled') {
    if (typeof requested.scheduledAt !== 'number')
      throw refuseSchedule('required', t('A scheduled document needs a time.'))
    if (requested.scheduledAt <= now) throw refuseSchedule('invalid_value', t('The time must be in the future.'))
    return { status, publishedAt: null, scheduledAt: requested.scheduledAt }
  }
  if (typeof requested.scheduledAt === 'number') {
    throw refuseSchedule('invalid_value', t('Only a scheduled document has a time.'))
  }
  return { status, publishedAt: status === 'published' ? publishedAt : null, scheduledAt: null }
}

function refuseSchedule(code: string, message: string): HttpError {
  return new HttpError('validation_failed', message, { errors: [{ path: 'scheduledAt', code, message }] })
}

function withoutDrafts(): HttpError {
  const message = t('This collection has no drafts: its documents are always published.')
  return new HttpError('validation_failed', message, { errors: [{ path: 'status', code: 'invalid_value', message }] })
}

function isStatus(value: unknown): value is Status {
  return typeof value === 'string' && STATUSES.includes(value)
}

/** Milliseconds of an ISO 8601 time with a zone; `undefined` for anything else. */
function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}
