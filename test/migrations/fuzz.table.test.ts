import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proof } from '../../src/compile/schema/proof/proof.ts'
import { type Outcome, replayProof, type Transaction } from '../../src/compile/schema/proof/replay-proof.ts'
import type { Row } from '../../src/compile/schema/proof/snapshot.ts'
import { shareOfRuns } from '../harness/share.ts'
import { startDatabase, type TestDatabase } from '../runtime/migrations/database.ts'
import { checkStages, makeStages } from './fuzz/check-pair.ts'
import { drawn } from './fuzz/draw.ts'

const PAIRS = shareOfRuns(40)
/** As many are done again on D1. */
const ON_D1 = shareOfRuns(12)

/** The same pairs on every run; `FUZZ_SEED` and `npm run fuzz:migrations` draw others. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
})

afterAll(() => database.dispose())

test('between random projects, nothing is lost that the change does not name, on Node and on D1', {
  timeout: 300_000,
}, async () => {
  console.log(`${PAIRS} pairs, seed ${seed}: npm run fuzz:migrations -- --pairs ${PAIRS} --seed ${seed}`)
  const proofs: Proof[] = []
  await fc.assert(
    fc.asyncProperty(drawn(makeStages), async (stages) => {
      const proof = await checkStages(stages)
      if (proofs.length < ON_D1 && proof.stages.length > 1) proofs.push(proof)
    }),
    // Making a failing pair smaller takes minutes; `npm run fuzz:migrations` shows the pair as it is.
    { seed, numRuns: PAIRS, endOnFailure: true },
  )
  expect(proofs).toHaveLength(ON_D1)
  for (const proof of proofs) {
    await database.clear()
    const failures = await replayProof(proof, runOnD1)
    expect(failures.map(({ message, ids }) => `${message}: ${ids}`)).toEqual([])
  }
})

async function runOnD1(transactions: readonly Transaction[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { statements, queries } of transactions) {
    try {
      if (statements.length > 0) await database.sql(...statements)
      // The rows are text, numbers and nulls.
      outcomes.push({ kind: 'done', rows: queries.length > 0 ? ((await database.sql(...queries)) as Row[][]) : [] })
    } catch (error) {
      return [...outcomes, { kind: 'refused', message: String(error), statement: null }]
    }
  }
  return outcomes
}
