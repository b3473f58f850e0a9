import type { Page } from 'playwright-core'
import { bearer, login, PASSWORD } from '../plugins/core-auth/people.ts'
import type { Site } from './site.ts'

/** Site that is filled through its own API. */
export interface FilledSite {
  readonly service: Pick<Site['service'], 'fetch' | 'json'>
}

/** Pages that no link leads to. */
const UNLINKED = [
  '/admin/content/new',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/magic-link/request',
  '/auth/invitation?token=none',
  '/auth/reset-password?token=none',
  '/auth/verify-email?token=none',
  '/admin/nowhere',
  '/nowhere',
]

/** Links that lead to no page: files, mails, signing out. */
export const NO_PAGE =
  /\/(?:export|logout)\b|^\/(?:api|assets|media|images)\/|backups\/[^/]+$|templates\/.+|outbox\/.+|[?&](?:download|format)=/

/** A page by what it is rather than by what it shows. */
export interface FoundPage {
  /** Place where it is, with its query. */
  readonly path: string
  /** A name for files: `admin-content-id-edit`. */
  readonly name: string
}

/**
 * Follows every link from the dashboard on and gives each kind of page once: addresses that differ in ids and queries
 * only are one page, but every collection has a form of its own.
 * @param page signed in as an administrator
 */
export async function findPages(page: Page): Promise<readonly FoundPage[]> {
  const found = new Map<string, FoundPage>()
  const waiting = ['/admin/', ...UNLINKED]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const name = nameOf(path)
    if (found.has(name) || NO_PAGE.test(path)) continue
    found.set(name, { path, name })
    await page.goto(path)
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    for (const link of links) {
      const { origin, pathname, search } = new URL(link)
      if (origin === new URL(page.url()).origin && /^\/(?:admin|auth)\b/.test(pathname)) waiting.push(pathname + search)
    }
  }
  return [...found.values()]
}

/** Parts of a path that name one thing among many. */
const ID = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d+|[0-9a-f]{16,})$/

/** Kind of page behind a path: `admin-content-one-edit`. */
export function nameOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const parts = pathname.split('/').filter((part) => part !== '')
  const kinds = parts.map((part, index) => (ID.test(part) || isNameOfOne(parts, index) ? 'one' : part))
  const collection = kinds.at(-1) === 'new' ? searchParams.get('collection') : null
  return [...kinds, ...(collection === null ? [] : [collection])].join('-') || 'home'
}

/** Collections, plugins and tables have names in place of ids. */
function isNameOfOne(parts: readonly string[], index: number): boolean {
  const before = parts[index - 1]
  if (before === 'collections') return parts[index] !== 'new'
  if (before === 'tables' || before === 'templates' || before === 'backups') return true
  return before === 'plugins' && index === parts.length - 1
}

/** Signs a window in as the service's first administrator. */
export async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('admin@localhost')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/admin/**')
}

/**
 * Something of everything that pages show.
 * @param password the first administrator's
 * @returns pages that are as they are for some documents only
 */
export async function fillSite({ service }: FilledSite, password = PASSWORD): Promise<readonly FoundPage[]> {
  await service.fetch('/api/health')
  const { body } = await login(service, 'admin@localhost', password)
  const headers = bearer(body.token)
  const send = async (path: string, document: object, method = 'POST') => {
    const answer = await service.json(path, { method, body: document, headers })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const create = async (collection: string, document: object): Promise<string> =>
    (await send(`/api/${collection}`, document)).id
  const author = await create('authors', { name: 'Ada Lovelace' })
  const category = await create('categories', { name: 'Harbour' })
  const tag = await create('tags', { name: 'Ferries' })
  const post = await create('posts', { title: 'The last ferry of the day', author, category, tags: [tag] })
  await send(`/api/posts/${post}`, { status: 'published' }, 'PATCH')
  await send(`/api/posts/${post}?draft=true`, { title: 'The last ferry of the year' }, 'PATCH')
  const draft = await create('posts', { title: 'A draft about lighthouses', author })
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  const scheduled = await create('posts', { title: 'Out tomorrow', status: 'scheduled', scheduledAt })
  const deleted = await create('posts', { title: 'Written by mistake' })
  await service.fetch(`/api/posts/${deleted}`, { method: 'DELETE', headers })
  const form = new FormData()
  form.append('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png')
  await service.fetch('/api/media/upload', { method: 'POST', headers, body: form })
  await send('/admin/auth/tokens', { name: 'Site build', scopes: ['content.create'] })
  await send('/admin/users/invite', { email: 'grace@example.com', role: 'editor' })
  await send('/admin/release-documents', { document: `posts/${draft}`, title: 'Lighthouse week' })
  await send(`/admin/collaboration/threads?collection=posts&document=${draft}`, { text: 'Which lighthouse?' })
  await send('/api/workflow/reviews', { collection: 'posts', documentId: draft })
  await send('/admin/database/backup', {})
  const pageOf = (id: string, part: string, query = '') => `/admin/content/${id}/${part}?collection=posts${query}`
  return [
    { path: pageOf(post, 'edit'), name: 'form-pending' },
    { path: pageOf(post, 'changes'), name: 'changes' },
    { path: pageOf(post, 'versions', '&version=1&with=2.1'), name: 'versions-compared' },
    { path: pageOf(draft, 'edit'), name: 'form-draft' },
    { path: pageOf(scheduled, 'edit'), name: 'form-scheduled' },
    { path: pageOf(post, 'used-by'), name: 'used-by' },
    { path: '/admin/calendar?view=week', name: 'calendar-week' },
    { path: '/admin/collaboration?show=all', name: 'comments-all' },
  ]
}

/** A PNG of one grey pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
