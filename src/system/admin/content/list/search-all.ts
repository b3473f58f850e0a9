import * as z from 'zod'
import { HttpError, type RequestContext, searchDocuments, t } from '../../../../runtime/kit.ts'
import type { List } from './object.ts'

/** Maximum number of documents that a search over all collections shows. */
const LIMIT = 50

const status = z.enum(['draft', 'scheduled', 'published']).optional()

/**
 * Finds documents of all collections with the words of `q` in their title or text, best matches first.
 * @throws HttpError `invalid_query`
 */
export async function searchAll(c: RequestContext, parameters: URLSearchParams): Promise<List> {
  const choice = status.safeParse(parameters.get('status') ?? undefined)
  if (!choice.success) throw new HttpError('invalid_query', t('status must be draft, scheduled or published.'))
  const { found, isComplete } = await searchDocuments(c, {
    words: parameters.get('q') ?? '',
    limit: LIMIT + 1,
    ...(choice.data !== undefined && { status: choice.data }),
  })
  const data = found.slice(0, LIMIT).map(({ updatedAt, ...document }) => ({
    ...document,
    updatedAt: new Date(updatedAt).toISOString(),
  }))
  const isPartial = found.length > LIMIT || !isComplete
  return { data, pagination: { limit: LIMIT, hasPrev: false, nextCursor: null, isPartial } }
}
