import { type Answer, jsonRequest } from '../../harness/service.ts'
import type { Deployed } from './deployments.ts'

/** Milliseconds between two requests: 50 a second. */
const PACE = 20

/** Requests that are under way at once. */
const MAX_WAITING = 25

export interface Traffic extends AsyncDisposable {
  /** Waits for so many more answers. */
  answered(count: number): Promise<void>
  /** Has another program answer from now on; resolves when the one before has nothing left to answer. */
  sendTo(program: Deployed): Promise<void>
  /** Ends it, once everything is answered. */
  stop(): Promise<void>
  outcome(): { readonly count: number; readonly wrong: readonly string[] }
}

/** Documents that were made, by number, in whatever program. */
const made: { readonly n: number; readonly id: string }[] = []
let numbers = 0

/** Has a program make a document, so that there is one to ask for. */
export async function makeFirst(program: Deployed): Promise<void> {
  const problem = await create(program)
  if (problem !== null) throw new Error(problem)
}

/** Asks a program everything once. @returns what was wrong, a line each */
export async function askAll(program: Deployed): Promise<string[]> {
  const answers = await Promise.all(ASKED.map((ask) => ask(program)))
  return answers.filter((problem) => problem !== null)
}

/** Begins to ask a program, all its ways in turn. */
export function startTraffic(first: Deployed): Traffic {
  let target = first
  let count = 0
  let turn = 0
  const wrong: string[] = []
  const waiting = new Map<Promise<void>, Deployed>()
  const send = () => {
    // A machine that is busy gets no longer queue than this.
    if (waiting.size >= MAX_WAITING) return
    const program = target
    const ask = ASKED[turn % ASKED.length] ?? create
    turn += 1
    const request = ask(program).then((problem) => {
      count += 1
      if (problem !== null) wrong.push(problem)
      waiting.delete(request)
    })
    waiting.set(request, program)
  }
  const timer = setInterval(send, PACE)
  const stop = async () => {
    clearInterval(timer)
    await Promise.all(waiting.keys())
  }
  return {
    answered: async (more) => {
      const until = count + more
      while (count < until) await new Promise((done) => setTimeout(done, 5))
    },
    sendTo: async (program) => {
      const before = target
      target = program
      await Promise.all([...waiting].filter(([, asked]) => asked === before).map(([request]) => request))
    },
    stop,
    [Symbol.asyncDispose]: stop,
    outcome: () => ({ count, wrong }),
  }
}

/** Asks one thing; says what is wrong with the answer, or `null`. */
type Ask = (program: Deployed) => Promise<string | null>

const create: Ask = async (program) => {
  numbers += 1
  const n = numbers
  const { collection, fields } = program.shape
  const body = Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values(n)[0]]))
  const answer = await request(program, `/api/${collection}`, { body })
  if (answer.status !== 201) return refusal(program, 'create', answer)
  made.push({ n, id: answer.body.data.id })
  return documentProblem(program, 'create', answer.body.data, n)
}

const read: Ask = async (program) => {
  const { n, id } = some()
  const answer = await request(program, `/api/${program.shape.collection}/${id}`)
  if (answer.status !== 200) return refusal(program, 'read', answer)
  return documentProblem(program, 'read', answer.body.data, n)
}

const find: Ask = async (program) => {
  const { n, id } = some()
  const filters = program.shape.filters(n)
  const filter = filters[n % filters.length]
  const answer = await request(program, `/api/${program.shape.collection}?${filter}`)
  if (answer.status !== 200) return refusal(program, `find ${filter}`, answer)
  const { data, pagination } = answer.body
  if (data.length !== 1 || data[0].id !== id || pagination.total !== 1) {
    return `${program.name}: ${filter} finds ${JSON.stringify(answer.body)}`
  }
  return documentProblem(program, `find ${filter}`, data[0], n)
}

const list: Ask = async (program) => {
  const answer = await request(program, `/api/${program.shape.collection}?limit=5&sort=-createdAt`)
  if (answer.status !== 200) return refusal(program, 'list', answer)
  const { data, pagination } = answer.body
  if (data.length !== Math.min(5, pagination.total))
    return `${program.name}: list gives ${data.length} of ${pagination.total}`
  for (const document of data) {
    const n = Number(String(document[program.shape.title]).slice(2))
    const problem = documentProblem(program, 'list', document, n)
    if (problem !== null) return problem
  }
  return null
}

const patch: Ask = async (program) => {
  const { n, id } = some()
  const { collection, fields, title } = program.shape
  const body = { [title]: fields[title]?.(n)[0], views: fields.views?.(n)[0] }
  const answer = await request(program, `/api/${collection}/${id}`, { method: 'PATCH', body })
  if (answer.status !== 200) return refusal(program, 'patch', answer)
  return documentProblem(program, 'patch', answer.body.data, n)
}

const ASKED = [create, read, find, list, patch]

let chosen = 0

/** A document that was made: another one each time, and the same ones in every run. */
function some() {
  chosen += 7
  const document = made[chosen % made.length]
  if (!document) throw new Error('no document was made yet')
  return document
}

const SYSTEM = [
  'id',
  'status',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'scheduledAt',
  'createdBy',
  'updatedBy',
  'version',
]

function documentProblem({ name, shape }: Deployed, asked: string, document: Record<string, unknown>, n: number) {
  const keys = [...SYSTEM, ...Object.keys(shape.fields)].sort().join(' ')
  if (Object.keys(document).sort().join(' ') !== keys) return `${name}: ${asked} shows ${Object.keys(document)}`
  for (const [field, values] of Object.entries(shape.fields)) {
    const is = JSON.stringify(document[field])
    if (!values(n).some((value) => JSON.stringify(value) === is)) return `${name}: ${asked} of ${n} has ${field} ${is}`
  }
  return null
}

function refusal({ name }: Deployed, asked: string, { status, body }: Answer): string {
  return `${name}: ${asked} is answered ${status} ${body.code}: ${body.detail}`
}

function request({ url }: Deployed, path: string, init?: Parameters<typeof jsonRequest>[2]): Promise<Answer> {
  return jsonRequest((to, init) => fetch(new URL(to, url), init), path, init)
}
