import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cms, createProject, type Project } from './cms.ts'
import { BASE, PULL_REQUESTS } from './pull-requests/projects.ts'

/** Dates that give commits the same hash in every run. */
const SAME = { GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' }

function git(project: Project, ...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...identity, ...args], { cwd: project.root, stdio: 'pipe', env: { ...process.env, ...SAME } })
}

async function build(project: Project): Promise<void> {
  const { code, stdout, stderr } = await cms(['build'], { cwd: project.root })
  if (code !== 0) throw new Error(stdout + stderr)
}

async function commentOn(files: Readonly<Record<string, string | null>>, isBuilt: boolean) {
  const project = createProject({ '.gitignore': 'node_modules\n.cms/\n', ...BASE })
  try {
    git(project, 'init', '--quiet', '--initial-branch', 'main')
    await build(project)
    git(project, 'add', '--all')
    git(project, 'commit', '--quiet', '--message', 'base')
    for (const [path, text] of Object.entries(files)) {
      if (text === null) rmSync(join(project.root, path))
      else project.write(path, text)
    }
    if (isBuilt) await build(project)
    const { code, stdout } = await cms(['diff', '--base', 'main', '--format', 'md'], { cwd: project.root })
    if (process.env.KEEP) cpSync(project.root, process.env.KEEP, { recursive: true })
    return { code, comment: masked(stdout) }
  } finally {
    project.remove()
  }
}

/** Replaces hashes in a comment, which depend on the package's version and not on the change. */
function masked(comment: string): string {
  return comment
    .replace(/main \([0-9a-f]{7}\)/, 'main (0123456)')
    .replace(/new version is `[0-9a-f]{12}`/, 'new version is `0123456789ab`')
}

describe('the comment on a pull request', () => {
  it.each(Object.entries(PULL_REQUESTS))('%s', async (name, { files, code, isBuilt = true }) => {
    const outcome = await commentOn(files, isBuilt)
    await expect(outcome.comment).toMatchFileSnapshot(`pull-requests/${name}.md`)
    expect(outcome.code).toBe(code)
  })
})
