import { counted } from '../../ground/counted.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import type { Copied } from './copy-files.ts'

/** Problems that are printed; the others are counted. */
const SHOWN = 10

/**
 * Says what a copy did, and what it did not do.
 * @param done `pulled`, with `where` for its end
 */
export function reportCopied(
  { copied, size, unchanged, problems, isCutShort }: Copied,
  {
    done,
    where,
    json,
    output,
  }: { readonly done: string; readonly where: string; readonly json: boolean; readonly output: Output },
): ExitCode {
  const isWhole = problems.length === 0
  if (json) output.printJson({ ok: isWhole, copied, size, unchanged, problems, isCutShort })
  else {
    for (const { key, reason } of problems.slice(0, SHOWN)) {
      output.note(`${output.noteStyle('red', key)}: ${reason}`)
    }
    if (problems.length > SHOWN) output.note(`… and ${problems.length - SHOWN} more.`)
    const there = unchanged === 0 ? '' : `; ${unchanged} were there already`
    output.print(`${output.style('green', done)} ${counted(copied, 'file')}, ${size} bytes${there}: ${where}`)
    if (!isWhole) output.note(`${output.noteStyle('red', 'cms:')} ${notDone(problems.length, isCutShort)}`)
  }
  return isWhole ? exitCodes.done : exitCodes.error
}

function notDone(count: number, isCutShort: boolean): string {
  const cut = isCutShort ? ' The rest was not tried.' : ''
  return `${counted(count, 'file')} could not be copied.${cut} Run the command again: it goes on where this one ended.`
}
