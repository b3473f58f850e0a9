import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../../src/testing/index.ts'
import { violationsOn } from '../e2e/axe.ts'
import { closeWindows, openWindow } from '../e2e/site.ts'
import { type InstalledProject, installProject } from './installed-project.ts'
import { startInstalled } from './installed-service.ts'
import { serveWebsite, type Website } from './website.ts'

/** Documents of sample content that the template asks for. */
const CONTENT = 80

let project: InstalledProject
let service: TestService
let website: Website
let headers: Record<string, string>

beforeAll(async () => {
  project = await installProject('magazine')
  const built = await project.run('build')
  if (built.code !== 0) throw new Error(built.stderr)
})
afterAll(async () => {
  await Promise.all([closeWindows(), website?.stop(), service?.stop()])
  project?.remove()
})

test('its types are up to date, its own tests pass, and the website is built', async () => {
  expect(await project.npm('run', 'types', '--', '--check')).toMatchObject({ code: 0 })
  expect(project.typeMistakes()).toBe('')
  const tested = await project.npm('test')
  expect(tested.code, tested.stdout + tested.stderr).toBe(0)
  expect(tested.stdout).toContain('Server built')
})

test('may be deployed', async () => {
  expect(await project.run('deploy', '--env', 'production', '--dry-run')).toMatchObject({ code: 0, stderr: '' })
})

test('is served with sample content', async () => {
  service = await startInstalled(project)
  headers = { ...(await service.signIn()), 'content-type': 'application/json' }
  await sampleContent()
  website = await serveWebsite(project, service.url)
  for (const path of ['/rss.xml', '/sitemap.xml']) {
    const text = await (await get(path)).text()
    expect(text).toMatch(/^<\?xml/)
    expect(text).toContain(`${website.origin}/articles/`)
  }
  expect(await (await get('/robots.txt')).text()).toContain(`${website.origin}/sitemap.xml`)
  const [article] = (await list('articles?limit=1')) as [{ slug: string; title: string }]
  const page = await get(`/articles/${article.slug}`)
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'public, max-age=0, s-maxage=60'])
  const found = await (await get(`/search?q=${encodeURIComponent(article.title)}`)).text()
  expect(found).toContain(`href="/articles/${article.slug}"`)
})

test('has its pages in both languages, and links each to the other', async () => {
  type Article = { slug: { en: string; de?: string | null }; title: { en: string; de?: string | null } }
  const articles = (await list('articles?limit=100&locale=*')) as Article[]
  const translated = articles.find(({ slug }) => slug.de)
  const [english, german] = [`/articles/${translated?.slug.en}`, `/de/articles/${translated?.slug.de}`]
  for (const [path, locale, title] of [
    [english, 'en', translated?.title.en],
    [german, 'de', translated?.title.de],
  ] as const) {
    const page = await (await get(path)).text()
    expect(page).toContain(`<html lang="${locale}">`)
    expect(page).toContain(`<link rel="canonical" href="${website.origin}${path}">`)
    expect(page).toContain(escaped(String(title)))
    expect(alternatesIn(page)).toEqual([
      ['en', website.origin + english],
      ['de', website.origin + german],
      ['x-default', website.origin + english],
    ])
  }
  const untranslated = articles.find(({ slug }) => slug.de === null)
  const standIn = await (await get(`/de/articles/${untranslated?.slug.en}`)).text()
  expect(standIn).toContain(`<link rel="canonical" href="${website.origin}/articles/${untranslated?.slug.en}">`)
  const hidden = articles.find(({ slug }) => slug.de === undefined)
  const statuses = ['', '/de'].map(async (prefix) => (await get(`${prefix}/articles/${hidden?.slug.en}`)).status)
  expect(await Promise.all(statuses)).toEqual([200, 404])

  const front = await (await get('/de')).text()
  expect(front).toContain('href="/de/issues"')
  expect(front).toContain('>Ausgaben<')
  expect((await get(`/de/search?q=${encodeURIComponent(String(translated?.title.de))}`)).status).toBe(200)
  expect(await (await get('/de/nothing/is/here')).text()).toContain('Diese Seite gibt es nicht')
  expect(await (await get('/de/rss.xml')).text()).toContain(website.origin + german.slice(0, '/de/articles/'.length))
  const sitemap = await (await get('/sitemap.xml')).text()
  const entries = sitemap.split('<url>').filter((entry) => entry.includes(`<loc>${website.origin}${german}</loc>`))
  expect(entries).toHaveLength(1)
  expect(entries[0]).toContain(`<xhtml:link rel="alternate" hreflang="en" href="${website.origin}${english}"/>`)
  expect(entries[0]).toContain(`<xhtml:link rel="alternate" hreflang="de" href="${website.origin}${german}"/>`)
  expect(sitemap).not.toContain(`/de/articles/${untranslated?.slug.en}<`)
  expect(sitemap).not.toContain(`/de/articles/${hidden?.slug.en}<`)
  expect(sitemap).not.toMatch(/null|undefined/)
})

