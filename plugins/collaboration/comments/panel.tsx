/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content, PanelDocument } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Threads } from './thread-list.tsx'
import { readThreads } from './threads.ts'

/** Panel beside the form of a document that shows its comments. */
export async function commentsPanel(c: RequestContext, { collection, document }: PanelDocument): Promise<Content> {
  const address = { collection, document: document.id }
  return <Threads c={c} address={address} threads={await readThreads(c, address)} refused={null} />
}
