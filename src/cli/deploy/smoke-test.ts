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
  const until = Date.now() + patience
  for (;;) {
    const wrong = await findWrong(url, expected)
    if (wrong === null) return
    if (Date.now() >= until) throw new Failure(`The smoke test failed at ${url}: ${wrong}.`)
    await sleep(Math.min(2000, Math.max(50, patience / 20)))
  }
}

async function findWrong(url: string, expected: Expected): Promise<string | null> {
  try {
    const answer = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(10_000), redirect: 'manual' })
    const parsed = health.safeParse(await answer.json().catch(() => null))
    if (!parsed.success) return `/health answers ${answer.status}, and not as this service does`
    const { environment, version, checks, schema } = parsed.data
    if (environment !== expected.environment) return `it is ${environment}, not ${expected.environment}`
    if (version !== expected.version) return `it runs the program ${version}, not ${expected.version}`
    const away = Object.entries(checks).filter(([, state]) => state !== 'ok')
    if (away.length > 0) return `${away.map(([name]) => name).join(', ')}: error`
    if (schema.pending > 0) return `${schema.pending} migrations are pending`
    if (schema.drift) return 'its schema is not what its migrations made'
    const api = await fetch(new URL('/api/health', url), { signal: AbortSignal.timeout(10_000) })
    return api.ok ? null : `/api/health answers ${api.status}`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error ? cause.message || cause.name : String(cause)
  }
}
