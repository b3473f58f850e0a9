import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { reachedDeclarations } from './declarations.ts'
import type { Entry } from './modules.ts'

/** Entries of a package, and the folder that their types are written to. */
export interface TypesWanted {
  readonly entries: readonly Entry[]
  readonly folder: string
}

/**
 * Writes the types of packages: the declarations that their entries reach, with their paths in the repository.
 * @param root root of the repository
 * @throws the error of the compiler if the source code has mistakes
 */
export function emitTypes(root: string, wanted: readonly TypesWanted[]): void {
  const caches = join(root, 'node_modules/.cache')
  mkdirSync(caches, { recursive: true })
  const scratch = mkdtempSync(join(caches, 'types-'))
  try {
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(configOf(root, scratch)))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [compiler, '-p', scratch], { stdio: 'inherit' })
    const out = join(scratch, 'out')
    for (const { entries, folder } of wanted) {
      const paths = entries.map((entry) => join(out, relative(root, entry.in)).replace(/\.ts$/, '.d.ts'))
      for (const [path, text] of reachedDeclarations(paths)) write(join(folder, relative(out, path)), text)
    }
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function configOf(root: string, scratch: string) {
  const from = (path: string) => join(relative(scratch, root), path)
  return {
    extends: from('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: from('.'),
      outDir: 'out',
      typeRoots: [from('node_modules/@types')],
    },
    include: ['src', 'plugins'].map(from),
    exclude: ['src/worker.ts', 'src/assets'].map(from),
  }
}
