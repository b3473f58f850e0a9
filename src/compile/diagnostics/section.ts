import { packageRoot } from '../load/package-root.ts'
import type { DiagnosticCode } from './codes.ts'

/** Folder of the documentation, as seen from a project; in Lintel's own repository it is `docs`. */
export const DOCS_FOLDER = /[\\/]node_modules[\\/]/.test(packageRoot) ? 'node_modules/lintel/docs' : 'docs'

/** Returns the section of the documentation that explains a diagnostic. */
export function sectionOf(code: DiagnosticCode): string {
  return `${DOCS_FOLDER}/diagnostics.md#${code}`
}
