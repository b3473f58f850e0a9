/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content, PanelDocument } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { BEAT, readPresence } from './presence.ts'
import { Strip } from './strip.tsx'

/** Panel that shows who has the document open; a script keeps it up to date. */
export async function presencePanel(c: RequestContext, { collection, document }: PanelDocument): Promise<Content> {
  const address = { collection, document: document.id }
  return (
    <div
      class="grid gap-3 empty:hidden"
      data-presence="/admin/collaboration/presence"
      data-collection={collection}
      data-document-id={document.id}
      data-beat={BEAT}
    >
      <Strip presence={await readPresence(c, address)} />
    </div>
  )
}
