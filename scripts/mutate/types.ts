import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ts } from 'ts-morph'

/** Tells whether TypeScript accepts a file with other text. Nobody could commit text that it rejects. */
export type Checker = (file: string, text: string) => boolean

/**
 * Creates a checker for files.
 * @param files files whose text will change; the files that they import are read once
 */
export function typeChecker(root: string, files: readonly string[]): Checker {
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  const changed = new Map<string, { readonly version: number; readonly text: string }>()
  const types = ['.cms/types.d.ts'].map((file) => resolve(root, file)).filter(ts.sys.fileExists)
  const service = ts.createLanguageService({
    getScriptFileNames: () => [...types, ...files.map((file) => resolve(root, file))],
    getScriptVersion: (file) => String(changed.get(file)?.version ?? 0),
    getScriptSnapshot: (file) => {
      const text = changed.get(file)?.text ?? (ts.sys.fileExists(file) ? readFileSync(file, 'utf8') : undefined)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
  })
  const before = new Map<string, number>()
  const mistakes = (path: string) =>
    service.getSyntacticDiagnostics(path).length + service.getSemanticDiagnostics(path).length
  return (file, text) => {
    const path = resolve(root, file)
    if (!before.has(path)) before.set(path, mistakes(path))
    changed.set(path, { version: (changed.get(path)?.version ?? 0) + 1, text })
    const count = mistakes(path)
    changed.set(path, { version: (changed.get(path)?.version ?? 0) + 1, text: readFileSync(path, 'utf8') })
    return count <= (before.get(path) ?? 0)
  }
}
