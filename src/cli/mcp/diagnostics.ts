import * as z from 'zod'
import type { Diagnostic } from '../../compile/index.ts'
import { visible } from '../../ground/visible.ts'
import { type Printed, positionOf } from '../diagnostics.ts'

/** Mistake or warning in the project's files. */
export const diagnostic = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  hint: z.string().nullable(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  frame: z.string().nullable(),
  docs: z.string(),
})

/** First properties of every result about the project. Mistakes in the config are a valid result, too. */
export const compiled = {
  ok: z.boolean().describe('False if the config does not compile: see `diagnostics`'),
  diagnostics: z.array(diagnostic),
}

/** Returns the result for a config that does not compile. */
export function notCompiled(diagnostics: readonly Diagnostic[]) {
  const text = `The config does not compile.\n${printDiagnosticList(diagnostics)}`
  return { text, data: { ok: false, diagnostics: [...diagnostics] } }
}

/**
 * Returns each diagnostic as `error unknown-option collections/posts.ts:14:3: …`, followed by the surrounding lines of
 * the file and a line `→ hint`, if it has these.
 */
export function printDiagnosticList(diagnostics: readonly Printed[]): string {
  return diagnostics
    .map((found) => {
      const { severity, code, message, hint, frame } = found
      const position = positionOf(found)
      const line = [severity, code, position && `${position}:`, message].filter(Boolean).join(' ')
      return visible([line, frame, hint && `→ ${hint}`].filter(Boolean).join('\n'))
    })
    .join('\n')
}
