import type { Compilation, Diagnostic } from '../../compile/index.ts'
import { type Compiled, isCompiled, loadCompiler } from '../compile-project.ts'
import { requireProject } from '../project.ts'
import type { Variables } from '../shell.ts'

/** The project whose tools are served, and where its content is. */
export interface LocalProject {
  /** Absolute. */
  readonly root: string
  readonly variables: Variables
  /** Folder of local data, absolute or relative to the project. */
  readonly persist: string
  /** Address of the service whose content is read. */
  readonly url: string
  /** Does work on the project, one after the other: a client may ask several things at once. */
  readonly inTurn: <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>
}

export function localProject(given: Omit<LocalProject, 'inTurn'>): LocalProject {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    ...given,
    inTurn: (signal, work) => {
      const next = turn.then(() => {
        signal.throwIfAborted() // what nobody waits for any more is not begun
        return work()
      })
      turn = next.catch(() => {})
      return next
    },
  }
}

/** The project as it is, or the mistakes that keep it from compiling. */
export type Outcome =
  | { readonly compilation: Compiled; readonly diagnostics: readonly Diagnostic[] }
  | { readonly compilation: null; readonly diagnostics: readonly Diagnostic[] }

/** @throws Failure where the folder holds no project */
export async function compileLocal({ root }: LocalProject): Promise<Outcome> {
  requireProject(root)
  const { compile } = await loadCompiler(root)
  const compilation: Compilation = await compile({ root })
  const { diagnostics } = compilation
  return isCompiled(compilation) ? { compilation, diagnostics } : { compilation: null, diagnostics }
}
