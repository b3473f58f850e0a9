import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { reachedDeclarations } from './declarations.ts'
import { exportedModules } from './modules.ts'

/**
 * Writes the types of what the package exports into a folder: the declarations that its entries reach, and no others.
 * @param root of the repository
 * @throws what TypeScript says where the source has mistakes
 */
export function emitTypes(root: string, folder: string): void {
  const caches = join(root, 'node_modules/.cache')
  mkdirSync(caches, { recursive: true })
  const scratch = mkdtempSync(join(caches, 'types-'))
  try {
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(configOf(root, scratch)))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [compiler, '-p', scratch], { stdio: 'inherit' })
    const out = join(scratch, 'out')
    const entries = exportedModules(root).map((entry) => join(out, relative(root, entry.in)).replace(/\.ts$/, '.d.ts'))
    for (const [path, text] of reachedDeclarations(entries)) {
      const target = join(folder, relative(out, path))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
  } finally {
    rmSync(scratch, { recursive: true })
  }
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
