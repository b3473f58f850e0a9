import { editText, type Source, splice } from '../../compile/edit/source.ts'
import type { ProjectFiles } from './project-files.ts'

/** Names that a module no longer exports, with the module that exports them now. */
export type Moved = Readonly<Record<string, string>>

/** Rewrites imports of names that have moved: from their former module to the modules that export them now. */
export function moveImports(files: ProjectFiles, specifier: string, moved: Moved): void {
  for (const path of files.sources) {
    const text = files.read(path)
    if (!/\.[mc]?[jt]sx?$/.test(path) || !text?.includes(specifier)) continue
    files.change(
      path,
      editText(path, text, (source) => move(source, specifier, moved)),
    )
  }
}

function move(source: Source, specifier: string, moved: Moved): void {
  const { file, style } = source
  const found = file
    .getImportDeclarations()
    .filter((declaration) => declaration.getModuleSpecifierValue() === specifier && !declaration.getNamespaceImport())
  const end = style.semicolons ? ';' : ''
  const splices = found.flatMap((declaration) => {
    const named = declaration.getNamedImports()
    const homes = new Set(named.map((name) => moved[name.getName()] ?? specifier))
    if (homes.size === 0 || (homes.size === 1 && homes.has(specifier))) return []
    const keyword = declaration.isTypeOnly() ? 'import type' : 'import'
    const whole = declaration.getDefaultImport()?.getText()
    const lines = [...homes].sort().map((home) => {
      const names = named.filter((name) => (moved[name.getName()] ?? specifier) === home).map((name) => name.getText())
      const clause = [...(home === specifier && whole ? [whole] : []), `{ ${names.join(', ')} }`].join(', ')
      return `${keyword} ${clause} from ${style.quote}${home}${style.quote}${end}`
    })
    return [{ start: declaration.getStart(), end: declaration.getEnd(), text: lines.join(style.newline) }]
  })
  splice(source, ...splices)
}
