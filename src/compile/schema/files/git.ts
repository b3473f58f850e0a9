import { spawnSync } from 'node:child_process'

/** Returns the output of git; `null` if it fails or is not installed. */
export function git(root: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: LONGEST_OUTPUT })
  return status === 0 ? stdout : null
}

const LONGEST_OUTPUT = 256 * 1024 * 1024
