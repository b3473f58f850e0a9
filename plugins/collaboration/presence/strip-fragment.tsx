/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { type RequestContext, t } from 'lintel/kit'
import type { Presence } from './presence.ts'
import { Strip } from './strip.tsx'

/**
 * Fragment that shows who has a document open. A script inserts it after reporting that the caller has the document
 * open.
 */
export default function stripFragment(_: RequestContext, { result }: Shown<{ readonly data: Presence }>): Page {
  return { title: t('People here'), content: <Strip presence={result.data} /> }
}
