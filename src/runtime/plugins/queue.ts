import type { ExecutionContext } from 'hono'
import type { RequestContext } from '../../config/request.ts'
import type { Json } from '../../fields/field-type.ts'
import type { HostBatch } from '../../hosts/host.ts'
import { writeLog } from '../common/log.ts'
import { during } from '../deadlines/deadline.ts'
import { inBackground } from '../isolate/background.ts'
import { type Runtime, runtimeOf } from '../isolate/runtime.ts'
import { reportError } from '../monitoring/report-error.ts'

/** A message of the service's queue, which carries the work of all plugins. */
export interface QueuedWork {
  readonly plugin: string
  readonly queue: string
  readonly message: Json
}

/** Seconds before a failed message is delivered again; the delay doubles with each further attempt. */
const RETRY_DELAY = 2
/** Maximum delay of a message in Cloudflare Queues, in seconds (platform limit). */
const LONGEST_DELAY = 43_200

/**
 * Passes work to the consumer that `plugin` declares under `queues`: through the environment's queue or, if it has
 * none, in this worker after the response. Work in the worker is lost if the worker ends, so a plugin should store
 * pending work in a table, and check the table in a cron job.
 * @param message JSON, at most 128 KB
 * @throws Error for a queue that the plugin does not declare
 */
export async function enqueue(c: RequestContext, plugin: string, queue: string, message: Json): Promise<void> {
  const runtime = runtimeOf(c)
  const work = { plugin, queue, message }
  consumerOf(runtime, work)
  if (c.env.QUEUE) await c.env.QUEUE.send(work)
  else c.executionCtx.waitUntil(consume(runtime, c.executionCtx, work))
}

/** Does the work of a batch. Each message is acknowledged, or repeated later, separately. */
export async function consumeBatch(
  runtime: Runtime,
  execution: ExecutionContext,
  batch: HostBatch<QueuedWork>,
): Promise<void> {
  for (const message of batch.messages) {
    const isDone = await consume(runtime, execution, message.body)
    if (isDone) message.ack()
    else message.retry({ delaySeconds: Math.min(RETRY_DELAY * 2 ** (message.attempts - 1), LONGEST_DELAY) })
  }
}

/**
 * Does the work of one message.
 * @returns whether the work was done: `false` if it failed, or the plugin is turned off
 */
async function consume(runtime: Runtime, execution: ExecutionContext, work: QueuedWork): Promise<boolean> {
  const { plugin, queue, message } = work
  try {
    if (!(await runtime.activity.isActive(plugin))) return false
    const { run } = consumerOf(runtime, work)
    await during('long', () => inBackground(runtime, execution, (c) => run(c, message)))
    return true
  } catch (error) {
    const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
    writeLog('error', { type: 'queue', plugin, queue, error: description })
    reportError(error, { env: runtime.env, execution, transaction: `queue ${plugin}.${queue}`, tags: {} })
    return false
  }
}

function consumerOf(runtime: Runtime, { plugin, queue }: QueuedWork) {
  const consumer = runtime.program.plugins[plugin]?.operations?.queues?.[queue]
  if (!consumer) throw new Error(`the plugin ${plugin} declares no queue ${queue}`)
  return consumer
}
