import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cms, collection, createProject, POSTS, type Project } from './cms.ts'

let project: Project

/** Runs `cms diff`, by default of the working tree against the last commit. */
const diff = (...args: string[]) =>
  cms(['diff', ...(args.includes('--base') ? [] : ['--base', 'HEAD']), ...args], { cwd: project.root })
const lock = () => join(project.root, 'cms.lock.json')

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...identity, ...args], { cwd: project.root, stdio: 'pipe' })
}

async function commit(message: string): Promise<void> {
  const { code, stderr } = await cms(['build'], { cwd: project.root })
  if (code !== 0) throw new Error(stderr)
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
}

const posts = (fields: string, options = '') =>
  collection('posts', fields).replace("name: 'posts',", `name: 'posts', ${options}`)

/** State that every test starts from and returns to. */
const BASE = posts('title: field.string({ required: true }), total: field.number({ access: { read: ["editor"] } })')

beforeAll(async () => {
  project = createProject({ '.gitignore': 'node_modules\n.cms/\n', 'collections/posts.ts': BASE })
  git('init', '--quiet', '--initial-branch', 'main')
})
afterEach(() => {
  git('switch', '--quiet', '--force', 'main')
  git('reset', '--quiet', '--hard', 'built')
  git('clean', '--quiet', '--force', '-d')
})
afterAll(() => project.remove())

