/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Failing, PageProps } from '../../config/pages.ts'
import type { RequestContext } from '../../config/request.ts'
import type { Content } from '../../ground/content.ts'
import { t } from '../../messages/translate.ts'
import { manifestOf, randomToken, signInPath } from '../../runtime/kit.ts'
import { AdminFrame, adminFrame } from './admin-frame.tsx'
import { Document, documentProps } from './document.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { NarrowFrame } from './narrow-frame.tsx'
import { pagePolicy } from './policy.ts'

/** Responds with a page: the content in a frame, or without it for a request from htmx. */
export async function renderPage(c: RequestContext, content: Content, props: PageProps): Promise<Response> {
  const { title, status = 200, frame = 'admin' } = props
  c.header('Vary', 'HX-Request', { append: true })
  if (c.req.header('hx-request') === 'true' && c.req.header('hx-boosted') !== 'true') return c.html(content, status)
  const nonce = randomToken(16)
  c.header('Content-Security-Policy', pagePolicy(nonce, manifestOf(c)))
  c.header('Referrer-Policy', 'same-origin')
  const framed =
    frame === 'admin' ? (
      <AdminFrame {...(await adminFrame(c))}>{content}</AdminFrame>
    ) : (
      <NarrowFrame name={documentProps(c).name}>{content}</NarrowFrame>
    )
  const page = (
    <Document {...documentProps(c)} title={title} nonce={nonce}>
      {framed}
    </Document>
  )
  return c.html(`<!doctype html>${await page.toString()}`, status)
}

/** Responds with an error page, in the admin's frame if the user is signed in and on a page of the admin. */
export function renderErrorPage(c: RequestContext, failing: Failing): Promise<Response> {
  const isAtWork = c.get('user') !== null && c.req.path.startsWith('/admin')
  return renderPage(c, <ErrorNotice {...failing} isSignedIn={c.get('user') !== null} signIn={signInPath(c)} />, {
    title: t(failing.title),
    status: failing.status as PageProps['status'] & number, // errors have no other status
    frame: isAtWork ? 'admin' : 'narrow',
  })
}
