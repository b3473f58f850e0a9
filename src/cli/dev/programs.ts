import { sectionOf } from '../../compile/diagnostics/section.ts'
import { readGuides } from '../../compile/emit/assets.ts'
import type { Diagnostic } from '../../compile/index.ts'
import { GUIDES_ASSET, REFERENCE_ASSET } from '../../manifest/reference/reference-parts.ts'
import { askWorkerd } from '../workerd/ask-workerd.ts'
import { type LocalDatabase, localDatabaseAt } from '../workerd/local-database.ts'
import { startWorkerd, type Workerd, type WorkerdOptions } from '../workerd/start-workerd.ts'
import { findStaticFile } from '../workerd/static-file.ts'
import type { BundledWorker } from './bundle.ts'

/** Program, and the variables in its environment. */
export interface ProgramSource {
  readonly worker: BundledWorker
  /** Variables and secrets of the environment. */
  readonly variables: { readonly [name: string]: string }
}

/** Programs that a workerd serves one after the other. */
export interface Programs {
  /** Address of the current workerd. */
  readonly url: URL
  /** Database of development; it stays usable when workerd is replaced. */
  readonly database: LocalDatabase
  /** Serves this program from now on. If evaluating it throws, the previous one stays, and the error is returned. */
  load(program: ProgramSource): Promise<Diagnostic | null>
  /**
   * Tells whether workerd has to be replaced before it can load the program, since workerd never forgets a module that
   * it has read.
   */
  needsRenewal(program: ProgramSource): boolean
  /** Replaces workerd by a new one, which has read no library yet and serves nothing until a program is loaded. */
  renew(): Promise<void>
  /** Runs the program's cron trigger. */
  runScheduled(): Promise<void>
  dispose(): Promise<void>
}

/** Maximum number of programs that one workerd loads before it is replaced, so that its memory stays bounded. */
const PROGRAMS_PER_WORKERD = 100

/**
 * Starts workerd, which serves nothing until a program is loaded.
 * @throws Failure if workerd does not start
 */
export async function startPrograms(options: Omit<WorkerdOptions, 'loadModule' | 'asset'>): Promise<Programs> {
  let modules: ReadonlyMap<string, string> = new Map()
  const loadModule = (name: string): string | undefined => modules.get(name)
  const asset = (path: string): string | undefined => {
    if (path === REFERENCE_ASSET) return current?.worker.reference()
    return path === GUIDES_ASSET ? readGuides() : findStaticFile(path)?.text.toString()
  }
  const start = (): Promise<Workerd> => startWorkerd({ ...options, loadModule, asset })
  let current: ProgramSource | null = null
  let workerd = await start()
  let count = 0

  const restart = async (): Promise<void> => {
    await workerd.dispose()
    workerd = await start()
    count = 0
  }

  /** Evaluates a program. Returns the stack of the error; `null` if the program is served from now on. */
  const evaluate = async (program: ProgramSource): Promise<string | null> => {
    // Modules that an earlier program has not imported yet are kept: parts of libraries that are read when they are first
    // needed.
    const earlier = count === 0 ? [] : partsOf(current)
    count += 1
    modules = new Map([...earlier, ...modulesOf(program, count)])
    const response = await askWorkerd(new URL(`/program?module=program-${count}.mjs`, workerd.controlUrl), '')
    return response.ok ? null : response.text()
  }

  const load = async (program: ProgramSource): Promise<Diagnostic | null> => {
    const before = modules
    const failure = await evaluate(program)
    if (failure === null) {
      current = program
      return null
    }
    modules = before
    if (count === 1 && current) {
      // This workerd is new, and has read the libraries of the program that failed.
      await restart()
      await evaluate(current)
    }
    return evaluationFailed(failure)
  }
  return {
    get url() {
      return workerd.url
    },
    database: localDatabaseAt(() => new URL('/database', workerd.controlUrl)),
    load,
    needsRenewal({ worker }) {
      return count >= PROGRAMS_PER_WORKERD || (current !== null && current.worker.libraries !== worker.libraries)
    },
    renew: restart,
    async runScheduled() {
      await askWorkerd(new URL('/scheduled', workerd.controlUrl), '')
    },
    dispose: () => workerd.dispose(),
  }
}

/** Lists the modules that a program imports. */
function partsOf(program: ProgramSource | null): readonly (readonly [string, string])[] {
  return [...(program?.worker.libraries?.modules ?? []), ...(program?.worker.modules ?? [])]
}

/** Returns the modules of a program. A workerd that restarts after a crash imports `current.mjs` by itself. */
function modulesOf(program: ProgramSource, number: number): ReadonlyMap<string, string> {
  const { worker, variables } = program
  const entry = `export { default } from './worker-${number}.mjs'\nexport const variables = ${JSON.stringify(variables)}`
  return new Map<string, string>([
    ...partsOf(program),
    [`worker-${number}.mjs`, worker.code],
    [`program-${number}.mjs`, entry],
    ['current.mjs', entry],
  ])
}

function evaluationFailed(stack: string): Diagnostic {
  const [message = '', ...frames] = stack.split('\n')
  return {
    code: 'evaluation',
    severity: 'error',
    message: `The program cannot be evaluated: ${message}`,
    hint: null,
    file: null,
    line: null,
    column: null,
    frame: frames.length > 0 ? frames.join('\n') : null,
    docs: sectionOf('evaluation'),
  }
}
