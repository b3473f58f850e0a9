import { definePlugin } from 'lintel'
import { keepAddress } from './keep-address.ts'

/** Keeps the old address of what is renamed: readers and search engines are led to the new one. */
export default definePlugin({
  name: 'renamed-slugs',
  version: '1.0.0',
  description: 'Redirects the old addresses of renamed articles, sections, authors, issues and pages.',
  http: { hooks: { 'content:update': keepAddress } },
})
