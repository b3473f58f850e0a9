import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { KINDS, type Kind } from './processes.ts'

/** Time and resources that a test file took, from the start of its first import to its last hook. */
export interface Costs {
  /** Elapsed time in seconds. */
  readonly wall: number
  /** Processor time in seconds, by kind of process. */
  readonly cpu: Readonly<Record<Kind, number>>
  /** Number of started processes, by kind. */
  readonly starts: Readonly<Record<Kind, number>>
  /** Megabytes written to the disk. */
  readonly disk: number
}

/** Costs of one file in one project of vitest. */
export interface FileCosts extends Costs {
  /** Path from the repository's root. */
  readonly file: string
  readonly project: string
}

/** File with the costs of each test file in its latest run on this machine. Git ignores it. */
const LATEST = 'node_modules/.cache/lintel-tests/costs.json'

/** File with the costs that are used until a test file has run here. `npm run test:slow -- --keep` updates it. */
const KEPT = 'test/costs.json'

export function totalOf({ cpu }: Pick<Costs, 'cpu'>): number {
  return KINDS.reduce((sum, kind) => sum + cpu[kind], 0)
}

/** Reads the costs of each existing test file: those in `LATEST`, or else those in `KEPT`. */
export function readCosts(): ReadonlyMap<string, FileCosts> {
  const known = [KEPT, LATEST].flatMap(readFrom).filter(({ file }) => existsSync(file))
  return new Map(known.map((costs) => [keyOf(costs), costs]))
}

export function keyOf({ file, project }: Pick<FileCosts, 'file' | 'project'>): string {
  return `${project} ${file}`
}

/** Updates `LATEST` with the costs of a run. */
export function noteCosts(run: readonly FileCosts[]): void {
  const latest = new Map([...readFrom(LATEST), ...run].map((costs) => [keyOf(costs), costs]))
  write(LATEST, [...latest.values()])
}

/** Writes the known costs to `KEPT`, and returns its path. */
export function keepCosts(): string {
  write(KEPT, [...readCosts().values()])
  return KEPT
}

function readFrom(path: string): readonly FileCosts[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FileCosts[]) : []
}

/** Writes costs as JSON, with one test file per line. */
function write(path: string, all: readonly FileCosts[]): void {
  mkdirSync(dirname(path), { recursive: true })
  const lines = all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map((costs) => JSON.stringify(rounded(costs)))
  writeFileSync(path, `[\n${lines.join(',\n')}\n]\n`)
}

function rounded({ file, project, wall, cpu, starts, disk }: FileCosts) {
  const oneDigit = (value: number) => Math.round(value * 10) / 10
  const all = (values: Readonly<Record<Kind, number>>) =>
    Object.fromEntries(KINDS.map((kind) => [kind, oneDigit(values[kind])]))
  return { file, project, wall: oneDigit(wall), disk: oneDigit(disk), cpu: all(cpu), starts: all(starts) }
}
