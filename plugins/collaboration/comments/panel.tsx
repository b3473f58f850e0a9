/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content, PanelDocument } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Threads } from './thread-list.tsx'
import { readThreads } from './threads.ts'

/** The comments on a document, beside its form. */
export async function commentsPanel(c: RequestContext, { collection, document }: PanelDocument): Promise<Content> {
  const address = { collection, document: document.id }
  return <Threads c={c} address={address} threads={await readThreads(c, address)} refused={null} />
}
