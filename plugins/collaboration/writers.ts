import { manifestOf, type RequestContext } from 'lintel/kit'

/** Rule for people who may open the form of a document: they see who has the document open, and may comment. */
export const WRITERS = ['editor', { translators: true }] as const

/** Returns the roles that `WRITERS` admits. */
export function writingRoles(c: RequestContext): string[] {
  return ['admin', 'editor', ...Object.keys(manifestOf(c).roleLocales ?? {})]
}
