import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TRANSITIONS } from './states/changes.ts'
import { type Deployments, startDeployments } from './states/deployments.ts'
import { askAll, makeFirst, startTraffic } from './states/traffic.ts'

/**
 * One service through twelve deployments, each of another kind of change, in the steps of `cms deploy`, with 50 requests
 * a second all the while. Every answer is held against what its program declares.
 */
let deployments: Deployments

beforeAll(async () => {
  deployments = await startDeployments(TRANSITIONS)
  await makeFirst(deployments.program(0))
})
afterAll(() => deployments?.dispose())

describe.each(TRANSITIONS.slice(1).map(({ name, phase }, index) => ({ name, phase, after: index + 1 })))(
  '$name',
  ({ phase, after }) => {
    test('no answer is wrong, and none is refused, on the way', async () => {
      const [old, next] = [deployments.program(after - 1), deployments.program(after)]
      expect(next.phases.at(-1)).toBe(phase)
      await using traffic = startTraffic(old)
      await traffic.answered(15)
      // The new program before its schema: what it needs is applied while these wait.
      const early = askAll(next)
      await deployments.apply(after, { onlyExpand: true })
      await traffic.answered(15)
      await traffic.sendTo(next)
      // Some places have not heard of the new program yet.
      await using late = startTraffic(old)
      await late.answered(5)
      await deployments.apply(after, {})
      await Promise.all([traffic.answered(30), late.answered(20)])
      await Promise.all([traffic.stop(), late.stop()])
      const refused = phase === 'expand' ? 'nothing' : '503 schema_pending'
      expect(late.outcome().wrong.filter((problem) => !problem.includes(refused))).toEqual([])
      const { wrong, count } = traffic.outcome()
      expect([...(await early), ...wrong]).toEqual([])
      expect(count).toBeGreaterThanOrEqual(60)
    })

    test('the program before answers right afterwards, or 503', async () => {
      const old = deployments.program(after - 1)
      const answers = await askAll(old)
      const isServed = phase === 'expand'
      expect(answers).toEqual(isServed ? [] : answers.map(() => expect.stringContaining('503 schema_pending')))
      expect(answers.length > 0).toBe(!isServed)
    })
  },
)
