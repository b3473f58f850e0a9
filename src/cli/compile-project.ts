import { realpathSync } from 'node:fs'
import type { Compilation, CompileOptions, Diagnostic } from '../compile/index.ts'
import { PENDING_LOCK } from '../compile/schema/files/earlier-locks.ts'
import { PENDING_NOTE } from '../compile/schema/files/history.ts'
import type { Config } from '../config/config.ts'
import type { Manifest, Migration, Schema } from '../manifest/index.ts'
import type { Invocation } from './command.ts'
import { printDiagnostics } from './diagnostics.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { Mistakes } from './failure.ts'
import { requireProject } from './project.ts'

/** A project without mistakes. */
export type Compiled = Compilation & {
  readonly manifest: Manifest
  readonly config: Config
  readonly schema: Schema
}

/**
 * Compiles the project, and prints the compiler's warnings.
 * @throws Failure if the folder holds no project
 * @throws Mistakes if the project does not compile
 */
export async function compileProject(
  { root, output }: Pick<Invocation, 'root' | 'output'>,
  options: Pick<CompileOptions, 'onPlanned'> = {},
): Promise<Compiled> {
  requireProject(root)
  const { compile } = await loadCompiler(root)
  const compilation = await compile({ root, ...options })
  const { diagnostics } = compilation
  if (!isCompiled(compilation)) throw new Mistakes(diagnostics, exitCodeOf(diagnostics))
  if (diagnostics.length > 0) printDiagnostics(diagnostics, output)
  return compilation
}

/** Loads the compiler. At the same time, starts the process that evaluates the config. */
export async function loadCompiler(root: string): Promise<typeof import('../compile/index.ts')> {
  const { evaluatorOf } = await import('../compile/apart/evaluator.ts')
  evaluatorOf(realpathSync(root)).start()
  return import('../compile/index.ts')
}

/** Tells whether the compiler found no mistake. */
export function isCompiled(compilation: Compilation): compilation is Compiled {
  return compilation.manifest !== null && compilation.config !== null && compilation.schema !== null
}

/** Returns the compilation with only the generated program as its outputs, without committed files. */
export function programOf(compilation: Compiled): Compiled {
  // The notes about the pending migration are left out, since the migration is not written here.
  const notes = [PENDING_NOTE, PENDING_LOCK]
  const outputs = [...compilation.outputs].filter(([path]) => path.startsWith('.cms/') && !notes.includes(path))
  return { ...compilation, outputs: new Map(outputs), removed: [] }
}

/** Returns the migrations that the program contains, in order. */
export function migrationsOf({ outputs }: Compiled): readonly Migration[] {
  return JSON.parse(outputs.get('.cms/migrations.json') ?? '[]') as Migration[]
}

/** Codes of mistakes that only require an acknowledgement: of a loss, or of showing values to more people. */
const UNACKNOWLEDGED = new Set(['drop-unacknowledged', 'loss-unacknowledged', 'backfill-unacknowledged'])

/** Returns the exit code for these mistakes. Missing acknowledgements have a code of their own. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return errors.length > 0 && errors.every(({ code }) => UNACKNOWLEDGED.has(code))
    ? exitCodes.destructive
    : exitCodes.error
}
