import { counted } from '../../ground/counted.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import type { Copied } from './copy-files.ts'

/** Maximum number of problems that are printed; any others are counted. */
const SHOWN = 10

/** Returns the outcome of a copy as `--json` writes it. */
export function copiedAsJson({ copied, size, unchanged, problems, isCutShort }: Copied) {
  return { ok: problems.length === 0, copied, size, unchanged, problems, isCutShort }
}

export function exitCodeOfCopy({ problems }: Copied): ExitCode {
  return problems.length === 0 ? exitCodes.done : exitCodes.error
}

/** Prints what a copy has done, and what it has not. */
export function printCopied(
  { copied, size, unchanged, problems, isCutShort }: Copied,
  { done, where }: { readonly done: 'pulled' | 'pushed'; readonly where: string },
  output: Output,
): void {
  for (const { key, reason } of problems.slice(0, SHOWN)) {
    output.note(`${output.noteStyle('red', key)}: ${reason}`)
  }
  if (problems.length > SHOWN) output.note(`… and ${problems.length - SHOWN} more.`)
  const there = unchanged === 0 ? '' : `; ${unchanged} were already there`
  output.print(`${output.style('green', done)} ${counted(copied, 'file')}, ${size} bytes${there}: ${where}`)
  if (problems.length > 0) output.note(`${output.noteStyle('red', 'cms:')} ${notDone(problems.length, isCutShort)}`)
}

function notDone(count: number, isCutShort: boolean): string {
  const cut = isCutShort ? ' The remaining files were not tried.' : ''
  return `${counted(count, 'file')} could not be copied.${cut} Run the command again: it continues where it stopped.`
}
