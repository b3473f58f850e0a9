import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { HostBatch, HostDatabase, HostQueue } from '../../src/hosts/host.ts'
import { createQueue } from '../../src/hosts/node/queue/queue.ts'
import {
  type QueueRunner,
  type RunnerOptions,
  removeGivenUp,
  startQueueRunner,
} from '../../src/hosts/node/queue/runner.ts'
import { openNodeDatabases } from './node-database.ts'
import { startBindings } from './workerd.ts'

/** Waits until a check holds. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000 })

/** Messages that a consumer was given, with how often each came. */
type Delivered = readonly { readonly body: unknown; readonly attempts: number; readonly id: string }[]

interface Opened {
  readonly queue: HostQueue
  delivered(): Promise<Delivered>
  dispose(): Promise<void>
}

/** Does with each message what its body says, so that one consumer serves every test. Runs in workerd, too. */
async function consume(batch: HostBatch<{ say?: string; until?: number }>, note: (message: object) => void) {
  for (const message of batch.messages) note({ body: message.body, attempts: message.attempts, id: message.id })
  for (const message of batch.messages) {
    const { say, until = 2 } = message.body
    if (message.attempts >= until) continue
    if (say === 'retry') message.retry()
    if (say === 'retry all') batch.retryAll()
    if (say === 'acknowledge, then retry') {
      message.ack()
      message.retry()
    }
    if (say === 'throw') throw new Error('the consumer throws')
  }
}

const WORKER = `
const delivered = []
${consume.toString()}
export default {
  fetch: () => Response.json(delivered),
  queue: (batch) => consume(batch, (message) => delivered.push(message)),
}`

const HOSTS: { readonly [name: string]: () => Promise<Opened> } = {
  workerd: async () => {
    const { bindings, run, dispose } = await startBindings(WORKER)
    return { queue: bindings.QUEUE, delivered: () => run('delivered') as Promise<Delivered>, dispose }
  },
  node: async () => {
    const { databases, dispose } = await openNodeDatabases()
    const delivered: Delivered[number][] = []
    const runner = startQueueRunner(
      databases[0] as HostDatabase,
      (batch) => consume(batch as never, (message) => delivered.push(message as never)),
      { pause: 20, attempts: 3, onError: () => undefined },
    )
    return {
      queue: createQueue(databases[0] as HostDatabase, () => runner.wake()),
      delivered: async () => delivered,
      dispose: async () => {
        await runner.stop()
        await dispose()
      },
    }
  },
}

describe.each(Object.entries(HOSTS))('a queue of %s', (_, open) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.dispose())

  /** Attempts at which messages whose body has this `id` were delivered, as soon as there are so many. */
  const attempts = async (id: string, count: number) => {
    const of = async () => (await opened.delivered()).filter(({ body }) => (body as { id: string }).id === id)
    await eventually(async () => expect((await of()).length).toBeGreaterThanOrEqual(count))
    return (await of()).map((message) => message.attempts)
  }

  it('delivers what is sent, one by one and together', async () => {
    const body = { id: 'sent', text: 'grüße', list: [1, null, true], deep: { a: 'b' } }
    await opened.queue.send(body)
    await opened.queue.sendBatch([{ body: { id: 'together', n: 1 } }, { body: { id: 'together', n: 2 } }])
    expect(await attempts('sent', 1)).toEqual([1])
    expect(await attempts('together', 2)).toEqual([1, 1])
    expect((await opened.delivered()).map((message) => message.body)).toContainEqual(body)
    const ids = (await opened.delivered()).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(['retry', 'retry all', 'throw'])('brings a message again where the consumer says %s', async (say) => {
    await opened.queue.send({ id: say, say })
    expect(await attempts(say, 2)).toEqual([1, 2])
  })

  it('takes what was said of a message first', async () => {
    const say = 'acknowledge, then retry'
    await opened.queue.send({ id: 'first', say })
    await opened.queue.send({ id: 'after', say: 'retry' })
    expect(await attempts('after', 2)).toEqual([1, 2])
    expect(await attempts('first', 1)).toEqual([1])
  })

  it('gives a message up that comes to nothing', async () => {
    await opened.queue.send({ id: 'hopeless', say: 'throw', until: 99 })
    expect(await attempts('hopeless', 3)).toEqual([1, 2, 3])
    await opened.queue.send({ id: 'later', say: 'retry', until: 3 })
    expect(await attempts('later', 3)).toEqual([1, 2, 3])
    expect(await attempts('hopeless', 3)).toEqual([1, 2, 3])
  })

  it('delays a message', async () => {
    await opened.queue.send({ id: 'delayed' }, { delaySeconds: 1 })
    await opened.queue.send({ id: 'at once' })
    expect(await attempts('delayed', 1)).toEqual([1])
    const order = (await opened.delivered()).map(({ body }) => (body as { id: string }).id)
    expect(order.indexOf('at once')).toBeLessThan(order.indexOf('delayed'))
  })

  it('refuses what Queues refuses', async () => {
    await expect(opened.queue.send('x'.repeat(128_001))).rejects.toThrow()
    await expect(opened.queue.send(undefined)).rejects.toThrow('cannot be undefined')
    await expect(opened.queue.sendBatch([])).rejects.toThrow('at least one')
    await expect(opened.queue.sendBatch(Array.from({ length: 101 }, () => ({ body: 1 })))).rejects.toThrow()
    await expect(opened.queue.send({}, { delaySeconds: -1 })).rejects.toThrow()
  })
})

