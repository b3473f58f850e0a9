import type { Service } from '../../harness/service.ts'
import { readDocuments } from './documents.ts'
import { createFindings, type Finding } from './findings.ts'
import { createApiFuzzer } from './fuzz-api.ts'
import { createFormFuzzer } from './fuzz-forms.ts'
import { createJudge } from './judge.ts'
import { readDocument } from './openapi.ts'
import { randomOf } from './random.ts'

export interface FuzzOptions {
  readonly seed: number
  /** Number of requests to send: four of the API to one of the admin's pages and forms. */
  readonly requests: number
  /** Told after each request. */
  readonly onRequest?: (done: number, findings: number) => void
  /** Told of each kind of mistake, when it comes for the first time. */
  readonly onFinding?: (finding: Finding) => void
}

export interface Fuzzed {
  readonly requests: number
  readonly seconds: number
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>
  readonly findings: readonly Finding[]
  /** `operation status` of each documented answer that came, and of each that did not. */
  readonly coverage: { readonly seen: readonly string[]; readonly missing: readonly string[] }
  /** Number of kinds of pages shown. */
  readonly pages: number
  /** The slowest answers, the slowest first. */
  readonly slowest: readonly { readonly milliseconds: number; readonly request: string }[]
}

/**
 * After so many requests everybody signs in anew: they have taken each other's roles, sessions and accounts by then.
 */
const RENEWAL = 500

/** Sends valid, nearly valid and hostile requests to a service, and holds its answers against what it promises. */
export async function fuzz(service: Service, { seed, requests, onRequest, onFinding }: FuzzOptions): Promise<Fuzzed> {
  const documents = await readDocuments(service)
  const judge = createJudge(documents)
  const findings = createFindings(onFinding)
  const random = randomOf(seed)
  const api = createApiFuzzer(service, readDocument(documents[0] ?? ''), judge, random, findings)
  const forms = createFormFuzzer(service, random, findings)
  const statuses = new Map<number, number>()
  const pages = new Set<string>()
  const slowest: { milliseconds: number; request: string }[] = []
  const began = performance.now()
  for (let done = 0; done < requests; done += 1) {
    if (done % RENEWAL === 0) await renew(service, [api, forms])
    const isForm = random.chance(0.2)
    const { received, name } = await (isForm ? forms : api).step()
    statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
    slowest.push({ milliseconds: received.milliseconds, request: `${name} ${received.status}` })
    if (isForm && received.status === 200) pages.add(name)
    onRequest?.(done + 1, findings.all.length)
  }
  for (const fuzzer of [api, forms]) fuzzer.close()
  return {
    requests,
    seconds: (performance.now() - began) / 1000,
    statuses,
    findings: findings.all,
    coverage: judge.contract.coverage(/./),
    pages: pages.size,
    slowest: slowest.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10),
  }
}

/** Everybody signed in, every plugin on, and nobody over a limit. */
async function renew(service: Service, fuzzers: readonly { renew(): Promise<void> }[]): Promise<void> {
  await service.sql('UPDATE plugins SET active = 1')
  await service.sql('DELETE FROM limited_attempts')
  for (const fuzzer of fuzzers) await fuzzer.renew()
}
