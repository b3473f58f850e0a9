import { describe, expect, it } from 'vitest'
import type { Answer, FaultPlace, Service } from '../../harness/service.ts'
import { shareOf, turn } from '../../harness/share.ts'

/** The first of two operations is `a`, the second `b`: they write different things. */
export type Side = 'a' | 'b'
type Act<Subject> = (subject: Subject, side: Side) => Promise<Answer>

/** Does alone what must be done before, and returns what is done at once with the other operation. */
interface Prepared<Subject> {
  readonly prepare: (subject: Subject, side: Side) => Promise<() => Promise<Answer>>
}

/** Operations by name, each with the route, or the endpoint of documents, that it asks. */
export type Operations<Subject> = Readonly<
  Record<string, readonly [route: string, act: Act<Subject> | Prepared<Subject>]>
>

export interface Outcome {
  /** Compared part of each response; `null` for an operation that was not tried. */
  readonly answers: readonly unknown[]
  /** Rows about the subject, by table. */
  readonly rows: Readonly<Record<string, readonly string[]>>
}

export interface Pairs<Subject> {
  readonly service: Service
  readonly operations: Operations<Subject>
  readonly standings: readonly string[]
  /** Makes a new subject, on which two operations will act. */
  readonly subject: (standing: string, names: readonly [string, string]) => Promise<Subject>
  readonly answered: (answer: Answer, subject: Subject) => unknown
  readonly rowsOf: (subject: Subject) => Promise<Outcome['rows']>
  /** Makes what differs between two orders in this pair alike. Default: nothing does. */
  readonly alike?: (outcome: Outcome, first: string, second: string) => Outcome
  /**
   * One pair in so many is tried at a commit, others at the next one; `null`: none, because a few pairs still differ in
   * what is mailed and logged. With `EVERY_PAIR=yes` all are tried.
   */
  readonly every: number | null
}

type Both = (a: () => Promise<Answer>, b: () => Promise<Answer>) => Promise<readonly (Answer | null)[]>

const CONFLICTS = [409, 412]
const inOrder: Both = async (a, b) => [await a(), await b()]
const inReverse: Both = async (a, b) => {
  const answer = await b()
  return [await a(), answer]
}

/** Calls of the database that are answered late, so that the other operation comes in between. */
const LATE: readonly FaultPlace[] = [1, 2, 3, 4, 5, 6].flatMap((nth) => [
  { nth },
  { nth: 1 + (nth % 2), matching: '^(?:insert|update|delete)\\b' },
])

/**
 * Tries two operations on one subject at once, whichever they are: the outcome is that of one after the other, or of one alone
 * if the other is refused with a conflict. How the subject stands, and which call is late, is another one at each commit.
 */
export function testPairs<Subject>(title: string, pairs: Pairs<Subject>): void {
  const { operations, standings } = pairs
  const every = process.env.EVERY_PAIR === undefined ? pairs.every : 1
  const names = Object.keys(operations)
  const rows = names
    .flatMap((first, index) => names.slice(index).map((second) => ({ first, second })))
    .map((pair, index) => ({
      ...pair,
      standing: standings[(index + turn()) % standings.length] ?? '',
      late: LATE[(index + turn()) % LATE.length] ?? {},
    }))
    .filter((_, index) => every !== null && index % every === turn() % every)
  if (rows.length === 0) return
  describe(title, () => {
    it.each(shareOf(rows, ({ first, second, standing }) => `${first}, ${second}, ${standing}`))(
      '$first and $second, of one that is $standing',
      async ({ first, second, standing, late }) => {
        expect(await findUnordered(pairs, [first, second], standing, late)).toEqual([])
      },
    )
  })
}

/** Outcome of two operations at once that no order explains, with those of the orders; empty if one does. */
async function findUnordered<Subject>(
  pairs: Pairs<Subject>,
  names: readonly [string, string],
  standing: string,
  late: FaultPlace,
): Promise<object> {
  const { service } = pairs
  const run = (both: Both) => outcomeOfBoth(pairs, names, standing, both)
  const seen = await run(async (a, b) => {
    await service.fault('DB', 'slow', { ...late, delay: 40 })
    const answers = await Promise.all([a(), b()])
    await service.fault('DB', null)
    return answers
  })
  const [isFirstRefused, isSecondRefused] = seen.statuses.map((status) => CONFLICTS.includes(status))
  const orders: Both[] = [
    inOrder,
    inReverse,
    ...(isFirstRefused ? ([async (_, b) => [null, await b()]] satisfies Both[]) : []),
    ...(isSecondRefused ? ([async (a) => [await a(), null]] satisfies Both[]) : []),
  ]
  const possible: Outcome[] = []
  for (const order of orders) {
    const { outcome } = await run(order)
    if (fits(seen.outcome, outcome)) return []
    possible.push(outcome)
  }
  return { seen: seen.outcome, possible }
}

async function outcomeOfBoth<Subject>(
  { operations, subject, answered, rowsOf, alike = (outcome) => outcome }: Pairs<Subject>,
  [first, second]: readonly [string, string],
  standing: string,
  both: Both,
): Promise<{ readonly outcome: Outcome; readonly statuses: readonly number[] }> {
  const about = await subject(standing, [first, second])
  const prepare = async (name: string, side: Side) => {
    const [, act] = operations[name] ?? []
    if (!act) throw new Error(`there is no operation ${name}`)
    return typeof act === 'function' ? () => act(about, side) : act.prepare(about, side)
  }
  const [a, b] = [await prepare(first, 'a'), await prepare(second, 'b')]
  const given = await both(a, b)
  const answers = given.map((answer) => answer && answered(answer, about))
  const outcome = alike({ answers, rows: await rowsOf(about) }, first, second)
  return { outcome, statuses: given.map((answer) => answer?.status ?? 0) }
}

function fits(seen: Outcome, { answers, rows }: Outcome): boolean {
  const isSame = JSON.stringify(Object.entries(rows)) === JSON.stringify(Object.entries(seen.rows))
  return isSame && answers.every((one, at) => one === null || JSON.stringify(one) === JSON.stringify(seen.answers[at]))
}
