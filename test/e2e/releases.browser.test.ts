import { expect, it } from 'vitest'
import { bearer, login, PASSWORD, SECRET } from '../plugins/core-auth/people.ts'
import { sharedSite } from './browser.ts'
import { signIn } from './pages.ts'

const site = sharedSite({ vars: { JWT_SECRET: SECRET, ADMIN_PASSWORD: PASSWORD, RESEND_API_KEY: 're_test' } })

it('takes three documents from their forms and publishes them as one, and tells which one is in the way', async () => {
  await site.service.fetch('/api/health')
  const headers = bearer((await login(site.service, 'admin@localhost', PASSWORD)).body.token)
  const create = async (collection: string, title: string) => {
    const answer = await site.service.json(`/api/${collection}`, { headers, body: { title } })
    return { collection, title, id: answer.body.data.id as string }
  }
  const documents = [
    await create('posts', 'The new harbour'),
    await create('posts', 'Who built it'),
    await create('pages', 'Harbour guide'),
  ]
  const page = await site.open()
  await signIn(page)
  for (const { collection, id } of documents) {
    await page.goto(`/admin/content/${id}/edit?collection=${collection}`)
    const panel = page.getByRole('region', { name: 'Releases' })
    if (collection === 'posts' && id === documents[0]?.id) {
      await panel.getByLabel('Title of a new release').fill('Harbour opening')
    }
    await panel.getByRole('button', { name: 'Add to release' }).click()
    await page.getByRole('heading', { level: 1, name: 'Harbour opening' }).waitFor()
  }
  await page.getByRole('heading', { name: '3 documents' }).waitFor()

  const [, asked] = documents
  const release = page.url()
  await page.goto(`/admin/content/${asked?.id}/edit?collection=posts`)
  await page.getByRole('region', { name: 'Review' }).getByRole('button', { name: 'Ask for a review' }).click()
  await page.getByRole('region', { name: 'Review' }).getByText('Requested', { exact: true }).waitFor()
  await page.goto(release)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(/1 document was refused; nothing was published\./).waitFor()
  const line = page.getByRole('listitem').filter({ hasText: 'Who built it' })
  await line.getByText(/The document is under review/).waitFor()

  await page.goto(`/admin/content/${asked?.id}/edit?collection=posts`)
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await page.getByRole('button', { name: 'Ask for a review' }).waitFor()
  await page.goto(release)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(/3 documents/).waitFor()
  await page.getByRole('button', { name: 'Publish now' }).waitFor({ state: 'detached' })
  const published = documents.map(({ collection, id }) => site.service.json(`/api/${collection}/${id}`))
  expect((await Promise.all(published)).map(({ status }) => status)).toEqual([200, 200, 200])
})
