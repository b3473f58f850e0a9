import type { APIRoute } from 'astro'
import { endPreview } from '../../lib/preview'

/** Ends a preview, and leads to what everybody sees. */
export const POST: APIRoute = async ({ request, cookies, redirect }) => {
  const to = (await request.formData()).get('to')
  endPreview(cookies)
  return redirect(typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : '/', 303)
}
