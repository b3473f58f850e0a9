import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cms, createProject, type Project } from '../cli/cms.ts'
import { type DevProcess, startDev } from '../cli/dev-server.ts'
import { violationsOn } from './axe.ts'
import { closeWindows, sharedBrowser } from './site.ts'

/** Knows a caller by a header, so that nobody has to sign in. */
const IDENTITY = `import { definePlugin } from 'lintel'
import * as z from 'zod'

export default definePlugin({
  name: 'identity',
  version: '1.0.0',
  settings: z.strictObject({
    greeting: z.string().max(20).default('hello'),
    limit: z.int().min(1).default(10),
    tone: z.enum(['warm', 'dry']).default('warm').meta({ title: 'Tone', description: 'How it greets.' }),
    loud: z.boolean().default(false),
    names: z.array(z.string()).default(['Ada']),
    days: z.array(z.enum(['mon', 'tue', 'wed'])).min(1).optional().describe('Days on which it greets.'),
    headers: z.record(z.string(), z.string()).default({}),
    box: z.strictObject({ width: z.int().min(1), height: z.int().min(1) }).optional(),
    stops: z.array(z.strictObject({ name: z.string(), late: z.boolean().default(false) })).default([]),
    way: z
      .discriminatedUnion('by', [
        z.strictObject({ by: z.literal('train'), line: z.string() }),
        z.strictObject({ by: z.literal('foot'), hours: z.number() }),
      ])
      .optional(),
    store: z.strictObject({ bucket: z.string(), accessKey: z.string() }).optional(),
  }),
  http: {
    hooks: {
      'request:start': (_event, c) => {
        const role = c.req.header('x-test-user')
        if (!role) return
        c.set('user', { id: role, email: 'a@b.example', role, sessionId: null, exp: Infinity, iat: 0, by: 'bearer' })
      },
    },
  },
})
`

const CONFIG = `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'
import identity from './plugins/identity/plugin.ts'

export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [
    identity(), // for the tests
  ],
  environments: { development: {}, production: { domain: 'cms.example.com' } },
})
`

const POSTS = `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  fields: {
    // what the front page shows
    title: field.string({ required: true }),
    body: field.text(), // the whole text
  },
})
`

const admin = { 'x-test-user': 'admin' }

let project: Project
let dev: DevProcess

const git = (...args: string[]) =>
  execFileSync('git', ['-C', project.root, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    encoding: 'utf8',
  })
