import type { EditResult } from '../../manifest/source-edit.ts'
import type { Invocation } from '../command.ts'
import { printDiagnostics } from '../diagnostics.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/** Output besides the files that were written. */
export interface ReportOptions extends Pick<Invocation, 'json' | 'output'> {
  /** The command to go on with. */
  readonly next?: string
}

/**
 * Tells what `cms new` has written. Where the project would not compile with it nothing has been, and the mistakes are
 * told.
 * @throws Failure where it was refused
 */
export function report(response: EditResult, { json, output, next = 'cms build' }: ReportOptions): ExitCode {
  if (response.outcome === 'refused') {
    const place =
      response.file === null ? '' : ` (${[response.file, response.line].filter((part) => part !== null).join(':')})`
    const exitCode = response.why === 'invalid' && response.file === null ? exitCodes.usage : exitCodes.error
    throw new Failure(response.message + place, { exitCode })
  }
  const { name, file, files, mistakes } = response.preview
  if (response.outcome !== 'saved') {
    if (json) output.printJson({ ok: false, diagnostics: mistakes })
    else printDiagnostics(mistakes, output)
    return exitCodes.error
  }
  const created = files.filter(({ diff }) => diff.startsWith('--- /dev/null')).map(({ path }) => path)
  const changed = files.map(({ path }) => path).filter((path) => !created.includes(path))
  if (json) output.printJson({ ok: true, name, file, created, changed, next })
  else {
    for (const path of created) output.print(`${output.style('green', 'wrote')} ${path}`)
    for (const path of changed) output.print(`${output.style('green', 'changed')} ${path}`)
    output.print(output.style('dim', `next: ${next}`))
  }
  return exitCodes.done
}
