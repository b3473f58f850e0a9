import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Service, startService } from '../../harness/service.ts'
import { addUser, freshAddress, login, PASSWORD, SECRET } from './people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET }, twins: true, dearPasswords: true })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

const SAMPLES = 16
const ROUNDS = 4
const isEven = (ratio: number) => ratio > 0.5 && ratio < 2
let people = 0
const nobody = () => {
  people += 1
  return `nobody-${people}@example.com`
}
const post = (path: string, body: object) =>
  service.json(path, { body, headers: { 'cf-connecting-ip': freshAddress() } })

/** Milliseconds that an answer takes when nothing comes in between: the lower quartile of several. */
const quartile = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0

/** Asks for somebody and for nobody by turns, so that a busy machine slows both. */
async function compare(ask: (email: string) => Promise<Answer>) {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const answers: { known: unknown[]; unknown: unknown[] } = { known: [], unknown: [] }
  const measure = async (kind: 'known' | 'unknown', email: string) => {
    const start = performance.now()
    const { status, body } = await ask(email)
    times[kind].push(performance.now() - start)
    const { requestId: _, ...told } = body
    answers[kind].push({ status, told })
  }
  const known: string[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) known.push((await addUser(service, { isDear: true })).email)
  for (const [sample, email] of known.entries()) {
    // Each goes first as often as the other, and what goes on after an answer is done before the next.
    const turns = [() => measure('known', email), () => measure('unknown', nobody())]
    for (const turn of sample % 2 === 0 ? turns : turns.toReversed()) {
      await turn()
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }
  return { answers, ratio: quartile(times.known) / quartile(times.unknown) }
}

describe('nothing tells whether an account exists', () => {
  it.each<[string, (email: string) => Promise<Answer>]>([
    ['a wrong password', (email) => login(service, email, 'not the password')],
    ['a registration', (email) => post('/auth/register', { email, password: PASSWORD })],
    ['a forgotten password', (email) => post('/auth/forgot-password', { email })],
    ['a link asked for again', (email) => post('/auth/verify-email', { email })],
  ])('neither the answer to %s nor its time', async (_, ask) => {
    await ask(nobody()) // the first of its kind compiles what all others find
    // What gives an account away does so in every round; what else the machine does, in one or the other.
    const ratios: number[] = []
    while (ratios.length < ROUNDS && !ratios.some(isEven)) {
      const { answers, ratio } = await compare(ask)
      expect(answers.known).toEqual(answers.unknown)
      ratios.push(ratio)
    }
    expect(ratios).toSatisfy((all: number[]) => all.some(isEven))
  })

  it('nor the limit, which counts emails that nobody has as well', async () => {
    for (const email of [(await addUser(service)).email, nobody()]) {
      const statuses: number[] = []
      for (let request = 1; request <= 6; request += 1)
        statuses.push((await post('/auth/forgot-password', { email })).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
  })
})

describe('limits', () => {
  it('are those of the service, not of an isolate', async () => {
    const { email } = await addUser(service)
    for (let failure = 1; failure <= 5; failure += 1) expect((await login(service, email, 'wrong')).status).toBe(401)
    const elsewhere = await service.twin('/api/auth/login', { body: { email, password: PASSWORD } })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([429, 'rate_limited'])
  })

  it('let five of a hundred requests for mail through that come at once', async () => {
    const email = nobody()
    const answers = await Promise.all(Array.from({ length: 100 }, () => post('/auth/forgot-password', { email })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95)
  })
})