test('its pages are accessible, in both themes, and fit a phone', async () => {
  const [article, section, author, issue, page] = await Promise.all(
    ['articles', 'sections', 'authors', 'issues', 'pages'].map(async (name) => {
      const [{ slug }] = (await list(`${name}?limit=1`)) as [{ slug: string }]
      return slug
    }),
  )
  const paths = ['/', `/articles/${article}`, `/sections/${section}`, `/authors/${author}`, '/issues']
  const others = [
    `/issues/${issue}`,
    `/${page}`,
    '/search',
    '/search?q=the',
    '/nothing/is/here',
    '/de',
    `/de/authors/${author}`,
  ]
  const problems: string[] = []
  for (const dark of [false, true]) {
    const window = await openWindow(website.origin, { dark, width: dark ? 360 : 1280 })
    for (const path of [...paths, ...others]) {
      const response = await window.goto(path)
      if (response?.status() !== (path.startsWith('/nothing') ? 404 : 200))
        problems.push(`${path}: ${response?.status()}`)
      const violations = await violationsOn(window)
      const isWider = await window.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      problems.push(...violations, ...(isWider ? [`${path}: wider than the window`] : []))
    }
    await window.context().close()
  }
  expect(problems).toEqual([])
})

test('a draft is opened by the link of the admin, and left again', async () => {
  const [section] = (await list('sections?limit=1')) as [{ id: string }]
  const [author] = (await list('authors?limit=1')) as [{ id: string }]
  const text = { type: 'doc', content: [{ type: 'paragraph', content: [link('/media/serve/a.pdf'), link('/about')] }] }
  const body = [
    { type: 'prose', text },
    { type: 'embed', url: 'https://youtu.be/dQw4w9WgXcQ', title: 'A film' },
    { type: 'embed', url: 'https://www.example.com/chart', title: 'A chart' },
  ]
  const fields = { title: 'Not for readers yet', section: section.id, authors: [author.id], body }
  const created = await service.fetch('/api/articles', { method: 'POST', headers, body: JSON.stringify(fields) })
  const { data } = (await created.json()) as { data: { id: string } }
  expect((await get('/articles/not-for-readers-yet')).status).toBe(404)

  const linked = await service.fetch(`/admin/content/${data.id}/preview`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json' },
    body: '{}',
  })
  const { data: made } = (await linked.json()) as { data: { url: string } }
  const { url } = made
  expect(url).toMatch(/^http:\/\/localhost:4321\/preview\?of=articles&id=.*&locale=en$/)
  const window = await openWindow(website.origin)
  await window.goto(url.replace('http://localhost:4321', website.origin))
  expect(window.url()).toBe(`${website.origin}/articles/not-for-readers-yet`)
  expect(await window.locator('h1').innerText()).toBe('Not for readers yet')
  expect(await window.locator('.preview-bar').innerText()).toContain('is not published')
  const links = await window.locator('.prose a, .embed a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  expect(links).toEqual([`${service.url}/media/serve/a.pdf`, '/about', 'https://www.example.com/chart'])
  expect(await window.locator('iframe').getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  const shown = await window.reload()
  expect(shown?.headers()['cache-control']).toBe('private, no-store')
  await window.getByRole('button', { name: 'Leave the preview' }).click()
  await window.getByRole('heading', { name: 'There is no such page' }).waitFor()
  expect((await window.reload())?.status()).toBe(404)
  await window.context().close()

  const broken = await get(`/preview?of=articles&id=${data.id}&token=0123456789abcdef`)
  expect([broken.status, await broken.text()]).toEqual([404, expect.stringContaining('press Preview')])
})

test('follows what is typed beside a form, two articles at a time', async () => {
  // As while one works: service and website are two ports of one site.
  const origin = website.origin.replace('127.0.0.1', 'localhost')
  const window = await openWindow(origin)
  const [{ id: section }] = (await list('sections?limit=1')) as [{ id: string }]
  const [{ id: author }] = (await list('authors?limit=1')) as [{ id: string }]
  const framing = `${service.url}/framing`
  await window.route(framing, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script>onmessage = ({ data }) => console.log(data.lintel)</script>',
    }),
  )
  await window.goto(framing)
  for (const title of ['The first draft', 'The second draft']) {
    const created = await send('/api/articles', { title, section, authors: [author] })
    const { url } = await send(`/admin/content/${created.id}/preview`, {})
    const greeted = window.waitForEvent('console', (message) => message.text() === 'hello')
    await window.evaluate(
      (address) => {
        const frame = document.createElement('iframe')
        frame.src = address
        document.body.append(frame)
      },
      url.replace('http://localhost:4321', origin),
    )
    await greeted
    await window.frameLocator('iframe').last().getByRole('heading', { name: title }).waitFor()
    const changed = await service.fetch(`/api/articles/${created.id}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ title: `${title}, changed` }),
    })
    expect(changed.status).toBe(200)
    await window.evaluate(() => {
      for (const frame of document.querySelectorAll('iframe'))
        frame.contentWindow?.postMessage({ lintel: 'changed', field: 'title', change: 1 }, '*')
    })
    await window
      .frameLocator('iframe')
      .last()
      .getByRole('heading', { name: `${title}, changed` })
      .waitFor()
  }
  await window.frameLocator('iframe').first().getByRole('heading', { name: 'The first draft, changed' }).waitFor()
  await window.context().close()
})

test('a renamed article is found at its old address', async () => {
  const [{ id, slug }] = (await list('articles?limit=1')) as [{ id: string; slug: string }]
  const body = JSON.stringify({ slug: 'a-better-name' })
  expect((await service.fetch(`/api/articles/${id}`, { method: 'PATCH', headers, body })).status).toBe(200)
  const old = await get(`/articles/${slug}`)
  expect([old.status, old.headers.get('location')]).toEqual([301, '/articles/a-better-name'])
})

test('says so where there is nothing yet, and where the service does not answer', async () => {
  const cleared = await service.fetch('/admin/seed-data/clear', { method: 'POST', headers, body: '{}' })
  expect(cleared.status).toBe(200)
  for (const { id } of (await list('articles?limit=100')) as { id: string }[]) {
    await service.fetch(`/api/articles/${id}`, { method: 'DELETE', headers })
  }
  const empty = await get('/')
  expect([empty.status, await empty.text()]).toEqual([200, expect.stringContaining('Nothing is published yet')])
  await service.stop()
  const unavailable = await get('/')
  expect([unavailable.status, await unavailable.text()]).toEqual([503, expect.stringContaining('Back in a moment')])
})

/** A linked word, as a rich text stores it. */
function link(href: string) {
  return { type: 'text', text: 'More', marks: [{ type: 'link', attrs: { href } }] }
}

/** Text as a page has it. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&#34;')
}

function alternatesIn(page: string): string[][] {
  return [...page.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(([, ...parts]) => parts)
}

function get(path: string): Promise<Response> {
  return fetch(new URL(path, website.origin), { redirect: 'manual' })
}

async function list(query: string): Promise<unknown> {
  const response = await service.fetch(`/api/${query}`)
  return ((await response.json()) as { data: unknown }).data
}

/** Posts JSON, and gives what is answered. */
async function send(path: string, body: object): Promise<{ readonly id: string; readonly url: string }> {
  const sent = { ...headers, accept: 'application/json' }
  const response = await service.fetch(path, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  return ((await response.json()) as { data: { id: string; url: string } }).data
}

/** Waits until the first start has made it. */
async function sampleContent(): Promise<void> {
  for (;;) {
    const status = await service.fetch('/admin/seed-data/status', {
      headers: { ...headers, accept: 'application/json' },
    })
    const { data } = (await status.json()) as { data: { users: number; media: number; content: number } }
    if (data.users > 0 && data.media > 0 && data.content >= CONTENT) return
    await setTimeout(200)
  }
}
