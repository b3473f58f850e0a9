import type { Evaluated } from './messages.ts'
import { type ApartProcess, startProcess } from './process.ts'
import { type Declared, withSentBefore } from './sent-before.ts'
import { cannotEvaluate, replaces } from './without-end.ts'

/** Evaluates the config of one project in a separate process, which is kept for later evaluations. */
export interface Evaluator {
  readonly root: string
  /** Starts the process ahead of the first request. */
  start(): void
  /**
   * Evaluates the files that have changed. The promise always settles, whatever the config does.
   * @param changed absolute paths of changed files; `null` to check every file of the last evaluation
   * @param overlay contents to use in place of files, by absolute path; `null` for a file to be treated as absent
   */
  evaluate(changed: readonly string[] | null, overlay: ReadonlyMap<string, string | null>): Promise<Evaluated>
  /**
   * Runs a function that a module of this package exports, with the project as evaluated last, and with `given`.
   * @throws Error with the message of what the function throws
   */
  run<Result>(url: string, name: string, given: unknown): Promise<Result>
}

const evaluators = new Map<string, Evaluator>()

/** @param root absolute path, with links resolved */
export function evaluatorOf(root: string): Evaluator {
  const evaluator = evaluators.get(root) ?? createEvaluator(root)
  evaluators.set(root, evaluator)
  return evaluator
}

function createEvaluator(root: string): Evaluator {
  let current: ApartProcess | null = null
  let former: ApartProcess | null = null
  let last: Evaluated | null = null
  let declared: Declared = new Map()
  let turn: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work)
    turn = next
    return next
  }
  const end = () => {
    current?.end()
    current = null
    declared = new Map()
  }
  const running = (overlaid: readonly string[] = []): ApartProcess => {
    if (current?.serves(overlaid)) return current
    end()
    current = startProcess(root, overlaid, former)
    former = current
    return current
  }
  const evaluate: Evaluator['evaluate'] = async (changed, overlay) => {
    const before = current
    const overlaid = [...overlay.keys()]
    const apart = running(overlaid)
    const request = { kind: 'evaluate', changed: apart === before ? changed : null, overlay } as const
    const response = await apart.ask({ ...request, held: [] })
    if (response.kind === 'same' && last) return last
    if (response.kind === 'evaluated') {
      const { evaluated, declared: now } = withSentBefore(response.evaluated, declared)
      declared = now
      last = evaluated
      return last
    }
    end()
    const files = apart.files().length > 0 ? apart.files() : (last?.files ?? [])
    if (response.kind !== 'replaced') return cannotEvaluate(response, root, files)
    const second = running(overlaid)
    const found = await second.ask({ ...request, changed: null, held: response.names })
    end()
    return replaces(response.names, found, root, files)
  }
  return {
    root,
    start: () => {
      running()
    },
    evaluate: (changed, overlay) =>
      inTurn(async () => {
        busy(end)
        try {
          return await evaluate(changed, overlay)
        } finally {
          rest(end)
        }
      }),
    run: <Result>(url: string, name: string, given: unknown) =>
      inTurn(async () => {
        // Uses the process that evaluated the project, even if files have been added since then that it may not read.
        const response = await (current ?? running()).ask({ kind: 'run', url, name, given })
        if (response.kind === 'ran') return response.result as Result // the caller knows the type that the function returns
        throw new Error(
          response.kind === 'threw' ? response.message : 'the process that evaluates the config has exited',
        )
      }),
  }
}

/** Maximum number of idle processes, because a program that compiles many projects does not use all of them again. */
const RESTING = 2

const resting: (() => void)[] = []

function busy(end: () => void): void {
  const index = resting.indexOf(end)
  if (index !== -1) resting.splice(index, 1)
}

function rest(end: () => void): void {
  resting.push(end)
  if (resting.length > RESTING) resting.shift()?.()
}
