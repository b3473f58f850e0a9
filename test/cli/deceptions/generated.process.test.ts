import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checksumOf } from '../../../src/compile/schema/files/migration-file.ts'
import { Service } from './service.ts'

let service: Service

beforeAll(async () => {
  service = await Service.create()
})

afterAll(() => service.remove())

/** Manipulation of the migrations in one commit of the branch, and the expected output of `cms check`. */
interface Deception {
  readonly what: string
  readonly does: (copy: Service) => void | Promise<void>
  readonly says: readonly (string | RegExp)[]
  /** Default: 3, and the code `migration-altered`. */
  readonly code?: number
}

const append = (sql: string) => (copy: Service) => copy.edit(copy.migration(4), (text) => `${text}\n${sql}\n`)
const replace = (number: number, from: string | RegExp, to: string) => (copy: Service) =>
  copy.edit(copy.migration(number), (text) => text.replace(from, to))
/** Updates the checksum of a changed migration in the migration that follows it. */
const mendChild = (copy: Service, parent: number) => {
  const sum = checksumOf(copy.read(copy.migration(parent)))
  copy.edit(copy.migration(parent + 1), (text) => text.replace(/^-- parent: .*$/m, `-- parent: ${sum}`))
}
const rename = (copy: Service, from: string, to: string) => renameSync(join(copy.root, from), join(copy.root, to))

