/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { raw } from 'hono/html'
import type { Child, PropsWithChildren } from 'hono/jsx'
import type { PanelDocument, PanelPlace } from '../../../../config/document-panel.ts'
import {
  documentPanelsFor,
  log,
  type ManifestCollection,
  type RequestContext,
  type ShownPanel,
} from '../../../../runtime/kit.ts'
import { Alert, Card, t } from '../../../../ui/index.ts'
import type { Values } from '../document-values.ts'

type Panels = Readonly<Record<PanelPlace, Child | null>>

/**
 * Renders the panels of plugins around the form of a document, by place; a place without panels is `null`. For a
 * document that is not stored yet, the places are empty, and are filled when it is saved (`data-live`).
 */
export async function documentPanels(
  c: RequestContext,
  { name }: ManifestCollection,
  document: Values | null,
): Promise<Panels> {
  if (document === null)
    return { top: <Empty place="top" />, side: <Empty place="side" />, below: <Empty place="below" /> }
  const panels = await renderAll(c, { collection: name, document: document as PanelDocument['document'] }) // as the API shows it
  return { top: at('top', panels), side: at('side', panels), below: at('below', panels) }
}

interface Rendered {
  readonly panel: ShownPanel
  readonly content: Child
}

async function renderAll(c: RequestContext, shown: PanelDocument): Promise<readonly Rendered[]> {
  const panels = await documentPanelsFor(c)
  const rendered = await Promise.all(
    panels.map(async (panel) => ({ panel, content: await renderOne(c, panel, shown) })),
  )
  return rendered.filter(({ content }) => content !== null)
}

/** Renders a panel, or a note if it fails, so that the form can still be used. */
async function renderOne(c: RequestContext, { plugin, name, label, render }: ShownPanel, shown: PanelDocument) {
  try {
    const content = await render(c, shown)
    // Rendering to text here catches errors inside the content before any of the page is sent.
    return content && raw(await content.toString())
  } catch (error) {
    log(c, 'error', { type: 'panel', plugin, panel: name, error: error instanceof Error ? error.stack : String(error) })
    return (
      <Alert kind="note" title={t('{panel} could not be loaded. Reload the page to try again.', { panel: t(label) })} />
    )
  }
}

function Empty({ place }: { place: PanelPlace }) {
  return <div class="hidden" data-live={`panels-${place}`} />
}

function at(place: PanelPlace, panels: readonly Rendered[]): Child | null {
  const panelsHere = panels.filter(({ panel }) => panel.place === place)
  const Frame = FRAMES[place]
  if (panelsHere.length === 0) return null
  return (
    <div id={`panels-${place}`} class="grid gap-6">
      {panelsHere.map(({ panel, content }) => (
        <section id={`panel-${panel.plugin}-${panel.name}`} aria-label={t(panel.label)}>
          <Frame label={t(panel.label)}>{content}</Frame>
        </section>
      ))}
    </div>
  )
}

const FRAMES: Readonly<Record<PanelPlace, (props: PropsWithChildren<{ label: string }>) => Child>> = {
  top: ({ children }) => <>{children}</>,
  side: ({ label, children }) => <Card title={label}>{children}</Card>,
  below: ({ label, children }) => (
    <div class="grid gap-4 border-t pt-6">
      <h2 class="text-lg font-semibold">{label}</h2>
      {children}
    </div>
  ),
}
