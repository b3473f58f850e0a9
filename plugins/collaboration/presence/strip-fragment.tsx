/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { type RequestContext, t } from 'lintel/kit'
import type { Presence } from './presence.ts'
import { Strip } from './strip.tsx'

/** The people in a document, for the script that says that the caller is there. */
export default function stripFragment(_: RequestContext, { result }: Shown<{ readonly data: Presence }>): Page {
  return { title: t('People here'), content: <Strip presence={result.data} /> }
}
