import { readFileSync } from 'node:fs'
import type { Mutant } from './mutants.ts'

/** Mutant that no test can detect, or that does no harm. */
interface Entry {
  readonly file: string
  /** Text of the line, without the spaces around it. */
  readonly code: string
  /** Change as the runner prints it; `*` for every change to the line. */
  readonly change: string
  readonly reason: string
}

const LIST = new URL('without-effect.json', import.meta.url)

/**
 * Returns a function that tells whether a mutant is on the list of those without effect. It compares text, so that
 * lines may move.
 */
export function effectJudge(): (mutant: Mutant, source: string) => boolean {
  const entries = JSON.parse(readFileSync(LIST, 'utf8')) as readonly Entry[]
  return (mutant, source) => {
    const code = lineOf(mutant, source)
    const change = changeOf(mutant)
    return entries.some(
      (entry) => entry.file === mutant.file && entry.code === code && (entry.change === '*' || entry.change === change),
    )
  }
}

export function lineOf({ line }: Mutant, source: string): string {
  return (source.split('\n')[line - 1] ?? '').trim()
}

/** Returns a change on one line, as `before → after`; for long text, only the part that differs. */
export function changeOf({ text, by }: Mutant): string {
  const [before, after] = [text, by].map((part) => part.replace(/\s+/g, ' ').trim()) as [string, string]
  if (Math.max(before.length, after.length) <= LONGEST)
    return `${before} → ${after === '' || after === ';' ? 'nothing' : after}`
  const start = sharedLength(before, after)
  const end = sharedLength([...before.slice(start)].reverse().join(''), [...after.slice(start)].reverse().join(''))
  const from = Math.max(0, start - AROUND)
  const part = (whole: string) => shortened(whole.slice(from, Math.max(whole.length - end + AROUND, from)))
  return `…${part(before)}… → …${part(after)}…`
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)} … ${text.slice(-LONGEST / 2)}`
}

/**
 * Maximum length of a change that is shown in full (`LONGEST`), and the number of characters around the difference in a
 * longer one (`AROUND`).
 */
const LONGEST = 60
const AROUND = 12

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
