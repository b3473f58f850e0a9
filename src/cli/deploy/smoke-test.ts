import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { Failure } from '../failure.ts'

export interface Expected {
  readonly environment: string
  /** Of the program that was deployed. */
  readonly version: string
}

const health = z.looseObject({
  environment: z.string(),
  version: z.string(),
  checks: z.record(z.string(), z.string()),
  schema: z.looseObject({ pending: z.number(), drift: z.boolean() }),
})

/**
 * Asks the deployed service how it is, until it is as it should be: the new program takes some seconds to reach every
 * place.
 * @param url of the service, without a path
 * @param patience in milliseconds
 * @throws Failure with what was wrong at last
 */
export async function smokeTest(url: string, expected: Expected, patience = 60_000): Promise<void> {
  const wrong = await untilRight(() => findWrong(url, expected), patience)
  if (wrong !== null) throw new Failure(`The smoke test failed at ${url}: ${wrong}.`)
}

/**
 * Waits until the new program answers, whatever it says of the schema.
 * @throws Failure where another still does after `patience` milliseconds
 */
export async function awaitProgram(url: string, expected: Expected, patience: number): Promise<void> {
  const wrong = await untilRight(() => findOther(url, expected), patience)
  if (wrong !== null) throw new Failure(`The new program does not answer at ${url}: ${wrong}.`)
}

async function untilRight(find: () => Promise<string | null>, patience: number): Promise<string | null> {
  const until = Date.now() + patience
  for (;;) {
    const wrong = await find()
    if (wrong === null || Date.now() >= until) return wrong
    await sleep(Math.min(2000, Math.max(50, patience / 20)))
  }
}

async function findOther(url: string, expected: Expected): Promise<string | null> {
  try {
    const { wrong } = await askHealth(url, expected)
    return wrong
  } catch (error) {
    return reasonOf(error)
  }
}

/** What `/health` says, and where it is another program's. */
async function askHealth(url: string, { environment, version }: Expected) {
  const answer = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(10_000), redirect: 'manual' })
  const { success, data } = health.safeParse(await answer.json().catch(() => null))
  if (!success) return { data: null, wrong: `/health answers ${answer.status}, and not as this service does` }
  if (data.environment !== environment) return { data, wrong: `it is ${data.environment}, not ${environment}` }
  if (data.version !== version) return { data, wrong: `it runs the program ${data.version}, not ${version}` }
  return { data, wrong: null }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

async function findWrong(url: string, expected: Expected): Promise<string | null> {
  try {
    const { data, wrong } = await askHealth(url, expected)
    if (wrong !== null || data === null) return wrong
    const { checks, schema } = data
    const away = Object.entries(checks).filter(([, state]) => state !== 'ok')
    if (away.length > 0) return `${away.map(([name]) => name).join(', ')}: error`
    if (schema.pending > 0) return `${schema.pending} migrations are pending`
    if (schema.drift) return 'its schema is not what its migrations made'
    const api = await fetch(new URL('/api/health', url), { signal: AbortSignal.timeout(10_000) })
    return api.ok ? null : `/api/health answers ${api.status}`
  } catch (error) {
    return reasonOf(error)
  }
}
