import { readFileSync } from 'node:fs'
import type { Node, SourceFile } from 'ts-morph'
import { overlaidText } from '../load/module-hooks.ts'

/** Parsed files. Loading the parser takes half a second, so they are only opened when positions are needed. */
export interface SyntaxTrees {
  /** Returns a file's tree; `null` if the file cannot be read. */
  readonly of: (path: string) => SourceFile | null
  readonly syntaxErrors: (source: SourceFile) => readonly SyntaxMistake[]
  readonly is: typeof Node
}

export interface SyntaxMistake {
  readonly message: string
  readonly line: number
  readonly column: number
  readonly length: number
}

/**
 * Text that replaces a file while a change is tried; `undefined` for the file on disk, `null` for a file that is to be
 * absent.
 */
export type Overlaid = (path: string) => string | null | undefined

export async function openSyntaxTrees(overlaid: Overlaid = overlaidText): Promise<SyntaxTrees> {
  const { Project, Node: TsNode, ts } = await import('ts-morph')
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, noResolve: true, jsx: ts.JsxEmit.Preserve },
  })
  const files = new Map<string, SourceFile | null>()
  const open = (path: string): SourceFile | null => {
    const text = readSource(path, overlaid)
    return text === null ? null : project.createSourceFile(path, text, { overwrite: true })
  }
  return {
    of: (path) => {
      const known = files.get(path)
      if (known !== undefined) return known
      const opened = open(path)
      files.set(path, opened)
      return opened
    },
    syntaxErrors: (source) =>
      project
        .getProgram()
        .getSyntacticDiagnostics(source)
        .map((diagnostic) => ({
          message: ts.flattenDiagnosticMessageText(diagnostic.compilerObject.messageText, ' '),
          ...source.getLineAndColumnAtPos(diagnostic.getStart() ?? 0),
          length: diagnostic.getLength() ?? 1,
        })),
    is: TsNode,
  }
}

/** Reads a file's text as it was compiled; `null` if it cannot be read. */
export function readSource(path: string, overlaid: Overlaid = overlaidText): string | null {
  const text = overlaid(path)
  if (text !== undefined) return text
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null // deleted since it was evaluated: the position without its frame still says enough
  }
}
