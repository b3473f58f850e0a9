import { parseText } from '../read/parse.ts'
import { readBunLock } from './bun-lock.ts'
import type { LockFile } from './locked-package.ts'
import { readNpmLock } from './npm-lock.ts'
import { readPnpmLock } from './pnpm-lock.ts'
import { readYarnLock } from './yarn-lock.ts'

/**
 * The lock files of package managers, with their names in lower case. Of several files that one program reads, the
 * first in this list takes precedence.
 */
export const LOCK_FILES: Readonly<Record<string, LockReader>> = {
  'npm-shrinkwrap.json': ofFormat('json', readNpmLock),
  'package-lock.json': ofFormat('json', readNpmLock),
  'pnpm-lock.yaml': ofFormat('yaml', readPnpmLock),
  'yarn.lock': (text) => readYarnLock(text) ?? { problem: 'it is in no format of Yarn' },
  'bun.lock': ofFormat('jsonc', readBunLock),
  'bun.lockb': () => ({ problem: 'it is binary: `bun install --save-text-lockfile` converts it to text' }),
}

type LockReader = (text: string) => LockFile | { readonly problem: string }

function ofFormat(
  format: 'json' | 'jsonc' | 'yaml',
  read: (content: Readonly<Record<string, unknown>>) => LockFile | null,
): LockReader {
  return (text) => {
    const parsed = parseText(format, text)
    return 'problem' in parsed
      ? parsed
      : (read(parsed.content) ?? { problem: 'its list of packages has an unknown form' })
  }
}
