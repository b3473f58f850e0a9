import { basename } from 'node:path'
import type { Finding } from '../diagnostics/diagnostic.ts'
import { fileName } from '../diagnostics/file-name.ts'
import { withoutComments } from '../without-comments.ts'
import { readText } from '../write-outputs.ts'

/**
 * Checks that each `package.json` is valid JSON, and each `tsconfig.json` apart from comments and trailing commas. npm
 * and bundlers reject invalid files, some without naming a line.
 * @param paths absolute paths of files that bundlers read
 */
export function checkDescriptions(root: string, paths: readonly string[]): Finding[] {
  return paths.flatMap((path) => {
    const text = (readText(path) ?? '').replace(/^\uFEFF/, '')
    return checkJson(fileName(root, path), basename(path) === 'package.json' ? text : withoutComments(text))
  })
}

function checkJson(file: string, text: string): Finding[] {
  try {
    JSON.parse(text)
    return []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const offset = offsetIn(text, reason)
    const before = text.slice(0, offset).trimEnd()
    if (before.endsWith(',') && /^[}\]]/.test(text.slice(offset))) {
      const message = 'There is a comma before a closing bracket.'
      const at = { file, ...spotIn(text, before.length - 1) }
      return [{ code: 'syntax-error', message, hint: 'Remove it: JSON does not allow it there.', at }]
    }
    const message = `This is not valid JSON: ${reason.split(/ in JSON at |, (?:\.{3})?"/, 1)[0]}.`
    const hint = 'Fix it: bundlers read this file as JSON.'
    return [{ code: 'syntax-error', message, hint, at: { file, ...spotIn(text, offset) } }]
  }
}

/**
 * Returns the position that an error of V8 states as a number, or shows by the text around it; without either, the end
 * of the text.
 */
function offsetIn(text: string, reason: string): number {
  const [, position] = / at position (\d+)/.exec(reason) ?? []
  if (position !== undefined) return Number(position)
  const [, token = '', dots, around = ''] = /^Unexpected token '(.)', (\.{3})?"([\s\S]*)"/u.exec(reason) ?? []
  if (token === '') return text.length
  return dots === undefined ? text.indexOf(token) : text.indexOf(around) + SHOWN_BEFORE
}

/** Number of characters that V8 shows before the position. */
const SHOWN_BEFORE = 10

function spotIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
