import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

/** Requested page of a list. */
export interface Page {
  /** Number of the page, starting at 1. */
  readonly page: number
  /** Number of documents on a page, 1 to 100. */
  readonly limit: number
}

/** The `pagination` object of a response. Totals are absent if they were not counted. */
export interface Pagination {
  readonly page?: number
  readonly limit: number
  readonly total?: number
  readonly totalPages?: number
  readonly hasNext: boolean
  readonly hasPrev: boolean
  readonly nextCursor: string | null
  /**
   * Cursor of the previous page. Present only if the request has a cursor; `null` at the beginning, and in a search
   * without `sort`.
   */
  readonly prevCursor?: string | null
}

/** Reads `page` and `limit`. */
export function readPage(parameters: ReadonlyMap<string, string>): Page {
  return {
    page: readInteger(parameters, 'page', 1, 1_000_000_000),
    limit: readInteger(parameters, 'limit', DEFAULT_LIMIT, MAX_LIMIT),
  }
}

/** Returns the `pagination` object of a list that is counted and has no cursor, as JSON text. */
export function paginationText({ page, limit }: Page, total: number): string {
  const totalPages = Math.ceil(total / limit)
  const pagination: Pagination = {
    page,
    limit,
    total,
    totalPages,
    hasNext: page < totalPages,
    hasPrev: page > 1,
    nextCursor: null,
  }
  return JSON.stringify(pagination)
}

function readInteger(parameters: ReadonlyMap<string, string>, name: string, fallback: number, max: number): number {
  const text = parameters.get(name)
  if (text === undefined) return fallback
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= max) return value
  throw new HttpError('invalid_query', t('{name} must be a whole number from 1 to {max}.', { name, max }))
}
