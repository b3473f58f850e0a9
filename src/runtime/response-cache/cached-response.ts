import type { AnswerCache, AnswerRecord, GivenAnswer, MadeAnswer } from '../../config/answers.ts'
import type { Call } from '../collections/call.ts'
import { type Answer, send } from '../collections/respond.ts'
import { noteCache } from '../common/timings.ts'
import { isForEverybody } from '../freshness/for-everybody.ts'
import { expectChange } from '../freshness/freshness.ts'
import { generationsOf } from '../freshness/generations.ts'
import type { Witness } from '../freshness/witness.ts'
import { asAppContext } from '../isolate/app-env.ts'
import { readBookmark } from '../isolate/bookmark.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { findService } from '../plugins/services.ts'
import { type Question, questionOf } from './question.ts'

type Make = (call: Call, id: string) => Promise<Answer>

/**
 * Answers a GET of a collection, from the cache where there is one and the answer is the same for everybody who is not
 * signed in. Access to the route has been decided before. Says in `X-Cache-…` where the answer came from.
 */
export async function sendCached(call: Call, id: string, make: Make): Promise<Response> {
  const isShared = call.c.get('user') === null && isForEverybody(call.runtime, call.plan.collection.name)
  const cache = isShared ? await findService(call.c, 'answers') : null
  const question = cache && questionOf(call, id)
  if (!cache || !question) return send(call.c, withHeaders(await make(call, id), BYPASS))
  const startedAt = Date.now()
  let madeMs = 0
  const given = await giveAnswer(call, cache, question, async (witness) => {
    const before = Date.now()
    const answer = await make({ ...call, witness }, id)
    madeMs = Date.now() - before
    return answer
  })
  noteCache(asAppContext(call.c).get('database').timings, question.name, startedAt, madeMs)
  if (given.status === 'STALE') expectChange(call.c, Date.now())
  else if (given.until !== null) expectChange(call.c, given.until)
  return send(call.c, withHeaders(given.answer, given))
}

/** A kept answer to the question, or a new one. */
export async function giveAnswer(
  call: Call,
  cache: AnswerCache,
  question: Question,
  make: (witness: Witness) => Promise<Answer>,
): Promise<GivenAnswer> {
  const { runtime, c } = call
  const reading = {
    // Who brings a bookmark has seen something newer than this isolate may know of.
    maxAge: isReaderAhead(call) ? 0 : cache.staleness,
    db: runtime.env.DB,
    waitUntil: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
  }
  const current = generationsOf(runtime).current(reading)
  return cache.answer({
    name: question.name,
    sources: question.sources,
    program: versionOf(runtime),
    generations: current instanceof Promise ? await current : current,
    make: () => makeAnswer(runtime, question, make),
  })
}

async function makeAnswer(
  runtime: Runtime,
  { sources, isTimeless }: Question,
  make: (witness: Witness) => Promise<Answer>,
): Promise<MadeAnswer> {
  const witness: Witness = { sources, isTimeless, seen: null }
  const { text, headers } = await make(witness)
  if (!witness.seen) throw new Error('an answer was made without readContent: what it depends on is unknown')
  const { generations, due } = witness.seen
  generationsOf(runtime).learn(generations)
  return { answer: { status: 200, text, headers }, generations, until: due }
}

const BYPASS = { status: 'BYPASS', source: 'database', ttl: 0 } as const

interface Outcome {
  readonly status: GivenAnswer['status'] | 'BYPASS'
  readonly source: GivenAnswer['source']
  readonly ttl: number
}

function withHeaders(answer: Answer | AnswerRecord, { status, source, ttl }: Outcome): Answer {
  const headers = { ...answer.headers, 'X-Cache-Status': status, 'X-Cache-Source': source, 'X-Cache-TTL': String(ttl) }
  return { status: answer.status, text: answer.text, headers }
}

function isReaderAhead({ c }: Call): boolean {
  return readBookmark(asAppContext(c)) !== null
}

/** The program and the last migration: the same answer may look different after another one. */
function versionOf({ program }: Runtime): string {
  const known = versions.get(program)
  if (known !== undefined) return known
  const version = `${program.manifest.hash.slice(0, 12)}.${program.migrations.at(-1)?.name.slice(0, 4) ?? '0'}`
  versions.set(program, version)
  return version
}

const versions = new WeakMap<Runtime['program'], string>()