const DECEPTIONS: readonly Deception[] = [
  {
    what: 'statements appended that take rows and raise a role',
    does: append(`DELETE FROM "posts"; UPDATE "users" SET "role" = 'admin' WHERE "email" = 'me@example.com';`),
    says: ['+DELETE FROM "posts"; UPDATE "users"', 'claims to be made by `cms build`'],
  },
  {
    what: 'DROP and ADD of one column appended',
    does: append('ALTER TABLE "posts" DROP COLUMN "summary";\nALTER TABLE "posts" ADD COLUMN "summary" TEXT;'),
    says: ['+ALTER TABLE "posts" DROP COLUMN "summary";'],
  },
  {
    what: 'the class of a step relabelled',
    does: replace(4, '-- safe: add field', '-- caution: add field'),
    says: [/-.*safe: add field posts\.rating/, /\+.*caution: add field posts\.rating/],
  },
  {
    what: 'a comment that says something else',
    does: replace(4, 'add field posts.rating', 'add field posts.stars'),
    says: ['add field posts.stars'],
  },
  {
    what: 'an operation that says something else',
    does: replace(4, '"field":"rating"', '"field":"summary"'),
    says: [/-.*"field":"rating"/, /\+.*"field":"summary"/],
  },
  {
    what: 'an operation taken out, its SQL left',
    does: replace(4, /^-- op: .*\n/m, ''),
    says: [/-.*"kind":"add-field"/],
  },
  {
    what: 'SQL that stands below an operation of its own',
    does: append('-- op: {"kind":"by-hand","words":"tidy up"}\n-- safe: tidy up\nDELETE FROM "posts";'),
    says: ['+DELETE FROM "posts";'],
  },
  {
    what: 'an operation without SQL',
    does: append('-- op: {"kind":"drop-field","collection":"posts","field":"summary","reason":"old"}'),
    says: [/\+.*"kind":"drop-field"/],
  },
  {
    what: 'SQL taken out, its step left',
    does: replace(4, /^CREATE INDEX .*\n/m, ''),
    says: ['-CREATE INDEX "posts__rating__idx"'],
  },
  {
    what: 'another place named for an operation',
    does: replace(4, /posts\.ts:\d+/, 'posts.ts:1'),
    says: [/\+.*collections\/posts\.ts:1"/],
  },
  {
    what: 'the hash of the schema changed',
    does: replace(4, /-> [0-9a-f]{64}/, `-> ${'0'.repeat(64)}`),
    says: ['0'.repeat(64)],
  },
  {
    what: 'another parent named',
    does: replace(4, /^-- parent: .*$/m, `-- parent: ${'0'.repeat(64)}`),
    says: [`+-- parent: ${'0'.repeat(64)}`],
  },
  {
    what: 'a comment that hides a statement',
    does: append('/* -- safe: nothing to see\n*/ DELETE /**/ FROM/**/"content_versions" -- safe: tidy'),
    says: ['"content_versions"'],
  },
  {
    what: 'a comment that is never closed',
    does: append('/* DELETE FROM "posts";'),
    says: ['+/* DELETE FROM "posts";'],
  },
  {
    what: 'a name with a letter of another alphabet',
    does: replace(4, 'posts__rating__idx', 'posts__r\u0430ting__idx'),
    says: [/\+CREATE INDEX "posts__r/],
  },
  {
    what: 'a NUL byte, after which SQLite reads no further',
    does: append('\0DELETE FROM "posts";'),
    says: ['U+0000'],
  },
  {
    what: 'a byte order mark',
    does: (copy) => copy.edit(copy.migration(4), (text) => `\ufeff${text}`),
    says: ['U+FEFF'],
  },
  {
    what: 'letters that are shown in another order',
    does: append('-- \u202e;"stsop" MORF ETELED'),
    says: ['U+202E'],
  },
  {
    what: 'the file under another name',
    does: (copy) => rename(copy, copy.migration(4), 'migrations/0004_tidy_up.sql'),
    says: ['under the name 0004_add_posts_rating.sql'],
  },
  {
    what: 'a file that only wrangler would apply',
    does: (copy) => copy.write('migrations/0005-tidy.sql', 'DELETE FROM "posts";\n'),
    says: ['0005-tidy.sql', 'wrangler would apply it'],
  },
  {
    what: 'a merged migration edited',
    does: replace(2, 'ADD COLUMN "summary" TEXT', `ADD COLUMN "summary" TEXT DEFAULT 'x'`),
    says: ['0002_add_posts_summary.sql differs from the one in main (', `DEFAULT 'x'`, 'git checkout'],
  },
  {
    what: 'a merged migration edited, and its child mended',
    does: (copy) => {
      replace(2, '-- safe: add field', '-- safe: add the field')(copy)
      mendChild(copy, 2)
      mendChild(copy, 3)
    },
    says: [
      '0002_add_posts_summary.sql differs from the one in main (',
      '0003_fill_summaries.sql differs from the one in main (',
    ],
  },
  {
    what: 'a merged migration taken away, and those after it moved up',
    does: (copy) => {
      rmSync(join(copy.root, copy.migration(3)))
      rename(copy, copy.migration(4), 'migrations/0003_add_posts_rating.sql')
    },
    says: ['0003_fill_summaries.sql is missing, but main ('],
  },
  {
    what: 'a migration put in between merged ones',
    does: (copy) => {
      rename(copy, copy.migration(4), 'migrations/0005_add_posts_rating.sql')
      rename(copy, copy.migration(3), 'migrations/0004_fill_summaries.sql')
      copy.write('migrations/0003_tidy.sql', 'DELETE FROM "posts";\n')
    },
    says: ['0003_fill_summaries.sql is missing, but main ('],
  },
  {
    what: 'two merged migrations that change places',
    does: (copy) => {
      rename(copy, copy.migration(2), 'migrations/0003_add_posts_summary.sql')
      rename(copy, 'migrations/0003_fill_summaries.sql', 'migrations/0002_fill_summaries.sql')
    },
    says: ['0002_add_posts_summary.sql is missing', '0003_fill_summaries.sql is missing'],
  },
  {
    what: 'a migration by hand that says it was generated',
    does: (copy) => {
      const before = copy.read(copy.migration(4))
      const schema = /-> (\w+)/.exec(before)?.[1]
      const header = `-- format: 2\n-- made-by: cms build\n-- parent: ${checksumOf(before)}\n-- schema: ${schema} -> ${schema}`
      copy.write('migrations/0005_tidy_up.sql', `${header}\n\n-- safe: tidy up\nDELETE FROM "posts";\n`)
    },
    says: ['0005_tidy_up.sql', 'no migration at all'],
  },
  {
    what: 'a generated migration that says it is by hand',
    does: replace(4, '-- made-by: cms build', '-- made-by: hand'),
    says: [
      '0004_add_posts_rating.sql is handwritten and says ALTER TABLE "posts" ADD COLUMN "rating"',
      'migration-reshapes',
    ],
    code: 1,
  },
]

describe('cms check finds', () => {
  it.for(DECEPTIONS)('$what', async ({ does, says, code = 3 }) => {
    const copy = service.copy()
    try {
      await does(copy)
      copy.amend()
      const run = await copy.cms('check')
      expect({ code: run.code, stdout: run.stdout, stderr: run.stderr }).toMatchObject({ code, stdout: '' })
      if (code === 3) expect(run.stderr).toContain('migration-altered')
      for (const part of says) expect(run.stderr).toMatch(part)
    } finally {
      copy.remove()
    }
  })
})
