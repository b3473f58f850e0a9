import { spawnSync } from 'node:child_process'

/** Returns the output of git; `null` if it fails or is not installed. */
export function git(root: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: LONGEST_OUTPUT })
  return status === 0 ? stdout : null
}

/** Returns the refs that a name may mean, a branch before a tag of the same name, which git itself would prefer. */
export function refsNamed(name: string): readonly string[] {
  if (/^[0-9a-f]{40,64}$/.test(name)) return [name]
  return [`refs/heads/${name}`, `refs/remotes/${name}`, name]
}

const LONGEST_OUTPUT = 256 * 1024 * 1024
