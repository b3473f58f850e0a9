import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { compile, writeOutputs } from '../../../src/compile/index.ts'
import { readLock } from '../../../src/compile/lock/read-lock.ts'
import { printReviewAnnotations } from '../../../src/compile/review/print/print-annotations.ts'
import { printReviewText } from '../../../src/compile/review/print/print-text.ts'
import { reportOf } from '../../../src/compile/review/report.ts'
import { reviewChanges } from '../../../src/compile/review/review.ts'
import { parseMigration, toMigrations } from '../../../src/compile/schema/files/migration-file.ts'
import { openLines } from '../../../src/compile/sources/find-line.ts'
import { sourcesOf } from '../../../src/compile/sources/sources.ts'
import { makeProject, type TestProject } from '../project.ts'
import { WHOLE_PROJECT } from '../whole-project.ts'

let project: TestProject

afterEach(() => project.dispose())

/** Changes of the project by file: what stands there, and what comes in its place. */
const CHANGES: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'cms.config.ts': [
    ['retries: 3', 'retries: 4'],
    ['collections: [tales, papers, full, bare]', 'collections: [tales, full, bare, extra]'],
    [', albums({})', ''],
    [
      "import full from './collections/full.ts'",
      "import extra from './collections/extra.ts'\nimport full from './collections/full.ts'",
    ],
    ["['letters.write', 'content.edit', 'content.edit']", "['letters.write', 'media.upload']"],
    [
      "    archivist: { permissions: ['content.delete'] },\n",
      "    archivist: { permissions: ['content.*'] },\n    clerk: { permissions: [] },\n",
    ],
    ["'https://app.example.com'] }", "'https://new.example.com'], credentials: true, maxAge: 60 }"],
    ["'/images': 5000, '/': 2000, '/api': 500", "'/': 1500, '/api': 500, '/admin': 900"],
    ["domain: 'cms.example.com'", "domain: 'www.example.com'"],
    ["migrations: 'off'", "migrations: 'apply'"],
    ["serverTiming: 'off'", "serverTiming: 'all'"],
    ["AREA: 'b'", "AREA: 'c', NEW: 'd'"],
    ['betaSearch: false', 'betaSearch: true'],
    ["cdnDomain: 'cdn.example.com'", "cdnDomain: 'files.example.com'"],
    ["color: 'red'", "color: 'green'"],
    ['    preview: {},', '    staging: {},'],
    ["  name: 'site',", "  name: 'site-two',\n  auditRetention: 30,\n  dropped: { papers: 'all read' },"],
  ],
  'collections/bare.ts': [
    ['ttl: 60', 'ttl: 90'],
    [
      'amount: field.number(), shared',
      `amount: field.number({ min: 1 }),
    n1: field.string(),
    n2: field.string(),
    n3: field.string(),
    n4: field.string(),
    n5: field.string(),
    n6: field.string(),
    shared`,
    ],
  ],
  'collections/full.ts': [
    ["search: ['subject']", "search: ['subject', 'slug']"],
    [
      'versions: 7',
      "versions: 3,\n  dropped: { body: 'never read', friends: 'nobody asked', 'place.zip': 'unused' },\n  lossy: { serial: 'words from now on', versions: 'three are enough' }",
    ],
    ["  preview: 'https://www.example.com/full/{slug}?token={token}',\n", ''],
    ["[['author', '-createdAt']]", "[['kind', '-createdAt']]"],
    [
      "read: ['writer', { roles: ['viewer'], where: { subject: 'open', createdBy: '$user.id' } }]",
      "read: ['writer', { roles: ['viewer', 'author'], where: { subject: 'open' } }]",
    ],
    ["create: 'authenticated'", "create: ['author']"],
    ["update: { permission: 'letters.write' }", "update: { permission: 'content.edit' }"],
    ["user?.role === 'archivist'", "user?.role === 'editor'"],
    ['required: true,\n    }),', 'required: false,\n    }),'],
    ['unique: true, index: false', 'index: true'],
    ["min: 2, max: 200, help: 'Short.', label: 'Headline'", 'min: 3, max: 100'],
    ["    body: field.text({ access: { read: ['writer'], write: 'nobody' } }),\n", ''],
    ["field.slug({ from: 'subject' })", "field.slug({ from: 'subject', unique: true })"],
    [
      "options: [{ value: 'b', label: 'B' }, 'a'], default: 'b'",
      "options: ['a', 'c', { value: 'b', replacedBy: 'c' }], default: 'a'",
    ],
    ['serial: field.number({ readOnly: true })', "serial: field.string({ access: { read: ['editor'] } })"],
    [
      "owner: field.reference('bare', { required: true })",
      "keeper: field.reference('bare', { required: true, renamedFrom: 'owner' })",
    ],
    ["onDelete: 'cascade'", "onDelete: 'restrict'"],
    ["    friends: field.references('bare'),\n", ''],
    ["max: 9, default: 'here'", "max: 5, default: 'there'"],
    ['zip: field.string()', 'street: field.string()'],
    ['max: 100 }) }, line', 'max: 120 }) }, line'],
    ['field.string({ max: 30 })', 'field.string({ max: 30, pattern: /^x/ })'],
  ],
  'collections/shared.ts': [['max: 10', 'max: 8']],
  'collections/tales.ts': [
    ["'once'", "'twice'"],
    ["name: 'tales'", "name: 'stories',\n  renamedFrom: 'tales'"],
  ],
  'plugins/letters/plugin.ts': [
    ["version: '1.0.0'", "version: '1.1.0'"],
    ["path: '/api/letters', access: 'public', cache: { ttl: 30 }", "path: '/api/letters', access: ['viewer']"],
    ["access: ['viewer', 'editor']", "access: 'public', cache: { ttl: 5 }"],
    ["'content:delete': () => {}", "'user:update': () => {}"],
    ['    middleware: [async (_c, next) => next()],\n', ''],
    [
      "      LETTERS_SALT: { required: true, generate: true, description: 'Salt.' },\n",
      "      LETTERS_SALT: { generate: true, description: 'Salt.' },\n      WAX: { required: true, description: 'Wax.' },\n",
    ],
    ["['STAMP_KEY', 'LETTERS_SALT']", "['STAMP_KEY']"],
    ['weight: numeric(),', 'weight: numeric(),\n    height: numeric(),'],
    ['count: { everyMinutes: 5', 'count: { everyMinutes: 15'],
  ],
}