describe('cms diff', () => {
  it('of a project without a commit: everything is new, and nothing was built before', async () => {
    const { code, stdout, stderr } = await diff('--format', 'json')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const review = JSON.parse(stdout)
    expect(review.base).toEqual({ ref: 'HEAD', commit: null, hasLock: false })
    expect(review.database.at(-1)).toMatchObject({ class: 'safe', message: 'create collection posts' })
    git('add', '--all')
    git('commit', '--quiet', '--message', 'without a lock')
    git('tag', 'no-lock')
    await commit('built')
    git('tag', 'built')
  })

  it('of what is committed: nothing', async () => {
    const { code, stdout } = await diff()
    expect(stdout).toMatch(/^site: no change\ncompared with HEAD \([0-9a-f]{7}\)\n$/)
    expect(code).toBe(0)
  })

  it('of the working tree, with class, place and SQL, though nothing was built', async () => {
    project.write('collections/posts.ts', BASE.replace('title:', 'summary: field.text(), title:'))
    const { code, stdout } = await diff('--json')
    expect(code).toBe(0)
    const { database, api, compatibility } = JSON.parse(stdout)
    const [step] = database.filter((change: { kind: string }) => change.kind === 'add-field')
    expect(step).toMatchObject({ class: 'safe', source: expect.stringMatching(/^collections\/posts\.ts:\d+$/) })
    expect(step.sql[0]).toContain('ADD COLUMN "summary"')
    expect(api).toMatchObject([{ class: 'safe', message: 'posts.summary (text) is new' }])
    expect(compatibility).toMatchObject({ order: 'migrate-then-deploy', oldWorkerNewSchema: { works: true } })
  })

  it('ends with 4 for an acknowledged drop, and with 5 for one that is not', async () => {
    const without = posts('title: field.string({ required: true })')
    project.write('collections/posts.ts', without)
    const silent = await diff('--format=md')
    expect(silent.code).toBe(5)
    expect(silent.stdout).toMatch(/^<!-- cms-diff -->\n\n## Config does not compile/)
    expect(silent.stdout).toContain("dropped: { total: 'why' }")
    project.write(
      'collections/posts.ts',
      without.replace("name: 'posts',", "name: 'posts', dropped: { total: 'unused' },"),
    )
    const said = await diff()
    expect(said.code).toBe(4)
    expect(said.stdout).toContain('posts.total is dropped: its values are lost')
    expect(said.stdout).toContain('npx cms deploy --env production')
  })

  it('ends with 9 for what opens, with 4 where something breaks as well, and fails on what is asked only', async () => {
    project.write('collections/posts.ts', BASE.replace('{ access: { read: ["editor"] } }', ''))
    expect((await diff()).code).toBe(9)
    expect((await diff('--fail-on', 'breaking,destructive')).code).toBe(0)
    project.write('collections/posts.ts', BASE.replace('{ access: { read: ["editor"] } }', '{ max: 5 }'))
    expect((await diff()).code).toBe(4)
    expect((await diff('--fail-on', 'opens')).code).toBe(9)
  })

  it('shows all since the branch left the base: what is committed, and nothing that the base got later', async () => {
    git('switch', '--quiet', '--create', 'feature')
    project.write('collections/posts.ts', BASE.replace('title:', 'summary: field.text(), title:'))
    await commit('summary')
    git('switch', '--quiet', 'main')
    project.write('collections/posts.ts', BASE.replace('title:', 'later: field.text(), title:'))
    await commit('later')
    git('switch', '--quiet', 'feature')
    project.write('collections/posts.ts', BASE.replace('title:', 'note: field.text(), summary: field.text(), title:'))
    const { stdout, code } = await diff('--base', 'main')
    expect(stdout).toMatch(/0002_add_posts_summary\.sql[\s\S]*0003_add_posts_note\.sql/)
    expect(stdout).not.toContain('later')
    expect(code).toBe(0)
    expect((await diff()).stdout).not.toContain('0002_add_posts_summary.sql')
  })

  it('annotates lines for GitHub, and writes the page of the run', async () => {
    project.write('collections/posts.ts', BASE.replace('{ access: { read: ["editor"] } }', ''))
    const summary = join(project.root, '.cms/summary.md')
    const { stdout, code } = await cms(['diff', '--base', 'HEAD', '--format', 'github'], {
      cwd: project.root,
      env: { GITHUB_STEP_SUMMARY: summary },
    })
    expect(code).toBe(9)
    expect(stdout).toMatch(
      /^::warning file=collections\/posts\.ts,line=\d+,title=cms diff%3A opens::anonymous gains read on posts\.total/m,
    )
    expect(readFileSync(summary, 'utf8')).toContain('anonymous gains read on posts.total')
  })

  it('works where the project is a folder of the repository', async () => {
    const files = ['cms.config.ts', 'cms.lock.json', 'collections', 'migrations', 'package.json']
    mkdirSync(join(project.root, 'apps/cms'), { recursive: true })
    for (const file of files) git('mv', file, `apps/cms/${file}`)
    git('commit', '--quiet', '--message', 'moved')
    const posts = 'apps/cms/collections/posts.ts'
    project.write(posts, BASE.replace('{ access: { read: ["editor"] } }', ''))
    const { stdout, code } = await cms(['diff', '--base', 'HEAD', '--format', 'github'], {
      cwd: join(project.root, 'apps/cms'),
    })
    expect(code).toBe(9)
    expect(stdout).toMatch(/^::warning file=apps\/cms\/collections\/posts\.ts,line=\d+,.*::anonymous gains/)
  })
})

describe('cms diff refuses', () => {
  const refusals: readonly [title: string, args: readonly string[], code: number, text: string][] = [
    ['a ref that there is not', ['--base', 'origin/nowhere'], 1, 'git does not know the commit “origin/nowhere”'],
    ['an option of git for a ref', ['--base=--all'], 1, 'git does not know the commit “--all”'],
    ['a class that never fails', ['--fail-on', 'caution'], 2, '“caution” is not a class for'],
    ['a format that there is not', ['--format', 'xml'], 2, 'has no format “xml”'],
  ]

  it.each(refusals)('%s', async (_, args, code, text) => {
    const run = await diff(...args)
    expect(run.code).toBe(code)
    expect(run.stderr).toContain(text)
    expect(run.stderr).not.toMatch(/^\s+at /m)
  })

  it('compares with a commit that has no lock as with nothing', async () => {
    const { code, stdout } = await diff('--base', 'no-lock')
    expect(code).toBe(0)
    expect(stdout).toContain('which has no lock')
    expect(stdout).toContain('the collection posts is new')
  })

  it('a base whose lock cannot be read, with the reason', async () => {
    const whole = readFileSync(lock(), 'utf8')
    const broken: readonly [text: string, reason: string][] = [
      [whole.replace('"drafts": false', '"drafts": "maybe"'), 'collections.posts.drafts'],
    ]
    for (const [text, reason] of broken) {
      writeFileSync(lock(), text)
      git('commit', '--quiet', '--all', '--message', reason)
      writeFileSync(lock(), whole)
      const { code, stderr, stdout } = await diff('--format', 'json')
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
      expect(JSON.parse(stdout).error).toMatch(/^cms\.lock\.json at HEAD: /)
      expect(JSON.parse(stdout).error).toContain(reason)
    }
  })

  it('a config with a mistake, in the form that was asked for', async () => {
    project.write('collections/posts.ts', POSTS.replace('required: true', 'requird: true'))
    const { code, stdout } = await diff('--format', 'github')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^::error file=collections\/posts\.ts,line=\d+,title=unknown-option::/m)
  })

  it('a folder that is in no repository', async () => {
    renameSync(join(project.root, '.git'), join(project.root, 'no-git'))
    const { code, stderr } = await cms(['diff'], { cwd: project.root, env: { GIT_CEILING_DIRECTORIES: project.root } })
    expect(code).toBe(1)
    expect(stderr).toContain('is not in a git repository')
    renameSync(join(project.root, 'no-git'), join(project.root, '.git'))
  })
})

