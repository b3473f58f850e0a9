import { globSync } from 'node:fs'
import type { Scope } from './scope.ts'

/**
 * Test files that also run on Node, because their results depend on what the host provides: the database, KV, the
 * bucket, the queue, the cron trigger and sockets. All other behavior comes from the runtime alone. `test/hosts/` tests
 * the bindings of both hosts.
 */
const ON_NODE = [
  'test/runtime/{audit,bodies,call-api,cursor-back,database-down,http-caching*,jobs,queues,round-trips}.test.ts',
  'test/runtime/{bootstrap,schema-lock,states}*.test.ts',
  'test/runtime/{collections,locales}/*.test.ts',
  'test/plugins/{contract/contract.table,core-auth/login,email/{links,queue},webhooks/delivery}.test.ts',
  'test/faults/{every-operation.table,hanging-database,promises}.test.ts',
  'test/system/{every-route.table,lists}.test.ts',
]

/** Part of the test suite. `often` tells whether `npm test` runs it. */
export interface Part {
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  readonly often: boolean
  /** Description that follows the number of files. */
  readonly words: string
}

const byName = (ending: string) => [`test/**/*.${ending}.test.{ts,tsx}`]
const NAMED = [...byName('alone'), ...byName('process'), ...byName('browser'), ...byName('table')]

/**
 * Parts of the suite, in the order in which they run. The name of a file determines its part, such as
 * `<topic>.browser.test.ts`. Files of the part `node` also belong to another part.
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

/** Test files that belong to projects under test, not to this suite. */
export const OUTSIDE = ['test/fixtures/**']

/** Tells whether a scope includes a part. All include `tables`: `often` a share of their rows, `rest` the others. */
export function isRun(name: string, scope: Scope): boolean {
  return scope === 'all' || name === 'tables' || PARTS[name]?.often === (scope === 'often')
}

/** Returns the files of a part. */
export const filesOf = ({ include, exclude = [] }: Part) =>
  globSync([...include], { exclude: [...OUTSIDE, ...exclude] })

/** Tells whether a scope includes a test file. */
export function isRunIn(file: string, scope: Scope): boolean {
  return Object.entries(PARTS).some(([name, part]) => isRun(name, scope) && filesOf(part).includes(file))
}