const diffOf = (...paths: string[]) => {
  git('add', '--intent-to-add', '.')
  return git('diff', '--unified=0', '--', ...paths).replaceAll(
    /^(?:diff|index|new file|deleted file|---|\+\+\+|@@).*\n/gm,
    '',
  )
}
const json = async (path: string, method = 'GET', body?: object) => {
  const headers = { ...admin, 'content-type': 'application/json' }
  const answer = await fetch(dev.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') }
}
const open = async (path: string): Promise<Page> => {
  const window = await (await sharedBrowser()).newContext({ baseURL: dev.url, extraHTTPHeaders: admin })
  const page = await window.newPage()
  await page.goto(path)
  return page
}

beforeAll(async () => {
  project = createProject({
    'cms.config.ts': CONFIG,
    'collections/posts.ts': POSTS,
    'plugins/identity/plugin.ts': IDENTITY,
    '.gitignore': 'node_modules\n.cms\n.wrangler\n.dev.vars\n',
  })
  git('init', '--quiet')
  await cms(['build'], { cwd: project.root })
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  dev = await startDev(project)
})

afterAll(async () => {
  await closeWindows()
  await dev?.stop()
  project?.remove()
})

it('builds a collection through the form: the diff is seen first, then it is in git and the API serves it', async () => {
  const page = await open('/admin/collections')
  await page.getByRole('link', { name: 'New collection' }).click()
  await page.getByLabel('Name', { exact: false }).first().fill('reviews')
  await page.getByLabel('Label').fill('Reviews')
  await page.getByLabel('Name of field 2').fill('post')
  await page.getByLabel('Type of field 2').selectOption('reference')
  await page.getByLabel('Target or choices of field 2').fill('nothing')
  await page.getByRole('button', { name: 'Show changes' }).click()
  // A mistake stands beside the form, and what was typed is still there.
  await page.getByText(/refers to 'nothing', which is not a collection/).waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  await page.getByLabel('Target or choices of field 2').fill('posts')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByText(/\+import reviews from '\.\/collections\/reviews\.ts'/).waitFor()
  await page.getByText(/create collection reviews/).waitFor()
  expect(git('status', '--porcelain')).toBe('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/The files have been changed, and the service uses them\./).waitFor()
  expect(diffOf('cms.config.ts', 'collections')).toBe(`+import reviews from './collections/reviews.ts'
-  collections: [posts],
+  collections: [posts, reviews],
+import { defineCollection, field } from 'lintel'
+
+export default defineCollection({
+  name: 'reviews',
+  label: 'Reviews',
+  fields: {
+    title: field.string({ required: true }),
+    post: field.reference('posts'),
+  },
+})
`)
  const post = await json('/api/posts', 'POST', { title: 'A book' })
  const review = await json('/api/reviews', 'POST', { title: 'Read it', post: post.body.data.id })
  expect(review).toMatchObject({ status: 201, body: { data: { title: 'Read it', post: post.body.data.id } } })
})

it('shows a form that is refused as it was typed, and tells programs the same in JSON', async () => {
  const page = await open('/admin/collections/posts/fields/new')
  await page.getByLabel('Name', { exact: false }).first().fill('title')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByText(/There is already a field title\./).waitFor()
  expect(await page.locator('#field-name').inputValue()).toBe('title')
  const send = async (name: string) => {
    const body = new URLSearchParams({ '~name': name, '~type': 'string' })
    const answer = await fetch(`${dev.url}/admin/collections/posts/fields`, { method: 'POST', headers: admin, body })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  expect(await send('title')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const preview = { name: 'posts', mistakes: [], state: expect.any(String) }
  expect(await send('subtitle')).toMatchObject({ status: 200, body: { success: true, data: preview } })
})

it('adds a field, changes it and renames it, and values are kept', async () => {
  await json('/api/posts', 'POST', { title: 'Kept' })
  const page = await open('/admin/collections/posts/fields/new')
  await page.getByLabel('Name', { exact: false }).first().fill('rating')
  await page.getByLabel('Type', { exact: true }).selectOption('number')
  await page.getByRole('button', { name: 'Show its options' }).click()
  await page.getByLabel('Whole numbers only').check()
  await page.getByLabel('Maximum').fill('5')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByText(/^Goes through \d+ rows? of posts\.$/).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/The files have been changed, and the service uses them\./).waitFor()
  await page.getByRole('link', { name: 'title', exact: true }).click()
  await page.getByLabel('Name', { exact: false }).first().fill('headline')
  await page.getByLabel('Maximum').fill('120')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page
    .getByText(/rename field posts\.title/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/The files have been changed, and the service uses them\./).waitFor()
  expect(diffOf('collections/posts.ts')).toBe(`-    title: field.string({ required: true }),
+    headline: field.string({ required: true, max: 120, renamedFrom: 'title' }),
+    rating: field.number({ integer: true, max: 5 }),
`)
  const { body } = await json('/api/posts?headline=Kept')
  expect(body.data).toMatchObject([{ headline: 'Kept', rating: null }])
  expect((await json('/api/posts', 'POST', { headline: 'x', rating: 6 })).status).toBe(422)
})

it('puts fields in another order, and changes what stands inside one', async () => {
  const path = join(project.root, 'collections/posts.ts')
  const before = readFileSync(path, 'utf8')
  const seo = `    seo: field.group({
      fields: {
        // for search engines
        title: field.string(),
        image: field.string(), // wide
      },
    }),
`
  const mark = dev.mark()
  writeFileSync(path, before.replace('    rating:', `${seo}    rating:`))
  await dev.next('served', mark)
  const page = await open('/admin/collections/posts')
  await page.getByRole('link', { name: 'Change the order' }).click()
  // By the keyboard alone, and the focus stays where the field went.
  await page.getByRole('button', { name: 'Move headline down' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelector('ol code')?.textContent === 'body')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move headline down')
  expect(readFileSync(path, 'utf8')).toContain('// what the front page shows\n    headline')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByText('The database does not change.', { exact: true }).waitFor()
  const diff = (await page.locator('figure pre').textContent()) ?? ''
  expect(diff).toContain('+    body: field.text(), // the whole text')
  expect(diff).toContain('-    body: field.text(), // the whole text')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/The files have been changed, and the service uses them\./).waitFor()
  const ordered = readFileSync(path, 'utf8')
  expect(ordered).toContain('// the whole text\n    // what the front page shows\n    headline')
  // A field of the group, its sister, and their order.
  await page.getByRole('link', { name: 'seo', exact: true }).click()
  await page.getByRole('link', { name: 'title', exact: true }).click()
  await page.getByLabel('Maximum').fill('60')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/The files have been changed, and the service uses them\./).waitFor()
  await page.goto('/admin/collections/posts/order?in=seo')
  await page.getByRole('button', { name: 'Move image up' }).click()
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/The files have been changed, and the service uses them\./).waitFor()
  expect(readFileSync(path, 'utf8')).toContain(`      fields: {
        image: field.string(), // wide
        // for search engines
        title: field.string({ max: 60 }),
      },`)
  // Neither a name nor a field inside the group goes: no migration would follow.
  const sent = (at: string, form: Record<string, string>) =>
    fetch(`${dev.url}/admin/collections/posts/${at}`, {
      method: 'POST',
      headers: { ...admin, accept: 'text/html' },
      body: new URLSearchParams(form),
    })
  for (const [at, form] of [
    ['fields/seo.title', { '~name': 'head' }],
    ['fields/seo.title/remove', { reason: 'unused' }],
  ] as const) {
    const refused = await sent(at, form)
    expect([at, refused.status]).toEqual([at, 409])
    expect(await refused.text()).toMatch(/stored value.*collections\/posts\.ts:\d+/s)
  }
  for (const at of ['order?in=nothing', 'fields/new?in=headline', 'fields/seo.nothing', 'order?in=seo.title'])
    expect([at, (await json(`/admin/collections/posts/${at}`)).status]).toEqual([at, 404])
  // What an order in the form cannot keep is refused with its place.
  const spread = dev.mark()
  writeFileSync(path, readFileSync(path, 'utf8').replace('    // for search', '    ...{},\n        // for search'))
  await dev.next('served', spread)
  await page.goto('/admin/collections/posts/order?in=seo')
  await page.getByRole('button', { name: 'Move title up' }).click()
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByText('This cannot be changed with a form', { exact: true }).waitFor()
  await page
    .getByText(/^collections\/posts\.ts:\d+$/)
    .last()
    .waitFor()
  const back = dev.mark()
  writeFileSync(path, before)
  await dev.next('served', back)
})

it('removes a field only with the reason that the config then has', async () => {
  const page = await open('/admin/collections/posts/fields/body')
  await page.getByRole('button', { name: 'Remove body' }).click()
  await page
    .getByText(/its values would be lost/)
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: 'Remove', exact: true }).count()).toBe(0)
  await page.getByLabel('Why').fill('nobody read it')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByText('destructive', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText(/The files have been changed, and the service uses them\./).waitFor()
  expect(diffOf('collections/posts.ts')).toContain("+  dropped: { body: 'nobody read it' },")
  const { body } = await json('/api/posts')
  expect(Object.keys(body.data[0])).not.toContain('body')
})

