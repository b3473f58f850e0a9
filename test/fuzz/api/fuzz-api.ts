import type { Service } from '../../harness/service.ts'
import { freshAddress } from '../../plugins/core-auth/people.ts'
import { type Caller, makeCallers } from './callers.ts'
import { createFindings, type Finding } from './findings.ts'
import { answerOf, createJudge } from './judge.ts'
import { type Operation, readDocument } from './openapi.ts'
import { randomOf } from './random.ts'
import { type Mood, makeRequest } from './request.ts'
import { createSeen, type Seen } from './seen.ts'
import { createSender, type Sent } from './send.ts'

export interface FuzzOptions {
  readonly seed: number
  /** How many requests are sent. */
  readonly requests: number
  /** Told after each request. */
  readonly onRequest?: (done: number, findings: number) => void
}

export interface Fuzzed {
  readonly requests: number
  readonly seconds: number
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>
  readonly findings: readonly Finding[]
  /** `operation status` of each documented answer that came, and of each that did not. */
  readonly coverage: { readonly seen: readonly string[]; readonly missing: readonly string[] }
  /** The slowest answers. */
  readonly slowest: readonly { readonly milliseconds: number; readonly request: string }[]
}

/** After so many requests everybody signs in anew: they have taken each other's roles, sessions and accounts by then. */
const RENEWAL = 500

const MOODS: readonly Mood[] = ['valid', 'valid', 'valid', 'valid', 'nearly', 'nearly', 'nearly', 'hostile', 'hostile']

/** Sends requests of every operation of a service's own OpenAPI document, and holds the answers against it. */
export async function fuzzApi(service: Service, { seed, requests, onRequest }: FuzzOptions): Promise<Fuzzed> {
  const text = await (await service.fetch('/api/')).text()
  const { operations, resolve } = readDocument(text)
  const { judge, contract } = createJudge(text)
  const findings = createFindings()
  const statuses = new Map<number, number>()
  const slowest: { milliseconds: number; request: string }[] = []
  const sender = createSender(service.url)
  const random = randomOf(seed)
  const seen = createSeen()
  let callers: readonly Caller[] = []
  const began = performance.now()
  for (let done = 0; done < requests; done += 1) {
    if (done % RENEWAL === 0) callers = await renew(service)
    const operation = random.pick(operations)
    const caller = random.pick(callers)
    const sent = withCaller(makeRequest(operation, random.pick(MOODS), { random, seen, resolve }), caller)
    const received = await sender.send(sent)
    statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
    slowest.push({ milliseconds: received.milliseconds, request: `${operation.id} ${received.status}` })
    for (const problem of judge(sent, received)) {
      findings.add(problem.replace(sent.path.split('?')[0] ?? '', operation.template), caller.name, sent, received)
    }
    note(seen, operation, answerOf(received), received.headers)
    onRequest?.(done + 1, findings.all.length)
  }
  sender.close()
  return {
    requests,
    seconds: (performance.now() - began) / 1000,
    statuses,
    findings: findings.all,
    coverage: contract.coverage(/./),
    slowest: slowest.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10),
  }
}

/** Everybody signed in, every plugin on, and nobody over a limit. */
async function renew(service: Service): Promise<readonly Caller[]> {
  await service.sql('UPDATE plugins SET active = 1')
  await service.sql('DELETE FROM limited_attempts')
  return makeCallers(service)
}

/** Everybody calls from an address of their own: how often one may ask is not what is tested. */
function withCaller(sent: Sent, { headers }: Caller): Sent {
  const named = new Set(sent.headers.map(([name]) => name.toLowerCase()))
  const own = [...headers, ['CF-Connecting-IP', freshAddress()] as const]
  return { ...sent, headers: [...own.filter(([name]) => !named.has(name.toLowerCase())), ...sent.headers] }
}

function note(seen: Seen, { template }: Operation, answer: ReturnType<typeof answerOf>, headers: Headers): void {
  if (typeof answer === 'string' || answer.status >= 400) return
  seen.note(template, answer.body)
  const etag = headers.get('etag')
  if (etag !== null) seen.add('etag', etag)
}
