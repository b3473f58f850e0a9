import { packageRoot } from '../load/package-root.ts'
import type { DiagnosticCode } from './codes.ts'

/** Folder of the documentation as a project finds it; in the repository of Lintel itself its own. */
export const DOCS_FOLDER = /[\\/]node_modules[\\/]/.test(packageRoot) ? 'node_modules/lintel/docs' : 'docs'

/** Section of the documentation that explains a diagnostic. */
export function sectionOf(code: DiagnosticCode): string {
  return `${DOCS_FOLDER}/diagnostics.md#${code}`
}
