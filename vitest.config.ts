import { defineConfig } from 'vitest/config'
import { ownEntries } from './src/compile/load/own-entries.ts'
import { SlowFirst } from './test/harness/slow-first.ts'

/** Files whose process must not have loaded anything before them. */
const ALONE = ['test/plugins/email/smtp.test.ts', 'test/hosts/sockets.test.ts']

/**
 * Files whose services run on Node once more: the runtime as a whole, and what else the contract promises of access, plugins, the
 * queue, and bindings that fail. Pages, and the rest of the plugins, stand on the runtime and ask no binding in a way of their own.
 */
const ON_NODE = [
  'test/runtime/*.test.ts',
  'test/runtime/{collections,locales,rich-text}/*.test.ts',
  'test/plugins/{contract/contract,core-auth/login,email/queue,webhooks/delivery}.test.ts',
  'test/faults/{every-operation,hanging-database,promises}.test.ts',
  'test/security/reading/reading.test.ts',
  'test/system/{every-route,lists}.test.ts',
]

/** Files about what Node has none of: bookmarks of replicas, and headers that only Cloudflare sends. */
const NOT_ON_NODE = ['test/runtime/{database-session,logging}.test.ts']

const INCLUDED = ['test/**/*.test.ts', 'test/**/*.test.tsx']
const EXCLUDED = ['test/fixtures/**']

/** In the repository `lintel` is its own source. */
const alias = Object.entries(ownEntries()).map(([name, replacement]) => ({
  find: new RegExp(`^${name}$`),
  replacement,
}))

export default defineConfig({
  resolve: { alias },
  test: {
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/children-end.ts'],
    // A third of the time files wait for workerd, child processes and the disk: three at once keep two cores busy.
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    // As `cms` starts itself: drizzle alone takes half a second without.
    execArgv: ['--import', './src/compile/load/library-hooks.ts'],
    // A shared machine can be several times slower than the one the tests were written on.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The product runs as Node runs it: the compiler loads a project's files natively, and they must meet the same
    // instance of `lintel` that it uses itself.
    server: { deps: { external: [/\/src\//] } },
    projects: [
      // Loading compiler and Miniflare takes a second: a process does it once, for all files that it runs.
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: INCLUDED, exclude: [...EXCLUDED, ...ALONE] },
      },
      { extends: true, test: { name: 'alone', isolate: true, include: ALONE } },
      // What the API promises holds on either host.
      {
        extends: true,
        test: {
          name: 'node',
          isolate: false,
          include: ON_NODE,
          exclude: [...EXCLUDED, ...NOT_ON_NODE],
          env: { TEST_HOST: 'node' },
        },
      },
    ],
  },
})
