import * as fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { shareOfRuns } from '../harness/share.ts'
import { branchChecker } from './fuzz/check-branch.ts'
import { makeStages } from './fuzz/check-pair.ts'
import { drawn } from './fuzz/draw.ts'

const PAIRS = shareOfRuns(20)

/** The same pairs on every run; `FUZZ_SEED` draws others. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_127)

let branches: ReturnType<typeof branchChecker>

beforeAll(() => {
  branches = branchChecker()
})

afterAll(() => branches.dispose())

test('a random change builds the same files again and again, and is reproduced in a fresh checkout', {
  timeout: 300_000,
}, async () => {
  await fc.assert(fc.asyncProperty(drawn(makeStages), branches.check), { seed, numRuns: PAIRS, endOnFailure: true })
})
