import type { StartHook } from 'lintel'
import { environmentOf, log, type RequestContext, runInBackground, settingsOf } from 'lintel/kit'
import { whyNot } from './guard.ts'
import { settings } from './settings.ts'
import { seedRuns } from './tables.ts'

/** Seed of the sample data that is created automatically. */
const SEED = 1

/**
 * Creates sample data at the first start in development, if the settings allow sample data and `autoSeed` is on. This
 * happens once per database: cleared data is not created again.
 */
export const seedAtFirstStart: StartHook = async ({ env, db, execution }) => {
  const start = { env }
  if (environmentOf(start).name !== 'development' || whyNot(start) !== null) return
  if (!settingsOf(start, settings).autoSeed || execution === undefined) return
  const runs = await db.select({ id: seedRuns.id }).from(seedRuns).limit(1)
  if (runs.length > 0) return
  // Isolates may start at the same time: only the first one that inserts this row continues.
  const line = { id: 'first-start', seed: SEED, startedAt: Date.now() }
  const [first] = await db.insert(seedRuns).values(line).onConflictDoNothing().returning()
  if (first) await runInBackground({ env, execution }, fill)
}

async function fill(c: RequestContext): Promise<void> {
  const [{ generate }, { seedRequestOf }] = await Promise.all([import('./generate.ts'), import('./seed-request.ts')])
  try {
    const { created } = await generate(c, seedRequestOf(c, { seed: SEED }))
    log(c, 'info', { type: 'seed-data', ...created })
  } catch (error) {
    // The service starts anyway; `cms seed` continues where this attempt stopped.
    log(c, 'error', {
      type: 'seed-data',
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
}
