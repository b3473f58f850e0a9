import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Migration, MigrationPhase } from '../../../src/manifest/index.ts'
import type { ApplyOptions, Owner } from '../../../src/runtime/migrations/index.ts'
import { judge, type Verdict } from '../../../src/runtime/migrations/judge.ts'
import type { LedgerRow } from '../../../src/runtime/migrations/ledger.ts'
import { shareOfRuns } from '../../harness/share.ts'
import { startDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database.dispose())

const PHASES = ['expand', 'contract', 'switch'] as const
const NAMES = ['0001_a.sql', '0002_b.sql', '0003_c.sql', '0004_d.sql']
const OURS: Owner = { project: 'shop', environment: 'production' }

/** Entry of a ledger about a migration: none, the same, another text, or what wrangler writes. */
type Mark = 'absent' | 'same' | 'edited' | 'by wrangler'

/** A database, and a program that finds it. */
interface State {
  /** By migration of the program, in order. */
  readonly marks: readonly Mark[]
  /** Migrations in the ledger that the program does not have, after the others. */
  readonly unknown: number
  readonly owner: 'nobody' | 'ours' | 'other project' | 'other environment'
  /** A table that no migration made. */
  readonly isForeign: boolean
}

interface Program {
  readonly losing: readonly boolean[]
  readonly phases: readonly MigrationPhase[]
  /** The migration whose last statement the database refuses. */
  readonly broken: number | null
  readonly options: Omit<ApplyOptions, 'owner'> & { readonly isOwned: boolean }
}

const states: fc.Arbitrary<State> = fc.record({
  marks: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.nat(NAMES.length).map((count) => NAMES.map((_, at): Mark => (at < count ? 'same' : 'absent'))),
    },
    {
      weight: 1,
      arbitrary: fc
        .nat(NAMES.length)
        .map((count) => NAMES.map((_, at): Mark => (at < count ? 'by wrangler' : 'absent'))),
    },
    { weight: 2, arbitrary: fc.tuple(...NAMES.map(() => fc.constantFrom<Mark>('absent', 'same', 'same', 'edited'))) },
  ),
  unknown: fc.constantFrom(0, 0, 0, 1, 2),
  owner: fc.constantFrom('nobody', 'nobody', 'ours', 'ours', 'other project', 'other environment'),
  isForeign: fc.constantFrom(false, false, false, true),
})

const programs: fc.Arbitrary<Program> = fc.record({
  losing: fc.tuple(...NAMES.map(() => fc.boolean())),
  phases: fc.tuple(...NAMES.map(() => fc.constantFrom(...PHASES))),
  broken: fc.constantFrom(null, null, null, 0, 1, 2, 3),
  options: fc.record({
    destructive: fc.boolean(),
    onlyExpand: fc.boolean(),
    adopt: fc.constantFrom(false, false, true),
    isOwned: fc.boolean(),
  }),
})

/** Outcome that must be: an error by its name, or which migrations are applied and which are held. */
interface Outcome {
  readonly error: string | null
  /** In the ledger afterwards, beyond what was there. */
  readonly applied: readonly string[]
  readonly held: readonly string[]
}

function expectedOutcome(
  { marks, unknown, owner, isForeign }: State,
  { losing, phases, broken, options }: Program,
): Outcome {
  const refused = (error: string): Outcome => ({ error, applied: [], held: [] })
  const isThere = marks.map((mark) => mark !== 'absent')
  const isEmptyLedger = !isThere.includes(true) && unknown === 0
  if (options.isOwned && !options.adopt) {
    if (owner !== 'nobody') {
      if (owner !== 'ours') return refused('WrongDatabaseError')
    } else if (!isThere.includes(true) && (unknown > 0 || isForeign)) return refused('WrongDatabaseError')
  }
  const last = isThere.lastIndexOf(true)
  const isSkipped = isThere.slice(0, Math.max(last, 0)).includes(false)
  const isPending = isThere.includes(false)
  if (marks.includes('edited') || isSkipped || (unknown > 0 && isPending)) return refused('MigrationDriftError')
  const isNew = isEmptyLedger
  const names = NAMES.slice(last + 1)
  const isFree = (at: number) =>
    isNew || ((options.destructive || !losing[at]) && (!options.onlyExpand || phases[at] === 'expand'))
  const stop = names.findIndex((_, index) => !isFree(last + 1 + index))
  const free = stop === -1 ? names : names.slice(0, stop)
  const breaks = broken === null ? -1 : free.indexOf(NAMES[broken] ?? '')
  if (breaks !== -1) return { error: 'MigrationError', applied: free.slice(0, breaks), held: [] }
  return { error: null, applied: free, held: names.slice(free.length) }
}

