import * as z from 'zod'
import type { Diagnostic } from '../../compile/index.ts'
import { type Printed, positionOf } from '../diagnostics.ts'

/** A mistake or a warning in the project's files. */
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

/** Begins every answer about the project: a config that does not compile is an answer, too. */
export const compiled = {
  ok: z.boolean().describe('False where the config does not compile: see `diagnostics`'),
  diagnostics: z.array(diagnostic),
}

/** The answer where the config does not compile. */
export function notCompiled(diagnostics: readonly Diagnostic[]) {
  const text = `The config does not compile.\n${printDiagnosticList(diagnostics)}`
  return { text, data: { ok: false, diagnostics: [...diagnostics] } }
}

/** `error unknown-option collections/posts.ts:14:3: … → hint`, a line each, with the lines of the file around it. */
export function printDiagnosticList(diagnostics: readonly Printed[]): string {
  return diagnostics
    .map((found) => {
      const { severity, code, message, hint, frame } = found
      const position = positionOf(found)
      const line = [severity, code, position && `${position}:`, message].filter(Boolean).join(' ')
      return [line, frame, hint && `→ ${hint}`].filter(Boolean).join('\n')
    })
    .join('\n')
}
