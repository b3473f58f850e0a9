import { HttpError } from '../../errors.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

/** Which part of a list is asked for. */
export interface Page {
  /** From 1. */
  readonly page: number
  /** 1 to 100. */
  readonly limit: number
}

/** Reads `page` and `limit` (contract, section 3). */
export function readPage(parameters: ReadonlyMap<string, string>): Page {
  return {
    page: readInteger(parameters, 'page', 1, 1_000_000_000),
    limit: readInteger(parameters, 'limit', DEFAULT_LIMIT, MAX_LIMIT),
  }
}

/** The `pagination` object of an answer, as JSON text. */
export function paginationText({ page, limit }: Page, total: number): string {
  const totalPages = Math.ceil(total / limit)
  return JSON.stringify({
    page,
    limit,
    total,
    totalPages,
    hasNext: page < totalPages,
    hasPrev: page > 1,
    nextCursor: null,
  })
}

function readInteger(parameters: ReadonlyMap<string, string>, name: string, fallback: number, max: number): number {
  const text = parameters.get(name)
  if (text === undefined) return fallback
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= max) return value
  throw new HttpError('invalid_query', `${name} is a whole number from 1 to ${max}.`)
}
