import { defineRoute } from '../config/route.ts'

/** A headless service has no front page: who comes by is shown the reference. */
export const homeRoute = defineRoute({
  method: 'GET',
  path: '/',
  access: 'public',
  handler: (c) => c.redirect('/docs', 302),
})
