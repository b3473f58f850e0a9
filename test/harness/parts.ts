import { globSync } from 'node:fs'
import type { Scope } from './scope.ts'

/**
 * Files whose services run on Node once more: those whose answers depend on what a host brings, which is the database, KV, the
 * bucket, the queue, the trigger and the socket. Access, routes, headers and pages come from the runtime alone, and so does the rest
 * of the plugins. `test/hosts/` holds the bindings of both to one suite.
 */
const ON_NODE = [
  'test/runtime/{audit,bodies,call-api,cursor-back,database-down,http-caching*,jobs,queues,round-trips}.test.ts',
  'test/runtime/{bootstrap,schema-lock,states}*.test.ts',
  'test/runtime/{collections,locales}/*.test.ts',
  'test/plugins/{contract/contract.table,core-auth/login,email/{links,queue},webhooks/delivery}.test.ts',
  'test/faults/{every-operation.table,hanging-database,promises}.test.ts',
  'test/system/{every-route.table,lists}.test.ts',
]

/** A part of the suite: what its tests need, and whether `npm test` runs it. */
export interface Part {
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  readonly often: boolean
  /** In words, after the number of files. */
  readonly words: string
}

const byName = (ending: string) => [`test/**/*.${ending}.test.{ts,tsx}`]
const NAMED = [...byName('alone'), ...byName('process'), ...byName('browser'), ...byName('table')]

/**
 * The parts in the order in which they run. A file belongs to one by its name, `<topic>.browser.test.ts`; those on Node run once more
 * there.
 */
export const PARTS: Readonly<Record<string, Part>> = {
  alone: { include: byName('alone'), often: false, words: 'whose process must be new' },
  processes: {
    include: byName('process'),
    often: false,
    words: 'about processes (cms dev, servers, deployments, packages)',
  },
  browser: { include: byName('browser'), often: false, words: 'in a browser' },
  tables: { include: byName('table'), often: true, words: 'with tables' },
  node: { include: ON_NODE, often: false, words: 'once more on Node' },
  fast: { include: ['test/**/*.test.{ts,tsx}'], exclude: NAMED, often: true, words: 'through the front door' },
}

/** Test files of the projects that tests are about. */
export const OUTSIDE = ['test/fixtures/**']

/** Tells whether a run of this scope has the part. Of tables `often` tries a share, and `rest` what is left of them. */
export function isRun(name: string, scope: Scope): boolean {
  return scope === 'all' || name === 'tables' || PARTS[name]?.often === (scope === 'often')
}

/** Files of a part, once each. */
export const filesOf = ({ include, exclude = [] }: Part) =>
  globSync([...include], { exclude: [...OUTSIDE, ...exclude] })

/** Tells whether a run of this scope has a test file. */
export function isRunIn(file: string, scope: Scope): boolean {
  return Object.entries(PARTS).some(([name, part]) => isRun(name, scope) && filesOf(part).includes(file))
}
