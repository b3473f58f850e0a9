import { HttpError, type RequestContext, sha256, t } from '../../runtime/kit.ts'
import { documentOf } from './document.ts'
import { type Html, layout } from './layout.ts'
import { overview } from './overview.ts'
import { section } from './section.ts'
import { STYLE } from './style.ts'

/** Nothing but our own style sheet and icon: there is no script to let in. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** The reference's front page. */
export async function homePage(c: RequestContext): Promise<Response> {
  const document = await documentOf(c)
  return page(c, { title: document.info.title, current: null, body: overview(document, originOf(c)) })
}

/** The reference of a collection or a plugin. */
export async function sectionPage(c: RequestContext, name: string): Promise<Response> {
  const document = await documentOf(c)
  const tag = document.tags.find((tag) => tag.name === name)
  if (!tag) throw new HttpError('not_found', t('The reference has no such page.'))
  return page(c, { title: tag['x-label'], current: tag.name, body: section(document, tag, originOf(c)) })
}

/** The style sheet, whose address changes with its text. */
export function styleSheet(c: RequestContext): Response {
  return c.body(STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': FOREVER })
}

const FOREVER = 'public, max-age=31536000, immutable'

async function page(
  c: RequestContext,
  { title, current, body }: { title: string; current: string | null; body: Html },
): Promise<Response> {
  const text = await layout({ title, document: await documentOf(c), current, styleVersion: await styleVersion(), body })
  return c.html(text, 200, { 'Content-Security-Policy': POLICY })
}

let version: string | undefined

async function styleVersion(): Promise<string> {
  version ??= (await sha256(STYLE)).slice(0, 8)
  return version
}

function originOf(c: RequestContext): string {
  return new URL(c.req.url).origin
}
