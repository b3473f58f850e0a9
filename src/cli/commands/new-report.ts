import type { EditResult } from '../../manifest/source-edit.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure, Mistakes } from '../failure.ts'
import type { Output } from '../output.ts'

/** Outcome of `cms new`: the files that it wrote. */
export interface Creation {
  readonly ok: true
  readonly name: string
  readonly file: string
  readonly created: readonly string[]
  readonly changed: readonly string[]
  /** Command to run next. */
  readonly next: string
}

/**
 * Returns the outcome of an edit.
 * @throws Failure if the edit was refused
 * @throws Mistakes if the project would not compile with the edit, so that nothing was written
 */
export function creationOf(response: EditResult, next: string): Creation {
  if (response.outcome === 'refused') {
    const place =
      response.file === null ? '' : ` (${[response.file, response.line].filter((part) => part !== null).join(':')})`
    const exitCode = response.why === 'invalid' && response.file === null ? exitCodes.usage : exitCodes.error
    throw new Failure(response.message + place, { exitCode })
  }
  const { name, file, files, mistakes } = response.preview
  if (response.outcome !== 'saved') throw new Mistakes(mistakes)
  const created = files.filter(({ diff }) => diff.startsWith('--- /dev/null')).map(({ path }) => path)
  const changed = files.map(({ path }) => path).filter((path) => !created.includes(path))
  return { ok: true, name, file, created, changed, next }
}

export function printCreation({ created, changed, next }: Creation, output: Output): void {
  for (const path of created) output.print(`${output.style('green', 'wrote')} ${path}`)
  for (const path of changed) output.print(`${output.style('green', 'changed')} ${path}`)
  output.print(output.style('dim', `next: ${next}`))
}