describe('the workflow', () => {
  const text = readFileSync(join(import.meta.dirname, '../../.github/workflows/cms-diff.yml'), 'utf8')

  it('pins every action to a commit, and gives each job what it needs only', () => {
    const uses = [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action)
    expect(uses.length).toBeGreaterThan(0)
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    expect(text).toContain('permissions: {}')
    expect(text.match(/: write/g)).toEqual([': write'])
  })

  it('posts one comment, and afterwards changes that one', () => {
    const [, script = ''] = /COMMENT: .+\n\s+run: \|\n([\s\S]+)$/.exec(text) ?? []
    const folder = mkdtempSync(join(tmpdir(), 'lintel-workflow-'))
    // Stands in for GitHub's command line: records calls in a file, and finds a comment after the first call.
    const gh = [
      '#!/bin/sh',
      'case "$*" in',
      '  *--paginate*startswith*cms-diff*) test -f posted && echo 42;;',
      '  *) echo "$3 $4" >> calls; cat comment.md >> calls; touch posted;;',
      'esac',
      'exit 0',
    ]
    writeFileSync(join(folder, 'gh'), gh.join('\n'), { mode: 0o755 })
    for (const COMMENT of ['first', 'second']) {
      const env = {
        ...process.env,
        PATH: `${folder}:${process.env.PATH}`,
        COMMENT,
        REPOSITORY: 'shop/cms',
        NUMBER: '7',
      }
      execFileSync('bash', ['-e', '-c', script], { cwd: folder, env })
    }
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe(
      'POST repos/shop/cms/issues/7/comments\nfirst\nPATCH repos/shop/cms/issues/comments/42\nsecond\n',
    )
    rmSync(folder, { recursive: true })
  })
})

describe('cms diff of a config with layers', () => {
  const base = (
    title: string,
    origins: string,
    expiration: number,
  ) => `import { defineCollection, defineLayer, field } from 'lintel'
import coreAuth from 'lintel/plugins/core-auth'
const posts = defineCollection({
  name: 'posts',
  fields: {
    title: ${title},
    total: field.number(),
  },
})
export default defineLayer({
  collections: [posts],
  plugins: [coreAuth()],
  cors: {
    origins: [${origins}],
  },
  $production: { plugins: { 'core-auth': { tokenExpiration: ${expiration} } } },
})
`

  it('names the file of the layer that a value comes from', async () => {
    project.write(
      'cms.config.ts',
      `import { defineConfig } from 'lintel'
export default defineConfig({
  name: 'site',
  extends: './base',
  environments: { development: {}, production: { domain: 'cms.example.com' } },
})
`,
    )
    project.write('base/cms.config.ts', base('field.string()', '', 3600))
    await commit('with a layer')
    project.write('base/cms.config.ts', base('field.string({ max: 10 })', "'https://example.com'", 60))
    const { stdout } = await diff('--json')
    const changes = Object.values(JSON.parse(stdout)).filter(Array.isArray).flat()
    const named = changes.filter(({ source }) => source).map(({ kind, source }) => `${kind} ${source}`)
    expect(named).toEqual([
      'limit-tightened base/cms.config.ts:6',
      'cors-origin base/cms.config.ts:14',
      'setting base/cms.config.ts:16',
    ])
  })

  it('names a layer in a data format, even if another layer spells the option out', async () => {
    const site = (layers: string) => `import { defineConfig } from 'lintel'
export default defineConfig({
  name: 'site',
  extends: [${layers}],
  environments: { development: {}, production: { domain: 'cms.example.com' } },
})
`
    project.write('cms.config.ts', site("'./base'"))
    project.write('base/cms.config.ts', base('field.string()', '', 3600))
    await commit('with a layer of code')
    project.write('cms.config.ts', site("'./patch', './base'"))
    project.write(
      'patch/cms.config.yaml',
      "cors: { origins: ['https://example.com'] }\nroles: { boss: { permissions: ['*'] } }\n",
    )
    const { stdout } = await diff('--json')
    const changes = Object.values(JSON.parse(stdout)).filter(Array.isArray).flat()
    const named = changes.filter(({ kind }) => ['cors-origin', 'role-added'].includes(kind))
    expect(named.map(({ source }) => source)).toEqual(['patch/cms.config.yaml', 'patch/cms.config.yaml'])
  })
})
