import { definePlugin } from 'lintel'
import { keepAddress } from './keep-address.ts'

/** Stores a redirect when the slug of a published document changes. The website follows these redirects. */
export default definePlugin({
  name: 'renamed-slugs',
  version: '1.0.0',
  description: 'Redirects the old addresses of renamed articles, sections, authors, issues and pages.',
  http: { hooks: { 'content:update': keepAddress } },
})
