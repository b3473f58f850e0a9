import type { Fate, Verdict } from './run-area.ts'
import { changeOf, lineOf } from './without-effect.ts'

/** A mutant in its place: `src/a.ts:12  a < b → a <= b`, and the line that it is in. */
export function printVerdict({ mutant, source, fate, by, seconds }: Verdict): string {
  const first = by[0] === undefined ? '' : ` by ${by[0]}`
  return `${fate}, ${seconds.toFixed(0)} s${first}\n  ${mutant.file}:${mutant.line}  ${changeOf(mutant)}\n  ${lineOf(mutant, source)}`
}

const COLUMNS = ['killed', 'timed out', 'survived', 'not reached'] as const satisfies readonly Fate[]

/** One row for each area, and their sum. The score is what was noticed, of all. */
export function printTable(areas: ReadonlyMap<string, readonly Verdict[]>): string {
  const all = [...areas.values()].flat()
  const rows = [...areas, ...(areas.size > 1 ? [['together', all] as const] : [])]
  return [
    `| area | ${COLUMNS.join(' | ')} | score |`,
    `|---|${COLUMNS.map(() => '--:').join('|')}|--:|`,
    ...rows.map(
      ([name, verdicts]) =>
        `| ${name} | ${COLUMNS.map((fate) => countOf(verdicts, fate)).join(' | ')} | ${scoreOf(verdicts)} |`,
    ),
  ].join('\n')
}

function countOf(verdicts: readonly Verdict[], fate: Fate): number {
  return verdicts.filter((verdict) => verdict.fate === fate).length
}

function scoreOf(verdicts: readonly Verdict[]): string {
  const noticed = countOf(verdicts, 'killed') + countOf(verdicts, 'timed out')
  return verdicts.length === 0 ? '–' : `${Math.round((100 * noticed) / verdicts.length)} %`
}
