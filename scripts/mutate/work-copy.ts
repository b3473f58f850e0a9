import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Copy of the working tree that mutants are written to: the working tree itself stays unchanged. */
export interface WorkCopy {
  readonly root: string
  /** Calls `run` with a file changed, and then restores the file. */
  with<Result>(file: string, text: string, run: () => Promise<Result>): Promise<Result>
  write(file: string, text: string): void
  dispose(): void
}

export function copyWorkingTree(): WorkCopy {
  const root = mkdtempSync(join(tmpdir(), 'lintel-mutate-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of [...listed.split('\0'), 'dist', '.cms']) {
    if (file === '' || !existsSync(file)) continue
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(file, join(root, file), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const write = (file: string, text: string) => writeFileSync(join(root, file), text)
  return {
    root,
    write,
    with: async (file, text, run) => {
      const before = readFileSync(join(root, file), 'utf8')
      write(file, text)
      try {
        return await run()
      } finally {
        write(file, before)
      }
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  }
}