it('saves nothing that somebody has not seen', async () => {
  const path = join(project.root, 'collections/reviews.ts')
  const page = await open('/admin/collections/reviews/edit')
  await page.getByLabel('Documents start as drafts').check()
  await page.getByLabel('title', { exact: true }).check()
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByText(/\+ {2}drafts: true,/).waitFor()
  const mark = dev.mark()
  writeFileSync(path, readFileSync(path, 'utf8').replace("label: 'Reviews'", "label: 'Book reviews'"))
  await dev.next('served', mark)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Something has changed since the preview', { exact: true }).waitFor()
  expect(readFileSync(path, 'utf8')).not.toContain('drafts')
  // Who refuses to follow a file says where: the collection is spread from elsewhere now.
  const before = readFileSync(path, 'utf8')
  const spread = dev.mark()
  writeFileSync(path, before.replace('defineCollection({', 'defineCollection({\n  ...{},'))
  await dev.next('served', spread)
  const refused = await json('/admin/collections/reviews', 'PUT', { name: 'reviews', label: 'Other' })
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(refused.body.detail).toContain('collections/reviews.ts:4')
  const back = dev.mark()
  writeFileSync(path, before)
  await dev.next('served', back)
})

it('changes a setting of a plugin where it stands', async () => {
  const page = await open('/admin/plugins/identity')
  await page.getByRole('link', { name: 'Change settings' }).click()
  await page.getByLabel('limit').fill('0')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByRole('alert').first().waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  await page.getByLabel('limit').fill('25')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL('**/admin/plugins/identity')
  const own = await json('/admin/plugins/identity/settings', 'POST', {
    environment: 'production',
    settings: { greeting: 'good day' },
  })
  expect(own).toEqual({ status: 200, body: { success: true, data: { name: 'identity', file: 'cms.config.ts' } } })
  const diff = diffOf('cms.config.ts')
  expect(diff).toContain('+    identity({ limit: 25 }), // for the tests\n')
  expect(diff).toContain("plugins: { identity: { greeting: 'good day' } }")
  const { body } = await json('/admin/plugins/identity')
  expect(body.data.settings).toContainEqual(expect.objectContaining({ name: 'limit', value: 25, source: 'config' }))
})

