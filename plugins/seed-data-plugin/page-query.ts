import * as z from 'zod'
import type { GenerateBody } from './seed-request.ts'

const count = z.coerce.number().int().min(0).default(0)
const typed = z.string().max(20).optional()

/**
 * Query of the page of sample data. It is set by the redirect after a form, and contains the result, or the position at
 * which the next part begins.
 */
export const pageQuery = z.strictObject({
  done: z.enum(['made', 'part', 'cleared']).optional(),
  content: count,
  users: count,
  media: count,
  kept: count,
  seed: count,
  from: count,
  total: count,
  contentCount: typed,
  userCount: typed,
  mediaCount: typed,
  roles: z.string().max(1000).optional().meta({ description: 'Separated by commas.' }),
})

export type PageQuery = z.output<typeof pageQuery>

/** Returns the address of the page with the result of a form. */
export function resultPath(result: { readonly done: PageQuery['done'] & string } & Partial<PageQuery>): string {
  const entries = Object.entries(result).map(([name, value]) => [name, String(value)])
  return `/admin/seed-data?${new URLSearchParams(entries)}`
}

/** Returns the address of the page that continues after a part, with the values of the request. */
export function goOnPath(
  { contentCount, userCount, mediaCount, roles }: GenerateBody,
  { next, total, seed }: { readonly next: number; readonly total: number; readonly seed: number },
): string {
  const kept = { contentCount, userCount, mediaCount, roles: roles?.join(',') }
  const entries = Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const state = { done: 'part', seed: String(seed), from: String(next), total: String(total) }
  return `/admin/seed-data?${new URLSearchParams({ ...Object.fromEntries(entries), ...state })}`
}
