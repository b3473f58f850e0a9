import type { Planned } from '../../compile/preflight/predict.ts'
import { type Preflight, preflight } from '../../compile/preflight/preflight.ts'
import { introspectSchema } from '../../compile/schema/sql/introspect.ts'
import type { FoundDatabase } from '../../runtime/migrations/index.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { contradiction } from './contradiction.ts'
import { type TargetChoice, withTarget } from './with-target.ts'

/**
 * Checks the database of an environment against the migrations that are not applied to it yet. Nothing is written.
 * @throws Failure if the database cannot be reached, or if it is not local and its ledger contradicts the migrations
 */
export async function preflightOf(
  root: string,
  compilation: Compiled,
  { options, variables }: Pick<TargetChoice, 'options' | 'variables'>,
): Promise<Preflight> {
  const files = compilation.chain
  return withTarget({ root, config: compilation.config, options, variables }, async (target) => {
    const { database, owner } = target
    const { pending, drift } = await database.status(migrationsOf(compilation), owner)
    if (drift.length > 0 && !target.isLocal) throw contradiction(drift, target)
    const found = await database.find()
    const move = drift.length > 0 ? await moveOf(found, root, compilation) : null
    return preflight({
      live: introspectSchema(found.schema),
      pending: move ?? files.filter((file) => pending.includes(file.name)),
      collections: compilation.manifest.collections,
      query: (statements) => database.query(...statements),
    })
  })
}

/**
 * Plans how a local database is moved from its applied migrations to those of this folder.
 * @returns `null` if there is no such plan
 */
async function moveOf(found: FoundDatabase, root: string, compilation: Compiled): Promise<readonly Planned[] | null> {
  const { planLocalChange } = await import('../database/local-change.ts')
  const { readHistory } = await import('../../compile/schema/files/history.ts')
  const former = readHistory(root).files
  const { move } = (await planLocalChange(found, { compilation, former })) ?? { move: null }
  const name = move?.recorded.map((row) => row.name).join(', ') || 'return to the migrations of this folder'
  return move && [{ name, steps: move.steps }]
}
