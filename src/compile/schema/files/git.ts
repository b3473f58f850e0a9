import { spawnSync } from 'node:child_process'

/** Returns the output of git; `null` if it fails or is not installed. */
export function git(root: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: LONGEST_OUTPUT })
  return status === 0 ? stdout : null
}

/**
 * Returns the refs that a name may mean: branches of a remote first, then local ones, then tags, which git itself would
 * prefer. So no pull request can take the name of its base: a clone of it has a branch or tag of that name.
 */
export function refsNamed(name: string): readonly string[] {
  if (/^[0-9a-f]{40,64}$/.test(name)) return [name]
  return [`refs/remotes/${name}`, `refs/heads/${name}`, name]
}

const LONGEST_OUTPUT = 256 * 1024 * 1024