it('asks for settings of every shape with inputs of their own, and writes what was typed', async () => {
  const page = await open('/admin/plugins/identity/settings/edit')
  await page.getByLabel('Tone').selectOption('dry')
  const described = (name: string) => page.locator(`[name="setting.${name}"]`).first().getAttribute('aria-describedby')
  expect(await page.locator(`#${await described('tone')}`).textContent()).toBe('How it greets. (Default: warm)')
  const days = page.getByRole('group', { name: 'days' })
  const note = page.locator(`#${await days.getAttribute('aria-describedby')}`)
  expect(await note.textContent()).toContain('Days on which it greets.')
  await page.getByLabel('loud').selectOption('yes')
  await page.getByLabel('names').fill('Ada\nGrace')
  await page.getByLabel('tue').check()
  await page.getByLabel('headers').fill('x-site = a = b')
  await page.getByLabel('width').fill('wide')
  await page.getByLabel('height').fill('40')
  await page.getByRole('button', { name: 'More rows' }).click()
  await page.getByLabel('name 1', { exact: true }).fill('Ulm')
  await page.getByLabel('name 3', { exact: true }).fill('Bonn')
  await page.getByLabel('late 3', { exact: true }).selectOption('yes')
  await page.getByRole('combobox', { name: /^by/ }).selectOption('train')
  await page.getByRole('button', { name: 'Show its options' }).click()
  await page.getByRole('textbox', { name: /^line/ }).fill('S 3')
  // A secret is never typed into a form, nor what has one in it.
  await page.getByText(/These settings contain secrets, so they can be changed only in the file: store\./).waitFor()
  await page.getByRole('button', { name: 'Show changes' }).click()
  // What is no number is refused by the schema, and is still there.
  await page
    .getByText(/'box\.width' of the plugin identity must be a number/)
    .first()
    .waitFor()
  expect(await page.getByLabel('width').inputValue()).toBe('wide')
  await page.getByLabel('width').fill('30')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL('**/admin/plugins/identity')
  const { body } = await json('/admin/plugins/identity')
  const values = Object.fromEntries(
    body.data.settings.map(({ name, value }: { name: string; value: unknown }) => [name, value]),
  )
  expect(values).toMatchObject({
    tone: 'dry',
    loud: true,
    names: ['Ada', 'Grace'],
    days: ['tue'],
    headers: { 'x-site': 'a = b' },
    box: { width: 30, height: 40 },
    stops: [
      { name: 'Ulm', late: false },
      { name: 'Bonn', late: true },
    ],
    way: { by: 'train', line: 'S 3' },
    limit: 25,
  })
  // Nothing changes where nothing was touched, and what is emptied has its default again.
  await page.goto('/admin/plugins/identity/settings/edit')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByText('Nothing changes', { exact: true }).waitFor()
  await page.getByLabel('names').fill('[]')
  await page.getByLabel('tue').uncheck()
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page
    .getByText(/names: \[\],/)
    .first()
    .waitFor()
  expect(await page.locator('figure pre').first().textContent()).toMatch(/-\s+days: \['tue'\],/)
})

