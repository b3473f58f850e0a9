import type { Html } from '../../docs/site/layout.ts'
import { HttpError, knownOrigin, type RequestContext, t } from '../../runtime/kit.ts'
import { type Document, documentOf } from './document.ts'
import { referencePage, tagOfSection } from './layout.ts'
import { overview } from './overview.ts'
import { section } from './section.ts'

/**
 * Content-Security-Policy that only allows the page's own style sheet and icon, because there are no scripts. Forms
 * lead to the search in the guides.
 */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"

/** Responds with the reference's front page. */
export async function homePage(c: RequestContext): Promise<Response> {
  const document = await documentOf(c)
  const { title } = document.info
  return sendPage(c, referencePage(c, { title, document, current: null, body: overview(document, originOf(c)) }))
}

/**
 * Responds with the page of a collection or a plugin in the API reference.
 * @throws HttpError `not_found`
 */
export async function sectionPage(c: RequestContext, name: string): Promise<Response> {
  const document = await documentOf(c)
  const tag = findTag(document, tagOfSection(name))
  if (!tag) throw new HttpError('not_found', t('The reference has no such page.'))
  const body = section(document, tag, originOf(c))
  return sendPage(c, referencePage(c, { title: tag['x-label'], document, current: tag.name, body }))
}

/** Responds with a page without scripts. */
export async function sendPage(c: RequestContext, page: Html): Promise<Response> {
  return c.html(await page, 200, { 'Content-Security-Policy': POLICY })
}

function findTag({ tags }: Document, name: string) {
  return tags.find((tag) => tag.name === name)
}

function originOf(c: RequestContext): string {
  return knownOrigin(c) ?? new URL(c.req.url).origin
}
