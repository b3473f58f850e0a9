import type { Service } from '../../harness/service.ts'
import { freshAddress } from '../../plugins/core-auth/people.ts'
import { type Caller, makeAnother, makeCallers } from './callers.ts'
import type { Findings } from './findings.ts'
import { answerOf, type Judge } from './judge.ts'
import type { Described, Operation } from './openapi.ts'
import type { Random } from './random.ts'
import { type Mood, makeRequest } from './request.ts'
import { createSeen, type Seen } from './seen.ts'
import { createSender, type Received, type Sent } from './send.ts'
import type { Fuzzer } from './step.ts'

const MOODS: readonly Mood[] = ['valid', 'valid', 'valid', 'valid', 'nearly', 'nearly', 'nearly', 'hostile', 'hostile']

/** Requests of every operation of the document, by everybody, each answer held against it. */
export function createApiFuzzer(
  service: Service,
  { operations, resolve }: Described,
  { judge }: Judge,
  random: Random,
  findings: Findings,
): Fuzzer {
  const sender = createSender(service.url)
  const seen = createSeen()
  let callers: Caller[] = []
  return {
    renew: async () => {
      callers = await makeCallers(service)
    },
    close: () => sender.close(),
    step: async () => {
      const operation = random.pick(operations)
      const place = placeOf(callers, operation, random)
      const caller = callers[place] as Caller // there is one at each place
      const sent = withCaller(makeRequest(operation, random.pick(MOODS), { random, seen, resolve }), caller)
      const received = await sender.send(sent)
      for (const problem of judge(sent, received)) {
        findings.add(problem.replace(sent.path, operation.template), caller.name, sent, received)
      }
      note(seen, operation, received)
      if (isSignedOut(received, sent, caller)) callers[place] = await makeAnother(service, caller)
      return { received, name: operation.id }
    },
  }
}

/** Mostly somebody who may: behind what is forbidden nothing is found. */
function placeOf(callers: readonly Caller[], { template }: Operation, random: Random): number {
  if (random.chance(0.5)) return random.integer(0, callers.length - 1)
  const wanted = template.startsWith('/admin') ? ['admin', 'editor'] : ['admin', 'editor', 'author', 'token *']
  const places = callers.flatMap(({ name }, place) => (wanted.includes(name.replace(' by cookie', '')) ? [place] : []))
  return random.pick(places)
}

/** Everybody calls from an address of their own: how often one may ask is not what is tested. */
function withCaller(sent: Sent, { headers }: Caller): Sent {
  const named = new Set(sent.headers.map(([name]) => name.toLowerCase()))
  const own = [...headers, ['CF-Connecting-IP', freshAddress()] as const]
  return { ...sent, headers: [...own.filter(([name]) => !named.has(name.toLowerCase())), ...sent.headers] }
}

function note(seen: Seen, { template }: Operation, received: Received): void {
  const answer = answerOf(received)
  if (typeof answer === 'string' || answer.status >= 400) return
  seen.note(template, answer.body)
  const etag = answer.headers.get('etag')
  if (etag !== null) seen.add('etag', etag)
}

/** Tells whether the caller is nobody by now, and has not only said something wrong about themselves. */
function isSignedOut({ status }: Received, { headers }: Sent, caller: Caller): boolean {
  const isSaid = ([name, value]: readonly [string, string]) =>
    headers.some((one) => one[0] === name && one[1] === value)
  return status === 401 && caller.headers.length > 0 && caller.headers.every(isSaid)
}