function chainOf({ losing, phases, broken }: Program): Migration[] {
  return NAMES.map((name, at) => ({
    name,
    checksum: `checksum of ${name}`,
    statements: [`CREATE TABLE t${at} (id TEXT)`, ...(broken === at ? ['INSERT INTO missing VALUES (1)'] : [])],
    destructive: losing[at] ?? false,
    phase: phases[at] ?? 'switch',
  }))
}

const WRANGLERS =
  'id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL'

/** Makes the database as a state has it. */
async function lay({ marks, unknown, owner, isForeign }: State): Promise<void> {
  await database.clear()
  const isByWrangler = marks.includes('by wrangler')
  const others = Array.from({ length: unknown }, (_, at) => `0009_other_${at}.sql`)
  const rows = [
    ...marks.flatMap((mark, at) =>
      mark === 'absent' ? [] : [[NAMES[at], mark === 'edited' ? 'another text' : `checksum of ${NAMES[at]}`]],
    ),
    ...others.map((name) => [name, 'other']),
  ]
  const insert = ([name, checksum]: (string | undefined)[]) =>
    isByWrangler
      ? `INSERT INTO d1_migrations (name) VALUES ('${name}')`
      : `INSERT INTO d1_migrations (name, checksum) VALUES ('${name}', '${checksum}')`
  const values: Readonly<Record<State['owner'], Owner | null>> = {
    nobody: null,
    ours: OURS,
    'other project': { ...OURS, project: 'blog' },
    'other environment': { ...OURS, environment: 'staging' },
  }
  const value = values[owner]
  await database.sql(
    'SELECT 1',
    ...(rows.length > 0
      ? [`CREATE TABLE d1_migrations (${WRANGLERS}${isByWrangler ? '' : ', checksum TEXT, parent TEXT, phase TEXT'})`]
      : []),
    ...rows.map(insert),
    ...marks.flatMap((mark, at) => (mark === 'absent' ? [] : [`CREATE TABLE t${at} (id TEXT)`])),
    ...(isForeign ? ['CREATE TABLE foreign_one (id TEXT)'] : []),
    ...(value
      ? [
          'CREATE TABLE system_state ("key" TEXT PRIMARY KEY, "value" TEXT, "updated_at" INTEGER)',
          `INSERT INTO system_state VALUES ('project', '${JSON.stringify(value)}', 1)`,
        ]
      : []),
  )
}

async function ledger(): Promise<string[]> {
  return (await database.status([])).applied.map(({ name }) => name)
}

const RUNS = shareOfRuns(250)

