import type { Fate, Verdict } from './run-area.ts'
import { changeOf, lineOf } from './without-effect.ts'

/** Prints the fate of a mutant, its position and change (`src/a.ts:12  a < b → a <= b`), and its line. */
export function printVerdict({ mutant, source, fate, by, seconds }: Verdict): string {
  const first = by[0] === undefined ? '' : ` by ${by[0]}`
  return `${fate}, ${seconds.toFixed(0)} s${first}\n  ${mutant.file}:${mutant.line}  ${changeOf(mutant)}\n  ${lineOf(mutant, source)}`
}

const COLUMNS = ['killed', 'timed out', 'survived', 'not reached'] as const satisfies readonly Fate[]

/**
 * Prints a row for each area, and their sum if there are several. The score is the share of mutants that tests detect.
 */
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
