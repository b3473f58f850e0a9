import type { APIRoute } from 'astro'
import { endPreview } from '../../lib/preview'

/** Deletes the preview cookie, and redirects to the page that was previewed, or to the front page. */
export const POST: APIRoute = async ({ request, cookies, redirect }) => {
  const to = (await request.formData()).get('to')
  endPreview(cookies)
  return redirect(typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : '/', 303)
}
