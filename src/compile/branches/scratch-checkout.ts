import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git } from '../schema/files/git.ts'

/**
 * Calls `use` with the project as of a commit, in a temporary folder with the installed packages. Returns `null` if git
 * cannot check out the commit.
 */
export async function withCheckout<Result>(
  root: string,
  commit: string,
  use: (root: string) => Promise<Result>,
): Promise<Result | null> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lintel-base-')))
  try {
    const tree = join(folder, 'tree')
    if (!checkOut(root, commit, tree, join(folder, 'index'))) return null
    const prefix = git(root, 'rev-parse', '--show-prefix')?.trim() ?? ''
    const project = join(tree, prefix)
    linkPackages(root, project)
    const top = git(root, 'rev-parse', '--show-toplevel')?.trim()
    if (prefix !== '' && top) linkPackages(top, tree)
    return await use(project)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Checks out a commit into the folder `tree`, with a separate index, so that the repository's index and work trees are
 * not affected. Returns whether that succeeded.
 */
function checkOut(root: string, commit: string, tree: string, index: string): boolean {
  const top = git(root, 'rev-parse', '--show-toplevel')?.trim() ?? root
  const env = { ...process.env, GIT_INDEX_FILE: index }
  const run = (...args: string[]) => spawnSync('git', ['-C', top, ...args], { env, stdio: 'ignore' }).status === 0
  return run('read-tree', commit) && run('checkout-index', '--all', '--quiet', `--prefix=${tree}/`)
}

function linkPackages(from: string, to: string): void {
  const [source, link] = [join(from, 'node_modules'), join(to, 'node_modules')]
  if (existsSync(source) && existsSync(to) && !existsSync(link)) symlinkSync(source, link)
}
