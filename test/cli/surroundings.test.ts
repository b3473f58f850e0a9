import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { defaultBase, resolveBase } from '../../src/cli/git.ts'
import { reviewSurroundings } from '../../src/cli/surroundings/review-surroundings.ts'
import { cms } from './cms.ts'

let repository: string
const project = () => join(repository, 'apps/cms')

const FILES = {
  '.gitignore': 'ignored/\n.npmrc.local\n',
  '.gitattributes': '*.sh text eol=crlf\n',
  '.github/workflows/ci.yml': 'jobs:\n  check:\n    steps:\n      - run: npx cms check\n',
  'package.json': '{ "name": "mono", "workspaces": ["apps/*"] }\n',
  'vendor/zod.tgz': 'bytes',
  'apps/cms/package.json': '{ "name": "cms", "dependencies": { "zod": "file:../../vendor/zod.tgz" } }\n',
  'apps/cms/cms.config.ts': 'throw new Error("evaluated")\n',
  'apps/cms/deploy.sh': 'a\n',
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(repository, path)), { recursive: true })
  writeFileSync(join(repository, path), text)
}

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8', stdio: 'pipe' })
}

async function review(head?: string): Promise<string[]> {
  const changes = await reviewSurroundings(project(), resolveBase(project(), 'main', head), head)
  return changes.map(({ class: grade, message }) => `${grade}: ${message}`)
}

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'lintel-around-'))
  git('init', '--quiet', '--initial-branch', 'main')
  for (const [path, text] of Object.entries(FILES)) write(path, text)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'base')
})
afterEach(() => {
  git('switch', '--quiet', '--force', 'main')
  git('reset', '--quiet', '--hard')
  git('clean', '--quiet', '--force', '-d')
})
afterAll(() => rmSync(repository, { recursive: true, force: true }))

describe('the commit to compare with', () => {
  it('is that of a branch, even if a tag or a branch has the same name', () => {
    const base = git('rev-parse', 'HEAD').trim()
    git('switch', '--quiet', '--create', 'feature')
    write('vendor/zod.tgz', 'other bytes')
    git('commit', '--quiet', '--all', '--message', 'feature')
    const head = git('rev-parse', 'HEAD').trim()
    git('tag', 'main')
    git('update-ref', 'refs/remotes/origin/main', base)
    git('tag', 'origin/main')
    git('branch', 'origin/main')
    git('update-ref', `refs/heads/${head}`, base)
    try {
      for (const ref of ['main', 'origin/main'])
        expect(resolveBase(project(), ref, head)).toEqual({ ref, commit: base })
      expect(defaultBase(project()).commit).toBe(base)
      expect(resolveBase(project(), head, head).commit).toBe(head)
    } finally {
      git('tag', '--delete', 'main', 'origin/main')
      for (const ref of ['refs/remotes/origin/main', 'refs/heads/origin/main', `refs/heads/${head}`])
        git('update-ref', '-d', ref)
      git('switch', '--quiet', '--force', 'main')
      git('branch', '--quiet', '-D', 'feature')
    }
  })
})

