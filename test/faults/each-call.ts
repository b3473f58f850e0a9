import { describe, expect, test } from 'vitest'
import type { Manifest } from '../../src/manifest/index.ts'
import type { FaultMode, FaultyBinding, Service } from '../harness/service.ts'
import { shareOf } from '../harness/share.ts'
import { findBroken } from './integrity.ts'

export interface Operation {
  /** Prepares the operation. Nothing fails in the meantime. */
  readonly prepare?: () => Promise<string>
  readonly act: (prepared: string) => Promise<Response>
  /**
   * Statuses besides 503 that are right: a write that was done and lost may be told as what it found the second time.
   */
  readonly allowed: readonly number[]
  /** Statuses that are right the second time. Default: as `allowed`. */
  readonly again?: readonly number[]
  /** Waits for what an operation leaves to the time after its response, or to the next trigger. */
  readonly settle?: (prepared: string) => Promise<unknown>
  /** The binding that fails. Default: the database. KV is asked alike by all: who the caller is. */
  readonly bindings?: readonly FaultyBinding[]
  /** Plugins write it in several statements: a failure in between leaves what comes first, and the rest to the next try. */
  readonly inSteps?: true
}

export interface World {
  readonly service: () => Service
  readonly manifest: () => Manifest
  /** Returns the state of the thing that an operation is about, which is compared. */
  readonly stateOf: (prepared: string) => Promise<string>
}

const MODES: readonly FaultMode[] = ['down', 'lost', 'hangs', 'slow']
/** Calls of one operation that are met, each in its turn: the first ones and the last. */
const MAX_CALLS = 4
const callsOf = (count: number) =>
  [...new Set([...Array.from({ length: MAX_CALLS }, (_, at) => at + 1), count])].filter((nth) => nth <= count)
/** Maximum number of attempts to prepare an operation. */
const MAX_ATTEMPTS = 5
/** Time limit of a response, in milliseconds: some deadlines, and this machine's own time. */
const PATIENCE = 6000

/**
 * Tries operations, each with every one of its calls of a binding failing, hanging, late, or done with the answer lost.
 * Whatever happens: the answer is one that the operation has or 503 with the moment of the next try, what it is about is as
 * before or as after, the operation can be repeated, and the database fits together.
 */
export function testOperations(operations: Readonly<Record<string, Operation>>, world: World): void {
  describe.each(shareOf(Object.entries(operations), ([name]) => name))('%s', (_, operation) => {
    const { bindings = ['DB'] } = operation
    const cases = bindings.flatMap((binding) => MODES.map((mode): [FaultyBinding, FaultMode] => [binding, mode]))
    test.each(cases)('%s %s', async (binding, mode) => {
      const { states, calls } = await undisturbed(world, operation, binding)
      for (const nth of callsOf(calls)) await tryCall(world, operation, { binding, mode, nth, states })
      expect(await findBroken(world.service(), world.manifest())).toEqual([])
    })
  })
}

interface States {
  readonly before: string
  readonly after: string
}

/** Does an operation with nothing failing: what it is about before and after, and how often it asks a binding. */
async function undisturbed(
  { service, stateOf }: World,
  { prepare = async () => '', act, settle }: Operation,
  binding: FaultyBinding,
): Promise<{ readonly states: States; readonly calls: number }> {
  const prepared = await prepareWith(prepare)
  const before = await stateOf(prepared)
  await service().fault(binding, null)
  await act(prepared)
  await settle?.(prepared)
  const calls = await service().fault(binding, null)
  return { states: { before, after: await stateOf(prepared) }, calls }
}

/** Prepares an operation. On a busy machine, a call of it may miss the short deadlines. */
async function prepareWith(prepare: () => Promise<string>): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await prepare()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
    }
  }
}

interface Disturbance {
  readonly binding: FaultyBinding
  readonly mode: FaultMode
  readonly nth: number
  readonly states: States
}

async function tryCall(
  { service, stateOf }: World,
  { prepare = async () => '', act, allowed, again = allowed, inSteps, settle }: Operation,
  { binding, mode, nth, states: { before, after } }: Disturbance,
): Promise<void> {
  const prepared = await prepareWith(prepare)
  await service().fault(binding, mode, { nth, delay: 200, message: 'Network connection lost.' })
  const began = Date.now()
  const answer = await act(prepared)
  expect(Date.now() - began).toBeLessThan(PATIENCE)
  await answer.arrayBuffer()
  await settle?.(prepared)
  await service().fault(binding, null)
  const { status } = answer
  expect([nth, status, [...allowed, 503].includes(status)]).toEqual([nth, status, true])
  const state = await stateOf(prepared)
  if (!inSteps) expect([before, after], `call ${nth}`).toContain(state)
  if (status !== 503) return
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const second = await act(prepared)
  expect([nth, second.status, again.includes(second.status)]).toEqual([nth, second.status, true])
  await second.arrayBuffer()
  await settle?.(prepared)
  // What was done, and its answer lost, may be done twice.
  if (!inSteps && state === before) expect(await stateOf(prepared), `call ${nth}, repeated`).toBe(after)
}
