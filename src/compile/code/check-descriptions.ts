import { basename } from 'node:path'
import type { Finding } from '../diagnostics/diagnostic.ts'
import { fileName } from '../diagnostics/file-name.ts'
import { readText } from '../write-outputs.ts'

/**
 * Checks that each `package.json` is valid JSON. npm and bundlers reject invalid files without naming a line.
 * @param paths absolute paths of files that bundlers read
 */
export function checkDescriptions(root: string, paths: readonly string[]): Finding[] {
  return paths
    .filter((path) => basename(path) === 'package.json')
    .flatMap((path) => checkJson(fileName(root, path), (readText(path) ?? '').replace(/^\uFEFF/, '')))
}

function checkJson(file: string, text: string): Finding[] {
  try {
    JSON.parse(text)
    return []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const offset = Number(/ at position (\d+)/.exec(reason)?.[1] ?? text.length)
    const before = text.slice(0, offset).trimEnd()
    if (before.endsWith(',') && /^[}\]]/.test(text.slice(offset))) {
      const message = 'There is a comma before a closing bracket.'
      const at = { file, ...spotIn(text, before.length - 1) }
      return [{ code: 'syntax-error', message, hint: 'Remove it: JSON does not allow it there.', at }]
    }
    const message = `This is not valid JSON: ${reason.split(' in JSON at ', 1)[0]}.`
    const hint = 'Fix it: npm and bundlers read this file as JSON.'
    return [{ code: 'syntax-error', message, hint, at: { file, ...spotIn(text, offset) } }]
  }
}

function spotIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