it('takes and deletes collections from programs, and shows them what would come of it', async () => {
  const fields = { title: { type: 'string', required: true } }
  const preview = await json('/admin/collections', 'POST', { name: 'notes', fields, preview: true })
  expect(preview).toMatchObject({ status: 200, body: { data: { name: 'notes', file: 'collections/notes.ts' } } })
  expect(preview.body.data.database[0]).toMatchObject({ class: 'safe', title: 'create collection notes' })
  const made = await json('/admin/collections', 'POST', { name: 'notes', fields, state: preview.body.data.state })
  expect(made).toEqual({
    status: 201,
    body: { success: true, data: { name: 'notes', file: 'collections/notes.ts' } },
  })
  expect((await json('/api/notes')).status).toBe(200)
  const again = await json('/admin/collections', 'POST', { name: 'notes', fields })
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  const broken = await json('/admin/collections/notes', 'PUT', { name: 'notes', fields: { title: { type: 'nope' } } })
  expect(broken).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
  expect(broken.body.errors[0].path).toBe('collections/notes.ts:6')
  expect((await json('/admin/collections/notes', 'PUT', { name: 'other' })).status).toBe(422)
  expect((await json('/admin/collections/nothing', 'DELETE')).status).toBe(404)
  expect((await json('/admin/collections/notes', 'DELETE')).status).toBe(200)
  expect((await json('/api/notes')).status).toBe(404)
  expect(diffOf('collections/notes.ts')).toBe('')
})

it.each([
  [1280, 'light'],
  [360, 'dark'],
] as const)('every form can be used by everybody, %s pixels wide, %s', async (width, colorScheme) => {
  const viewport = { width, height: 900 }
  const window = await (await sharedBrowser()).newContext({
    baseURL: dev.url,
    extraHTTPHeaders: admin,
    viewport,
    colorScheme,
  })
  const page = await window.newPage()
  const check = async (name: string) => {
    const found = await violationsOn(page)
    expect({ name, found }).toEqual({ name, found: [] })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect({ name, wide }).toEqual({ name, wide: width })
  }
  for (const path of [
    '/admin/collections',
    '/admin/collections/new',
    '/admin/collections/posts',
    '/admin/collections/posts/edit',
    '/admin/collections/posts/delete',
    '/admin/collections/posts/order',
    '/admin/collections/posts/fields/new?type=select',
    '/admin/collections/reviews/fields/post',
    '/admin/plugins/identity/settings/edit',
    '/admin/plugins/identity',
  ]) {
    await page.goto(path)
    await check(path)
  }
  // The table of settings is read without moving it sideways: cells stand below one another, each with its name.
  const table = page.getByRole('region', { name: 'Settings' })
  expect(await table.evaluate((section) => section.scrollWidth - section.clientWidth)).toBe(0)
  const cell = await table
    .locator('td[data-label=Source]')
    .first()
    .evaluate((td) => {
      return [getComputedStyle(td).display, getComputedStyle(td, '::before').content]
    })
  expect(cell).toEqual(width === 360 ? ['block', '"Source:"'] : ['table-cell', 'none'])
  // With the return key in the name, the changes are shown.
  await page.goto('/admin/collections/new')
  await page.getByLabel('Name', { exact: false }).first().fill('letters')
  await page.keyboard.press('Enter')
  await page.getByText(/create collection letters/).waitFor()
  await page.getByText('SQL', { exact: true }).first().click()
  await check('changes')
  await window.close()
})

it('leaves the nodes of a rich text to the file', async () => {
  const page = await open('/admin/collections/posts/fields/new')
  await page.getByLabel('Type', { exact: true }).selectOption('richText')
  await page.getByRole('button', { name: 'Show its options' }).click()
  await page.getByLabel('Maximum').waitFor()
  expect(await page.locator('[name*=nodes]').count()).toBe(0)
})

it('leaves labels by language to the file', async () => {
  const name = { type: 'string', label: { en: 'Name', de: 'Bezeichnung' } }
  expect((await json('/admin/collections', 'POST', { name: 'cities', fields: { name } })).status).toBe(201)
  const page = await open('/admin/collections/cities/fields/name')
  await page.getByLabel('Help text').fill('As on the map')
  expect(await page.getByLabel('Label', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page
    .getByText(/As on the map/)
    .first()
    .waitFor()
  await page.context().close()
})
