import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { codeFrame } from '../../compile/diagnostics/code-frame.ts'
import { fileName } from '../../compile/diagnostics/file-name.ts'
import { sectionOf } from '../../compile/diagnostics/section.ts'
import type { Diagnostic } from '../../compile/index.ts'

/**
 * Checks the types of a project's files as configured in its tsconfig.json, with the TypeScript of this package: the
 * project does not need its own.
 * @returns a diagnostic for each mistake; none if there is no tsconfig.json
 */
export async function checkTypes(root: string): Promise<readonly Diagnostic[]> {
  const tsConfigFilePath = join(root, 'tsconfig.json')
  if (!existsSync(tsConfigFilePath)) return []
  const { Project, ts } = await import('ts-morph')
  const found = new Project({ tsConfigFilePath }).getPreEmitDiagnostics()
  return found.map(({ compilerObject: { file, start, length, messageText } }) => {
    const position = file && start !== undefined ? file.getLineAndCharacterOfPosition(start) : null
    return {
      code: 'type-mismatch',
      severity: 'error',
      message: ts.flattenDiagnosticMessageText(messageText, '\n'),
      hint: null,
      file: file ? fileName(root, file.fileName) : null,
      line: position && position.line + 1,
      column: position && position.character + 1,
      frame: file && position ? codeFrame(file.text, position.line + 1, position.character + 1, length) : null,
      docs: sectionOf('type-mismatch'),
    }
  })
}
