import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { ts } from 'ts-morph'

/**
 * Reads declaration files and the files that they import by path, in the form for the package: imports name the
 * compiled modules, and a plugin imports its additions to the interfaces of `lintel`.
 * @param entries paths of declaration files
 * @returns texts by path
 * @throws Error for an import without a declaration
 */
export function reachedDeclarations(entries: readonly string[]): ReadonlyMap<string, string> {
  const reached = new Map<string, string>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue
    const text = readFileSync(path, 'utf8') + additions(path)
    const imported = ts
      .preProcessFile(text, true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    open.push(...imported.map(({ fileName }) => declarationOf(resolve(dirname(path), fileName))))
    reached.set(path, withCompiledImports(text, imported))
  }
  return reached
}

/**
 * Returns imports of those files of a plugin that extend interfaces of `lintel`, such as services for other plugins.
 */
function additions(path: string): string {
  if (basename(path) !== 'plugin.d.ts') return ''
  const folder = dirname(path)
  return globSync('**/*.d.ts', { cwd: folder })
    .sort()
    .filter((file) => /^declare module 'lintel/m.test(readFileSync(join(folder, file), 'utf8')))
    .map((file) => `import './${file.replace(/\.d\.ts$/, '.ts')}'\n`)
    .join('')
}

function declarationOf(path: string): string {
  const declaration = path.replace(/\.(?:ts|tsx|js)$/, '.d.ts')
  if (existsSync(declaration)) return declaration
  throw new Error(`${relative(process.cwd(), path)} has no declaration.`)
}

function withCompiledImports(text: string, imported: readonly ts.FileReference[]): string {
  const names = new Set(imported.map(({ fileName }) => fileName))
  // In a declaration, a quoted relative path with an extension is always an import.
  return [...names].reduce((rest, name) => {
    const compiled = name.replace(/\.tsx?$/, '.js')
    return rest.replaceAll(`'${name}'`, `'${compiled}'`).replaceAll(`"${name}"`, `"${compiled}"`)
  }, text)
}
