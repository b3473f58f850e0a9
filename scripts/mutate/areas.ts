/** Part of the source code, and the tests that should detect mistakes in it. */
export interface Area {
  /** Paths of files and folders. */
  readonly sources: readonly string[]
  /** Paths below `sources` that are left out, because they contain text for people, or belong to another area. */
  readonly without?: readonly string[]
  readonly tests: readonly string[]
}

export const AREAS: Readonly<Record<string, Area>> = {
  schema: {
    sources: ['src/compile/schema'],
    tests: [
      'test/compile/manifest.test.ts',
      'test/compile/schema',
      'test/compile/preflight',
      'test/migrations',
      'test/cli/migrate-verify.test.ts',
    ],
  },
  review: {
    sources: ['src/compile/review'],
    tests: [
      'test/compile/review',
      'test/compile/code',
      'test/cli/diff.process.test.ts',
      'test/cli/pull-requests.process.test.ts',
    ],
  },
  lower: {
    sources: ['src/compile/lower'],
    tests: [
      'test/compile/manifest.test.ts',
      'test/compile/access.test.ts',
      'test/compile/settings.test.ts',
      'test/compile/lock.test.ts',
      'test/compile/determinism.process.test.ts',
      'test/compile/review',
      'test/compile/emit',
      'test/compile/openapi',
    ],
  },
  preflight: {
    sources: ['src/compile/preflight'],
    tests: ['test/compile/preflight', 'test/migrations/conversions.test.ts'],
  },
  access: {
    sources: ['src/runtime/access', 'src/ground/covers.ts'],
    tests: [
      'test/runtime/access.test.ts',
      'test/runtime/logging.test.ts',
      'test/runtime/security-log.test.ts',
      'test/runtime/security-origin.test.ts',
      'test/runtime/trusted-origins.test.ts',
      'test/runtime/route-forms.test.ts',
      'test/runtime/collections/access.test.ts',
      'test/runtime/collections/corners.test.ts',
      'test/plugins/core-auth/api-tokens.test.ts',
      'test/plugins/core-auth/login.test.ts',
      'test/plugins/core-auth/session.test.ts',
      'test/compile/review/access.test.ts',
    ],
  },
  list: {
    sources: ['src/runtime/collections/list', 'src/runtime/collections/populate', 'src/runtime/collections/query'],
    tests: ['test/runtime/collections'],
  },
  documents: {
    sources: ['src/runtime/collections'],
    without: ['src/runtime/collections/list', 'src/runtime/collections/populate', 'src/runtime/collections/query'],
    tests: ['test/runtime/collections', 'test/runtime/access.test.ts', 'test/runtime/before-hooks.test.ts'],
  },
  sessions: {
    sources: ['plugins/core-auth'],
    without: ['plugins/core-auth/admin', 'plugins/core-auth/pages', 'plugins/core-auth/messages'],
    tests: ['test/plugins/core-auth', 'test/security/session-lifetime.test.ts', 'test/security/sign-out.test.ts'],
  },
  migrations: {
    sources: ['src/runtime/migrations'],
    tests: [
      'test/runtime/migrations',
      'test/runtime/bootstrap.process.test.ts',
      'test/runtime/schema-lock.test.ts',
      'test/compile/local/move.test.ts',
    ],
  },
  cache: {
    sources: ['plugins/cache'],
    without: ['plugins/cache/pages', 'plugins/cache/messages'],
    tests: ['test/plugins/cache'],
  },
  webhooks: {
    sources: ['plugins/webhooks'],
    without: ['plugins/webhooks/pages', 'plugins/webhooks/messages'],
    tests: ['test/plugins/webhooks'],
  },
  media: {
    sources: ['plugins/core-media'],
    without: ['plugins/core-media/admin', 'plugins/core-media/messages', 'plugins/core-media/images'],
    tests: ['test/plugins/core-media', 'test/runtime/collections/corners.test.ts'],
  },
  client: { sources: ['src/client'], tests: ['test/client'] },
}