describe('a queue in a database', () => {
  /** Several processes, each with a runner of its own, on a clock that stands still. */
  async function openSeveral(count: number) {
    const { databases, dispose } = await openNodeDatabases(count)
    const clock = { now: 1_000_000 }
    const errors: string[] = []
    const runners: QueueRunner[] = []
    return {
      db: databases[0] as HostDatabase,
      clock,
      errors,
      queue: createQueue(
        databases[0] as HostDatabase,
        () => undefined,
        () => clock.now,
      ),
      runs: (index: number, deliver: (batch: HostBatch) => Promise<void>, options: Partial<RunnerOptions> = {}) => {
        const runner = startQueueRunner(databases[index] as HostDatabase, deliver, {
          pause: 5,
          now: () => clock.now,
          onError: (message) => errors.push(message),
          ...options,
        })
        runners.push(runner)
        return runner
      },
      dispose: async () => {
        for (const runner of runners) await runner.stop()
        await dispose()
      },
    }
  }

  it('gives each message to one of several processes', async () => {
    const { queue, runs, errors, dispose } = await openSeveral(3)
    const taken: unknown[] = []
    await queue.sendBatch(Array.from({ length: 100 }, (_, body) => ({ body })))
    for (const index of [0, 1, 2]) {
      runs(index, async ({ messages }) => {
        for (const { body } of messages) taken.push(body)
        await new Promise((resolve) => setTimeout(resolve, 1))
      })
    }
    await eventually(() => expect(taken.length).toBeGreaterThanOrEqual(100))
    await dispose()
    expect(taken.sort((one, other) => Number(one) - Number(other))).toEqual(Array.from({ length: 100 }, (_, i) => i))
    expect(errors).toEqual([])
  })

  it('gives the messages of a process that died to the others, once its lease is over', async () => {
    const { db, queue, runs, clock, dispose } = await openSeveral(2)
    await queue.send({ id: 1 })
    let end: () => void = () => undefined
    const stuck = new Promise<void>((resolve) => (end = resolve))
    let begun = 0
    // It neither ends nor prolongs: to the table that is a process that died.
    runs(0, async () => {
      begun += 1
      await stuck
    })
    await eventually(() => expect(begun).toBe(1))
    const attempts: number[] = []
    const living = runs(1, async ({ messages }) => void attempts.push(...messages.map((message) => message.attempts)))
    clock.now += 59_999
    living.wake()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(attempts).toEqual([])
    clock.now += 1
    await eventually(() => expect(attempts).toEqual([2]))
    end()
    await eventually(async () => expect(await db.prepare('SELECT count(*) AS n FROM _host_queue').first('n')).toBe(0))
    await dispose()
  })

  it('keeps a message for itself for as long as it works on it', async () => {
    const { db, queue, runs, clock, dispose } = await openSeveral(2)
    await queue.send({ id: 1 })
    const lease = 30
    let deliveries = 0
    let end: () => void = () => undefined
    const working = new Promise<void>((resolve) => (end = resolve))
    const deliver = () => {
      deliveries += 1
      return working
    }
    const runners = [runs(0, deliver, { lease }), runs(1, deliver, { lease })]
    await eventually(() => expect(deliveries).toBe(1))
    for (const _ of [1, 2, 3]) {
      clock.now += lease - 1
      const dueAt = () => db.prepare('SELECT due_at FROM _host_queue').first('due_at')
      await eventually(async () => expect(await dueAt()).toBe(clock.now + lease))
      for (const runner of runners) runner.wake()
    }
    end()
    await dispose()
    expect(deliveries).toBe(1)
  })

  it('stops once the batch under way is done', async () => {
    const { db, queue, runs, dispose } = await openSeveral(1)
    await queue.send({ id: 1 })
    let isDone = false
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const runner = runs(0, async () => {
      begin()
      await new Promise((resolve) => setTimeout(resolve, 50))
      isDone = true
    })
    await begun
    await runner.stop()
    expect(isDone).toBe(true)
    expect(await db.prepare('SELECT count(*) AS n FROM _host_queue').first('n')).toBe(0)
    await dispose()
  })

  it('names a message that it gives up, and keeps it for two weeks', async () => {
    const { db, queue, runs, clock, errors, dispose } = await openSeveral(1)
    await queue.send({ secret: 'in the message' })
    runs(
      0,
      async (batch) => {
        clock.now += 10
        batch.retryAll()
      },
      { attempts: 2 },
    )
    await eventually(() => {
      clock.now += 10
      expect(errors).toEqual([
        expect.stringMatching(/^Delivery of the message [-0-9a-f]{36} failed 2 times and is not tried again/),
      ])
    })
    const left = () => db.prepare('SELECT count(*) AS n FROM _host_queue WHERE failed_at IS NOT NULL').first('n')
    await removeGivenUp(db, clock.now)
    expect(await left()).toBe(1)
    await removeGivenUp(db, clock.now + 14 * 86_400_000)
    expect(await left()).toBe(0)
    await dispose()
  })
})
