import type { Compilation, Diagnostic } from '../../compile/index.ts'
import { type Compiled, isCompiled, loadCompiler } from '../compile-project.ts'
import { requireProject } from '../project.ts'
import type { Variables } from '../shell.ts'

/** Project whose tools are served, and the location of its content. */
export interface LocalProject {
  /** Absolute path of the project. */
  readonly root: string
  readonly variables: Variables
  /** Folder of local data, absolute or relative to the project. */
  readonly persist: string
  /** Address of the service whose content is read. */
  readonly url: string
  /** Runs work on the project, one piece after the other: a client may send several requests at once. */
  readonly inTurn: <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>
}

export function localProject(project: Omit<LocalProject, 'inTurn'>): LocalProject {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    ...project,
    inTurn: (signal, work) => {
      const next = turn.then(() => {
        signal.throwIfAborted() // work that nobody waits for anymore is not started
        return work()
      })
      turn = next.catch(() => {})
      return next
    },
  }
}

/** Compiled project, or the mistakes that keep it from compiling. */
export type Outcome =
  | { readonly compilation: Compiled; readonly diagnostics: readonly Diagnostic[] }
  | { readonly compilation: null; readonly diagnostics: readonly Diagnostic[] }

/**
 * Compiles the project.
 * @throws Failure if the folder holds no project
 */
export async function compileLocal({ root }: LocalProject): Promise<Outcome> {
  requireProject(root)
  const { compile } = await loadCompiler(root)
  const compilation: Compilation = await compile({ root })
  const { diagnostics } = compilation
  return isCompiled(compilation) ? { compilation, diagnostics } : { compilation: null, diagnostics }
}