describe('the files around a program', () => {
  it('of the working tree are all that git would commit', async () => {
    expect(await review()).toEqual([])
    write('.github/workflows/ci.yml', 'jobs: {}\n')
    write('.npmrc', 'registry=https://evil.example/\n')
    write('ignored/package.json', '{ "name": "zod" }')
    write('vendor/zod.tgz', 'other bytes')
    rmSync(join(repository, 'package.json'))
    git('add', '--all')
    write('apps/cms/package.json', '{ "name": "cms", "scripts": { "postinstall": "evil" } }\n')
    expect(await review()).toEqual([
      'opens: ../../.github/workflows/ci.yml, which runs cms check, has changed',
      'opens: ../../.npmrc: registry = "https://evil.example/"; previously nothing',
      'opens: ../../package.json: workspaces = nothing; previously ["apps/*"]',
      'opens: ../../vendor/zod.tgz, which is a package that package.json installs, has changed',
      'opens: package.json: scripts.postinstall = "evil"; previously nothing',
      'caution: ../../package.json: name = nothing; previously "mono"',
      'caution: package.json: dependencies.zod = nothing; previously "file:../../vendor/zod.tgz"',
    ])
  })

  it('of the working tree have links, modes and names as git has them', async () => {
    rmSync(join(repository, 'package.json'))
    symlinkSync('apps/cms/package.json', join(repository, 'package.json'))
    write('.husky/pré-commit\u202e', 'x')
    write('apps/cms/deploy.sh', 'a\r\n')
    chmodSync(join(repository, '.github/workflows/ci.yml'), 0o755)
    expect(await review()).toEqual([
      'opens: ../../.github/workflows/ci.yml, which runs cms check, has changed',
      'opens: ../../.husky/pré-commit\u202e, which determines what is checked, built or deployed, is new',
      'opens: ../../package.json is a link to package.json',
      'opens: ../../package.json: dependencies.zod = "file:../../vendor/zod.tgz"; previously nothing',
      'opens: ../../package.json: workspaces = nothing; previously ["apps/*"]',
      'caution: ../../package.json: name = "cms"; previously "mono"',
    ])
  })

  it('are compared with the settings of somebody’s git, too', async () => {
    for (const [name, value] of [
      ['diff.relative', 'true'],
      ['diff.renames', 'copies'],
      ['diff.external', 'false'],
      ['core.quotePath', 'true'],
    ])
      git('config', name ?? '', value ?? '')
    git('mv', '.github/workflows/ci.yml', '.github/workflows/other.yml')
    expect(await review()).toEqual([
      'opens: ../../.github/workflows/ci.yml, which runs cms check, is removed',
      'opens: ../../.github/workflows/other.yml, which runs cms check, is new',
    ])
  })

  it('of another commit are compared without evaluating it, or the project', async () => {
    git('switch', '--quiet', '--create', 'feature')
    write('.github/workflows/ci.yml', 'jobs: {}\n')
    write('apps/cms/.npmrc', '//registry.npmjs.org/:_authToken=npm_secretsecretsecret\n')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'feature')
    git('switch', '--quiet', 'main')
    write('package.json', '{ "name": "later" }\n')
    git('commit', '--quiet', '--all', '--message', 'later')
    const run = (...args: string[]) => cms(['diff', '--files-of', 'feature', ...args], { cwd: project() })
    const { code, stdout } = await run('--json')
    expect(code).toBe(9)
    expect(JSON.parse(stdout).files.map(({ message }: { message: string }) => message)).toEqual([
      '../../.github/workflows/ci.yml, which runs cms check, has changed',
      '.npmrc: //registry.npmjs.org/:_authToken is new',
    ])
    const comment = await run('--format', 'md')
    expect(comment.stdout).toContain('## cms, files around the program: what is installed, checked or deployed changes')
    expect(comment.stdout).toContain('it no longer runs cms check')
    expect(comment.stdout + stdout).not.toContain('secretsecret')
    expect(comment.stdout).not.toContain('### Deploy')
    expect((await run('--fail-on', 'none')).code).toBe(0)
    expect((await cms(['diff', '--files-of', 'main'], { cwd: project() })).stdout).toContain('no change')
    expect(await cms(['diff', '--files-of', 'nothing'], { cwd: project() })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('git does not know the commit “nothing”'),
    })
  })
})

describe('the workflow of the base branch', () => {
  const text = readFileSync(join(import.meta.dirname, '../../.github/workflows/cms-files.yml'), 'utf8')
  const { on, permissions, jobs } = parse(text)
  const steps: readonly { uses?: string; with?: object; run?: string }[] = jobs.files.steps
  const scripts = steps.flatMap(({ run }) => run ?? [])

  it('runs nothing of the pull request: it checks out its own branch, and its commands have no text of the pull request', () => {
    expect(Object.keys(on)).toEqual(['pull_request_target'])
    expect(permissions).toEqual({})
    expect(jobs.files.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' })
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.map((step) => step.with)).toEqual([{ 'fetch-depth': 0, 'persist-credentials': false }])
    expect(scripts.join('\n')).not.toMatch(/\$\{\{|checkout|switch|merge|worktree/)
    for (const { uses } of steps) expect(uses ?? '').toMatch(/^$|@[0-9a-f]{40}$/)
  })

  it.each([
    ['nothing opens', 0, 0, []],
    ['something opens', 9, 0, ['POST repos/shop/cms/issues/7/comments', 'PATCH repos/shop/cms/issues/comments/42']],
    ['git fails', 1, 1, []],
  ])('where %s ends right, and keeps one comment', (_, code, expected, calls) => {
    const folder = mkdtempSync(join(tmpdir(), 'lintel-workflow-'))
    const [diff = '', comment = ''] = scripts.slice(-2)
    const programs = {
      npx: `echo "$*" >> ran; echo '## changes'; exit ${code}`,
      gh: 'case "$*" in *--paginate*) test -f posted && echo 42;; *) echo "$3 $4" >> calls; touch posted;; esac; exit 0',
    }
    for (const [name, script] of Object.entries(programs))
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      REPOSITORY: 'shop/cms',
      NUMBER: '7',
      CODE: String(code),
    }
    const run = (script: string) => spawnSync('bash', ['-e', '-c', script], { cwd: folder, env }).status
    expect(run(diff)).toBe(expected)
    expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('cms diff --files-of refs/remotes/pull/head --format md\n')
    expect(readFileSync(join(folder, 'output'), 'utf8')).toBe(`code=${code}\n`)
    if (expected === 0) expect([run(comment), run(comment)]).toEqual([0, 0])
    const posted = join(folder, 'calls')
    expect(existsSync(posted) ? readFileSync(posted, 'utf8').trim().split('\n') : []).toEqual(calls)
    rmSync(folder, { recursive: true })
  })
})