it('a review of every kind of change names the line of each', async () => {
  project = makeProject(WHOLE_PROJECT)
  const before = await compile(project)
  expect(before.diagnostics).toEqual([])
  writeOutputs(project.root, before)
  rmSync(join(project.root, '.cms'), { recursive: true }) // what was built is given from now on
  const files = Object.entries(WHOLE_PROJECT).map(([path, text]) => [path, changed(path, text)] as const)
  project.write({ ...Object.fromEntries(files), 'collections/extra.ts': EXTRA })
  const after = await compile(project)
  expect(after.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  if (!after.manifest) throw new Error('it does not compile')
  const [base, head] = [before, after].map(({ outputs }) => lockOf(outputs.get('cms.lock.json') ?? ''))
  if (!base || !head) throw new Error('there are two locks')
  const migrations = [...after.outputs].filter(([path]) => path.startsWith('migrations/0002'))
  const chain = migrations.map(([path, text]) => parseMigration(path.replace('migrations/', ''), text))
  const sources = sourcesOf(after.manifest, await openLines(project.root, ['cms.config.ts']))
  const review = reviewChanges({ base, head, migrations: chain, backfills: new Map(), sources })
  const compared = { name: 'site', base: { ref: 'main', commit: '0123456789abcdef', hasLock: true } }
  const circumstances = {
    head,
    chain: toMigrations(chain),
    stale: [],
    rows: null,
    proven: null,
    version: '0123456789ab',
  }
  const report = reportOf(review, compared, circumstances)
  const plain = {
    heading: (text: string) => text,
    dim: (text: string) => text,
    ofClass: (_: string, text: string) => text,
  }
  const text = [printReviewText(report, plain), '', ...printReviewAnnotations(report, '')].join('\n')
  await expect(`${text}\n`).toMatchFileSnapshot('../golden/review-of-everything.txt')
  const steps = review.database.filter((step) => step.class !== 'safe')
  expect(steps.map(({ message, operation }) => [message, operation?.at])).toEqual(
    steps.map(({ message, source }) => [message, source]),
  )
})

const EXTRA = `import { defineCollection, field } from 'lintel'

export default defineCollection({ name: 'extra', access: { create: 'public' }, fields: { text: field.text() } })
`

function changed(path: string, text: string): string {
  return (CHANGES[path] ?? []).reduce((all, [from, to]) => {
    expect(all).toContain(from)
    return all.replace(from, to)
  }, text)
}

function lockOf(text: string) {
  const outcome = readLock(text)
  if (!('lock' in outcome)) throw new Error(outcome.finding.message)
  return outcome.lock
}
