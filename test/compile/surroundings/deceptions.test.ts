import { expect, it } from 'vitest'
import { compareFiles, type Files, json } from './changes-between.ts'

/** A change of a file around the program that looks like nothing, or like less than it is. */
interface Deception {
  readonly what: string
  readonly before?: Files
  readonly after: Files
  /** Folder of the project. Default: that of the repository. */
  readonly project?: string
}

const WORKFLOW = '.github/workflows/ci.yml'

const workflow = (step: string): Files => ({
  [WORKFLOW]: `on: push\njobs:\n  ci:\n    steps:\n      - run: ${step}\n`,
})
const scripts = (entries: object): Files => ({ 'package.json': json({ name: 'site', scripts: entries }) })
const serving = (settings: string): Files => ({ 'wrangler.toml': `name = "site"\n${settings}\n` })

const DECEPTIONS: readonly Deception[] = [
  { what: 'a description by which npm runs node-gyp', after: { 'binding.gyp': '{}' } },
  {
    what: 'a program of the project that npx prefers to an installed one',
    before: { 'package.json': '{}' },
    after: { 'package.json': json({ bin: { cms: './evil.js' } }) },
  },
  {
    what: 'a folder of such programs',
    before: { 'package.json': '{}' },
    after: { 'package.json': json({ directories: { bin: './tools' } }) },
  },
  { what: 'tools with hooks of their own', after: { 'mise.toml': '[hooks]\nenter = "evil"\n' } },
  {
    what: 'a program whose extension a command leaves out',
    before: { ...workflow('node ci/check'), 'ci/check.js': 'a' },
    after: { 'ci/check.js': 'b' },
  },
  {
    what: 'a program that a command runs in a folder of which most files are a caution',
    before: { ...workflow('bash terraform/apply.sh'), 'terraform/apply.sh': 'a' },
    after: { 'terraform/apply.sh': 'b' },
  },
  {
    what: 'SQL that a deploy runs',
    before: { ...workflow('npx wrangler d1 execute DB --remote --file ops/views.sql'), 'ops/views.sql': 'SELECT 1;' },
    after: { 'ops/views.sql': "UPDATE users SET role = 'admin';" },
  },
  ...[
    ['a file that GitLab includes', { '.gitlab-ci.yml': 'include:\n  - local: /ci/a.yml\n' }, 'ci/a.yml'],
    ['one of the files that GitLab includes', { '.gitlab-ci.yml': 'include: "ci/*.yml"\n' }, 'ci/a.yml'],
    ['one of the scripts that a command runs', workflow('for f in ci/*.sh; do bash "$f"; done'), 'ci/a.sh'],
    ['one of the modules that a command runs', workflow('node --test ci/*.mjs'), 'ci/a.mjs'],
    ['a program that settings of npm name', { '.npmrc': 'node-options=--import=./ci/a.mjs\n' }, 'ci/a.mjs'],
    ['a module that settings of Bun load', { 'bunfig.toml': 'preload = ["./ci/a.ts"]\n' }, 'ci/a.ts'],
  ].map(([what, before, path]) => ({
    what: String(what),
    before: { ...(before as Files), [String(path)]: 'a' },
    after: { [String(path)]: 'b' },
  })),
  {
    what: 'a script that npm calls in a folder',
    before: {
      ...workflow('npm --prefix tools run verify'),
      'tools/package.json': '{ "scripts": { "verify": "cms" } }',
    },
    after: { 'tools/package.json': '{ "scripts": { "verify": "true" } }' },
  },
  { what: 'variables of a service', after: { 'deploy/cms.service.d/a.conf': '[Service]\nEnvironment=A=1\n' } },
  {
    what: 'a list that a command reads',
    before: { ...workflow('xargs npm test -- < ci/tests.txt'), 'ci/tests.txt': 'test/all' },
    after: { 'ci/tests.txt': 'test/none' },
  },
  {
    what: 'a program that looks like documentation',
    before: { ...workflow('bash .github/actions/notes.md'), '.github/actions/notes.md': 'cms check' },
    after: { '.github/actions/notes.md': 'true' },
  },
  {
    what: 'the main module of a folder that a command names',
    before: { ...workflow('node ./ci'), 'ci/index.js': 'a' },
    after: { 'ci/index.js': 'b' },
  },
  ...['node --run verify', 'npx run-p ver*', 'npx npm-run-all lint verify', 'npx concurrently "npm:verify"'].map(
    (command) => ({
      what: `a script that a workflow calls by ${command}`,
      before: { ...workflow(command), ...scripts({ verify: 'cms check' }) },
      after: scripts({ verify: 'true' }),
    }),
  ),
  {
    what: 'a module of a package that the repository contains',
    before: { 'package.json': json({ dependencies: { lintel: 'file:vendor/lintel' } }), 'vendor/lintel/a.js': 'a' },
    after: { 'vendor/lintel/a.js': 'b' },
  },
  ...[
    '[assets]\ndirectory = "./public/"',
    '[site]\nbucket = "public"',
    '[env.production.assets]\ndirectory = "public"',
  ].map((settings) => ({
    what: `a page that is served because of ${settings.replaceAll('\n', ' ')}`,
    before: serving(settings),
    after: { 'public/admin/login.html': '<form action="https://evil.example">' },
  })),
  {
    what: 'a comment that ends a folded command',
    before: workflow('>\n          npx cms check\n          && npx cms diff --fail-on opens'),
    after: workflow(
      '>\n          npx cms check\n          # The rest is for later.\n          && npx cms diff --fail-on opens',
    ),
  },
  {
    what: 'a comment after a line that goes on',
    before: { Dockerfile: 'RUN npm ci \\\n  && npm test\n' },
    after: { Dockerfile: 'RUN npm ci \\\n# As agreed.\n  && npm test\n' },
  },
  {
    what: 'an empty line that ends a command',
    before: workflow('|\n          npx cms diff \\\n            --fail-on opens'),
    after: workflow('|\n          npx cms diff \\\n\n            --fail-on opens'),
  },
  {
    what: 'a space that ends a command',
    before: workflow('|\n          npx cms diff \\\n            --fail-on opens'),
    after: workflow('|\n          npx cms diff \\ \n            --fail-on opens'),
  },
  {
    what: 'how the modules of another package of the workspace are read',
    before: {
      'package.json': json({ workspaces: ['cms', 'lib'] }),
      'cms/package.json': '{}',
      'lib/package.json': '{}',
    },
    after: { 'lib/tsconfig.json': json({ compilerOptions: { useDefineForClassFields: false } }) },
    project: 'cms',
  },
  {
    what: 'a private name of JavaScript that looks like a comment',
    before: { ...workflow('node ci/check.mjs'), 'ci/check.mjs': 'class Check {\n  #most = 0\n}\n' },
    after: { 'ci/check.mjs': 'class Check {\n  #most = 9\n}\n' },
  },
]

it.each(DECEPTIONS)('a review names as something that opens: $what', ({ before = {}, after, project }) => {
  const classes = compareFiles(before, { ...before, ...after }, project).map((change) => change.class)
  expect(classes).toContain('opens')
})

it('a review says that spaces alone differ', () => {
  const [change] = compareFiles({ Dockerfile: 'RUN a\n' }, { Dockerfile: 'RUN a\n\n' })
  expect(change?.notes).toEqual(['only spaces and empty lines differ, which may end or join commands'])
})
