/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { type RequestContext, t } from 'lintel/kit'
import type { Presence } from './presence.ts'
import { Strip } from './strip.tsx'

/** Fragment that shows who has a document open: the response to the script that reports that the caller has it open. */
export default function stripFragment(_: RequestContext, { result }: Shown<{ readonly data: Presence }>): Page {
  return { title: t('People here'), content: <Strip presence={result.data} /> }
}
