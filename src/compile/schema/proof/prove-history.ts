import { factsAfter } from '../files/facts-after.ts'
import { replay } from '../files/replay.ts'
import { isLarge } from '../files/replay-in-parts.ts'
import type { Proof, ProofSource } from './proof.ts'
import { proveChain } from './prove-chain.ts'
import { provePart } from './prove-migration.ts'

/**
 * Tries every migration of a chain on sample rows inserted after each previous one. In a large schema, for which one
 * database would be too slow, each migration is tried separately on the tables that it changes, and the proof has no
 * stages to repeat on another database.
 * @throws ReplayError if a migration does not even run on an empty database
 */
export function proveHistory({ files, collections, types }: ProofSource): Proof {
  if (!isLarge(files)) return proveChain({ files, collections, types })
  const failures = files.flatMap((file, index) => {
    const chain = files.slice(0, index)
    return provePart(file, { schema: replay(chain).schema, facts: factsAfter(chain) }, collections, types)
  })
  return { start: { schema: { tables: [], triggers: [] }, inserted: [] }, stages: [], failures, refused: new Map() }
}
