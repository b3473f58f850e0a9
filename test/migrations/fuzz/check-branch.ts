import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { recompute } from '../../../src/compile/branches/verify-chain.ts'
import { compile, findStaleOutputs, writeOutputs } from '../../../src/compile/index.ts'
import { readHistory } from '../../../src/compile/schema/files/history.ts'
import { LOCK_FILE } from '../../../src/compile/schema/files/lock-format.ts'
import { makeProject } from '../../compile/project.ts'
import type { Stages } from './check-pair.ts'
import { filesOf } from './folder.ts'
import type { ProjectModel } from './project-model.ts'

/**
 * Folders in which pairs of projects are built on a branch, committed, and checked in a fresh checkout. Each pair has a
 * repository of its own, in the same folders.
 */
export function branchChecker() {
  const nothing = { 'cms.config.ts': null, 'collections/posts.ts': null, 'collections/authors.ts': null }
  const work = makeProject(nothing)
  const fresh = makeProject(nothing)
  const git = (root: string, ...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    }).trim()
  const build = async (stage: ProjectModel): Promise<string> => {
    work.write(filesOf(stage))
    const compilation = await compile({ root: work.root })
    if (compilation.schema) writeOutputs(work.root, compilation)
    return compilation.schema ? textsIn(work.root) : messagesOf(compilation)
  }
  const commit = (branch: string) => {
    git(work.root, 'checkout', '-B', branch)
    git(work.root, 'add', '-A')
    git(work.root, 'commit', '--allow-empty', '-m', 'built')
  }
  return {
    /** @throws Error that says in words what differs between the builds, or between the check and the build. */
    async check(stages: Stages): Promise<void> {
      for (const { root } of [work, fresh]) empty(root)
      git(work.root, 'init', '-b', 'main')
      work.write({ '.gitignore': 'node_modules\n.cms\n' })
      const [first, second] = stages
      if (!first || !second) return
      const begun = await build(first)
      commit('main')
      const built = await build(second)
      // What the build refuses is refused again, in the same words.
      requireSame('a second build', await build(second), built)
      if (!built.startsWith(LOCK_FILE)) return
      // The change is taken back as `git stash` does, and made once more.
      git(work.root, 'stash')
      requireSame('the base', await build(first), begun)
      requireSame('a build after git stash', await build(second), built)
      commit('feature')
      requireSame('a build after the commit', await build(second), built)
      const { head, base } = { head: git(work.root, 'rev-parse', 'feature'), base: git(work.root, 'rev-parse', 'main') }
      git(fresh.root, 'init', '-b', 'main')
      git(fresh.root, 'fetch', work.root, 'main', 'feature')
      git(fresh.root, 'checkout', '-f', head)
      for (const { root } of [work, fresh]) await requireReproduced(root, base)
    },
    dispose() {
      work.dispose()
      fresh.dispose()
    },
  }
}

/** Requires that a check of the branch plans each migration again, and finds nothing to build. */
async function requireReproduced(root: string, base: string): Promise<void> {
  const { altered, replanned } = await recompute(root, { ref: 'main', commit: base }, readHistory(root).files)
  for (const { message } of altered) throw new Error(message)
  for (const outcome of replanned.values()) if (outcome.kind === 'impossible') throw new Error(outcome.reason)
  const compilation = await compile({ root })
  if (!compilation.schema) throw new Error(messagesOf(compilation))
  requireSame('the files of a checkout', findStaleOutputs(root, compilation).join(), '')
}

function messagesOf({ diagnostics }: Awaited<ReturnType<typeof compile>>): string {
  return diagnostics.map(({ message, hint }) => `${message} ${hint}`).join('; ')
}

function textsIn(root: string): string {
  const names = readdirSync(join(root, 'migrations')).sort()
  const paths = [LOCK_FILE, ...names.map((name) => `migrations/${name}`)]
  return paths.map((path) => `${path}\n${readFileSync(join(root, path), 'utf8')}`).join('\n')
}

function requireSame(what: string, found: string, expected: string): void {
  if (found === expected) return
  const lines = new Set(expected.split('\n'))
  const other = found.split('\n').find((line) => !lines.has(line))
  throw new Error(`${what} differs: ${other ?? 'lines are missing'}`)
}

/** Leaves only the installed packages in a folder. */
function empty(root: string): void {
  for (const name of readdirSync(root).filter((entry) => entry !== 'node_modules'))
    rmSync(join(root, name), { recursive: true, force: true })
}
