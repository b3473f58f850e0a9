import { factsAfter } from '../files/facts-after.ts'
import { replay } from '../files/replay.ts'
import { isLarge } from '../files/replay-in-parts.ts'
import type { Proof, ProofSource } from './proof.ts'
import { proveChain } from './prove-chain.ts'
import { provePart } from './prove-migration.ts'

/**
 * Tries every migration of a chain on sample rows put in after each of those before it. In a large schema, of which one
 * database would take too long, each is tried on what it touches, and there are no stages to do again elsewhere.
 * @throws ReplayError where a migration does not even run on an empty database.
 */
export function proveHistory({ files, collections, types }: ProofSource): Proof {
  if (!isLarge(files)) return proveChain({ files, collections, types })
  const failures = files.flatMap((file, index) => {
    const chain = files.slice(0, index)
    return provePart(file, { schema: replay(chain).schema, facts: factsAfter(chain) }, collections, types)
  })
  return { start: { schema: { tables: [], triggers: [] }, inserted: [] }, stages: [], failures, refused: new Map() }
}
