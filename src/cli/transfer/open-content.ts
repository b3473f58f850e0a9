import type { UploadRoutes } from '../../config/plugin-data.ts'
import type { Manifest, ManifestCollection } from '../../manifest/index.ts'
import { type CollectionPlan, planOf } from '../../runtime/collections/document/plan.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { fieldTypesOf } from '../field-types.ts'
import { contradiction, envOption } from '../target/contradiction.ts'
import type { Target } from '../target/with-target.ts'

/**
 * Returns the plans of a project's collections, ordered so that each one comes after those that it refers to, if there
 * is such an order.
 */
export function plansOf({ manifest, config }: Compiled): readonly CollectionPlan[] {
  const types = fieldTypesOf(config)
  return inOrder(manifest.collections).map((collection) => planOf(collection, types))
}

/**
 * Requires that a database belongs to the project and has its schema.
 * @throws Failure with exit code 7 for the database of another project, 3 if migrations are pending, 6 if the ledger
 * contradicts the migrations
 */
export async function requireCurrent(target: Target, compilation: Compiled): Promise<void> {
  const { pending, drift } = await target.database.status(migrationsOf(compilation), target.owner)
  if (drift.length > 0) throw contradiction(drift, target)
  if (pending.length === 0) return
  throw new Failure(`${pending[0]} is not applied to this database yet.`, {
    hint: `\`cms migrate apply${envOption(target)}\` applies it.`,
    exitCode: exitCodes.stale,
  })
}

function inOrder(collections: readonly ManifestCollection[]): readonly ManifestCollection[] {
  const ordered = new Set<ManifestCollection>()
  const begun = new Set<ManifestCollection>()
  const add = (collection: ManifestCollection): void => {
    if (begun.has(collection)) return
    begun.add(collection)
    for (const { target } of collection.fields) {
      const referred = collections.find(({ name }) => name === target)
      if (referred) add(referred)
    }
    ordered.add(collection)
  }
  for (const collection of collections) add(collection)
  return [...ordered]
}

/** Returns the upload routes for each table of files that fields refer to. */
export function uploadsOf({ plugins }: Pick<Manifest, 'plugins'>): ReadonlyMap<string, UploadRoutes> {
  return new Map(plugins.flatMap(({ uploads }) => Object.entries(uploads)))
}
