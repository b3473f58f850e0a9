import { manifestOf, type RequestContext } from 'lintel/kit'

/** Rule for those who open the form of a document: they see who is there, and comment. */
export const WRITERS = ['editor', { translators: true }] as const

/** Roles that this rule lets in. */
export function writingRoles(c: RequestContext): string[] {
  return ['admin', 'editor', ...Object.keys(manifestOf(c).roleLocales ?? {})]
}
