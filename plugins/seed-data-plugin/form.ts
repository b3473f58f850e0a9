import * as z from 'zod'

const text = z.string().optional()
const several = z.union([z.string(), z.array(z.string())]).optional()

/** What the page's form sends: texts, of which empty ones count as left out. */
export const seedForm = z.strictObject({
  contentCount: text,
  userCount: text,
  mediaCount: text,
  seed: text,
  roles: several,
  clearExisting: text,
  from: text,
})

export type SeedForm = z.output<typeof seedForm>

/** The page that goes on where a part ended, with what was asked for. */
export function goOnPath(form: SeedForm, { next, total, seed }: { next: number; total: number; seed: number }): string {
  const { contentCount, userCount, mediaCount, roles } = form
  const kept = { contentCount, userCount, mediaCount, roles: roles && [roles].flat().join(',') }
  const given = Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const state = { done: 'part', seed: String(seed), from: String(next), total: String(total) }
  return `/admin/seed-data?${new URLSearchParams({ ...Object.fromEntries(given), ...state })}`
}

/** Things that one form makes before it asks to go on: a page should not keep anybody waiting. */
const STEP = 150

/** The same as the body of a call, each number as one, to be checked as one. */
export function formValues({ roles, clearExisting, ...numbers }: SeedForm): Record<string, unknown> {
  const given = Object.entries(numbers).flatMap(([name, value]) =>
    value === undefined || value.trim() === '' ? [] : [[name, Number(value)] as const],
  )
  return {
    ...Object.fromEntries(given),
    ...(roles === undefined ? {} : { roles: [roles].flat() }),
    ...(clearExisting === undefined ? {} : { clearExisting: true }),
    limit: STEP,
  }
}
