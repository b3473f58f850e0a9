/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { RequestContext } from '../../../config/request.ts'
import { log, partsFor, type ShownPart } from '../../../runtime/kit.ts'
import { Alert, Card, t } from '../../../ui/index.ts'

/** Renders the plugins' sections that the caller may see, in order. */
export async function pluginSections(c: RequestContext): Promise<readonly Child[]> {
  const sections = await partsFor(c, 'dashboardSections')
  const rendered = await Promise.all(sections.map((section) => renderOne(c, section)))
  return rendered.flatMap((content) => (content === null ? [] : [content]))
}

/** Renders a section in its frame, or a note if it fails, so that the others are still shown. */
async function renderOne(c: RequestContext, section: ShownPart<'dashboardSections'>): Promise<Child | null> {
  const { plugin, name, label, render } = section
  try {
    const content = await render(c)
    // Rendering to text here catches errors inside the content before any of the page is sent.
    return content && <Card title={t(label)}>{raw(await content.toString())}</Card>
  } catch (error) {
    const description = error instanceof Error ? error.stack : String(error)
    log(c, 'error', { type: 'section', plugin, section: name, error: description })
    return (
      <Alert kind="note" title={t('{panel} could not be loaded. Reload the page to try again.', { panel: t(label) })} />
    )
  }
}
