import { defineRoute } from '../config/route.ts'

/** Route that redirects visitors of a headless service, which has no front page, to the reference. */
export const homeRoute = defineRoute({
  method: 'GET',
  path: '/',
  access: 'public',
  handler: (c) => c.redirect('/docs', 302),
})