test('of every state of a database: what is applied, what is held, what is refused, and that nothing half is left', async () => {
  await fc.assert(
    fc.asyncProperty(states, programs, fc.constantFrom(1, 1, 1, 4), async (state, drawn, appliers) => {
      // Who comes second finds a database that is new no more, and may hold back what the first applies.
      const all = appliers > 1 && { destructive: true, onlyExpand: false }
      const program = { ...drawn, options: { ...drawn.options, ...all } }
      await lay(state)
      const before = await ledger()
      const chain = chainOf(program)
      const { isOwned, ...options } = program.options
      const expected = expectedOutcome(state, program)
      const calls = Array.from({ length: appliers }, () =>
        database.apply(chain, { ...options, ...(isOwned && { owner: OURS }) }),
      )
      const outcomes = await Promise.allSettled(calls)
      const errors = new Set(
        outcomes.map((one) => (one.status === 'rejected' ? String(one.reason).split(': ')[1] : null)),
      )
      expect([...errors]).toEqual([expected.error])
      expect((await ledger()).slice(before.length)).toEqual(expected.applied)
      const done = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (expected.error === null) {
        expect(done.flatMap(({ applied }) => applied).sort()).toEqual(expected.applied)
        expect(done.map(({ held }) => held)).toEqual(done.map(() => expected.held))
      }
      const [tables = []] = await database.sql(`SELECT name FROM sqlite_schema WHERE name GLOB 't[0-9]' ORDER BY name`)
      const there = [...NAMES.filter((_, at) => state.marks[at] !== 'absent'), ...expected.applied]
      expect(tables.map(({ name }) => name)).toEqual(
        NAMES.flatMap((name, at) => (there.includes(name) ? [`t${at}`] : [])),
      )
      if (isOwned && expected.error === null && state.owner !== 'nobody') {
        const [[row] = []] = await database.sql(`SELECT value FROM system_state WHERE key = 'project'`)
        expect(JSON.parse(String(row?.value))).toEqual(OURS)
      }
    }),
    { seed: 12, numRuns: RUNS },
  )
})

test('a program is judged by every ledger that there can be', () => {
  const kinds = (count: number): MigrationPhase[][] =>
    count === 0 ? [[]] : kinds(count - 1).flatMap((rest) => PHASES.map((phase) => [...rest, phase]))
  const rowOf = (name: string, phase: MigrationPhase | null, position: number): LedgerRow => ({
    name,
    phase,
    position,
    appliedAt: '',
    checksum: name,
  })
  for (const own of [0, 1, 2, 3].flatMap(kinds)) {
    const program = own.map((phase, at) => ({ name: `${at}`, checksum: `${at}`, phase, destructive: false }))
    for (let applied = 0; applied <= own.length; applied += 1) {
      for (const more of [0, 1, 2].flatMap(kinds)) {
        const rows = [...own.slice(0, applied), ...more].map((phase, at) =>
          rowOf(at < applied ? `${at}` : `other ${at}`, phase, at),
        )
        expect(judge(rows, program), JSON.stringify({ own, applied, more })).toMatchObject(
          expectedVerdict(own.slice(applied), more),
        )
      }
    }
  }
})

/** @param pending phases of what the program has and the database not; `unknown`: the other way round. */
function expectedVerdict(pending: readonly MigrationPhase[], unknown: readonly MigrationPhase[]): Partial<Verdict> {
  if (pending.length > 0 && unknown.length > 0) return { kind: 'astray' }
  if (unknown.some((phase) => phase !== 'expand')) return { kind: 'ahead' }
  if (pending.some((phase) => phase !== 'contract')) return { kind: 'wait' }
  return { kind: 'serve', isExact: pending.length + unknown.length === 0 }
}

test.each<[what: string, rows: readonly Partial<LedgerRow>[], kind: Verdict['kind']]>([
  ['an edited migration', [{ name: 'a', checksum: 'other' }], 'astray'],
  ['a skipped migration', [{ name: 'b', checksum: 'b' }], 'astray'],
  [
    'what wrangler applied',
    [
      { name: 'a', checksum: null },
      { name: 'b', checksum: null },
    ],
    'serve',
  ],
  [
    'one more, of which nothing is known',
    [
      { name: 'a', checksum: 'a' },
      { name: 'b', checksum: 'b' },
      { name: 'c', checksum: 'c', phase: null },
    ],
    'ahead',
  ],
])('%s: %#', (_what, rows, kind) => {
  const program = ['a', 'b'].map((name) => ({ name, checksum: name, phase: 'switch' as const, destructive: false }))
  const ledgerRows = rows.map(
    (row, position): LedgerRow => ({ name: '', appliedAt: '', checksum: null, phase: null, position, ...row }),
  )
  expect(judge(ledgerRows, program).kind).toBe(kind)
})
