import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { signedIn } from '../core-auth/people.ts'

let service: Service
let admin: Record<string, string>
let author: Record<string, string>

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: 'a secret of the tests that is long enough for HS256' } })
  await service.fetch('/api/health')
  admin = { authorization: `Bearer ${(await signedIn(service, 'admin')).token}` }
  author = { authorization: `Bearer ${(await signedIn(service, 'author')).token}` }
})
afterAll(() => service.dispose())

const post = (path: string, body: object, headers = admin) =>
  service.json(`/admin/faq/${path}`, { method: 'POST', headers, body })
const made = async (path: string, body: object) => {
  const answer = await post(path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id as string
}
const read = async () => (await service.json('/api/faq')).body.data
const names = async () => (await read()).map(({ name }: { name: string }) => name)

describe('questions and answers', () => {
  it('are published by category, in an order that people give them', async () => {
    const first = await made('categories', { name: 'Subscriptions' })
    const second = await made('categories', { name: 'Letters' })
    const one = await made('questions', { categoryId: first, question: 'One?', answer: 'Yes.' })
    const two = await made('questions', { categoryId: first, question: 'Two?', answer: 'No.' })
    await made('questions', { categoryId: first, question: 'Draft?', answer: 'Later.', published: false })
    await made('questions', { categoryId: second, question: 'Three?', answer: 'Perhaps.' })
    expect(await read()).toEqual([
      {
        id: first,
        name: 'Subscriptions',
        slug: 'subscriptions',
        questions: [
          { id: one, question: 'One?', answer: 'Yes.' },
          { id: two, question: 'Two?', answer: 'No.' },
        ],
      },
      expect.objectContaining({ name: 'Letters' }),
    ])
    expect((await post(`categories/${second}/move`, { direction: 'up' })).status).toBe(200)
    expect((await post(`questions/${two}/move`, { direction: 'up' })).status).toBe(200)
    expect((await post(`questions/${two}/move`, { direction: 'up' })).status).toBe(200) // the end
    expect(await names()).toEqual(['Letters', 'Subscriptions'])
    expect((await read())[1].questions.map(({ id }: { id: string }) => id)).toEqual([two, one])
    const changed = { categoryId: second, question: 'One, changed?', answer: 'Yes.' }
    expect((await post(`questions/${one}`, changed)).status).toBe(200)
    expect((await read())[0].questions.map(({ question }: { question: string }) => question)).toContain('One, changed?')
    expect((await post(`categories/${first}/delete`, {})).body.code).toBe('in_use')
    expect((await post(`questions/${two}/delete`, {})).status).toBe(200)
    expect(await names()).toEqual(['Letters'])
  })

  it.each([
    ['categories', { name: '' }, 422, 'validation_failed'],
    ['categories', { name: 'Letters' }, 409, 'conflict'],
    ['questions', { categoryId: 'nowhere', question: 'Q?', answer: 'A.' }, 422, 'validation_failed'],
    ['questions', { categoryId: 'nowhere', question: 'Q?' }, 422, 'validation_failed'],
    ['questions/nothing', { categoryId: 'x', question: 'Q?', answer: 'A.' }, 404, 'not_found'],
    ['questions/nothing/move', { direction: 'up' }, 404, 'not_found'],
    ['questions/nothing/delete', {}, 404, 'not_found'],
    ['categories/nothing/move', { direction: 'sideways' }, 422, 'validation_failed'],
  ])('refuses %s %j', async (path, body, status, code) => {
    const answer = await post(path, body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('are written by editors only', async () => {
    expect((await post('categories', { name: 'Mine' }, author)).status).toBe(403)
    expect((await post('categories', { name: 'Mine' }, {})).status).toBe(401)
  })

  it('have a page with forms', async () => {
    const html = { ...admin, accept: 'text/html' }
    const page = await service.fetch('/admin/faq', { headers: html })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Letters')])
    const body = new URLSearchParams({ name: 'By form' })
    const answer = await service.fetch('/admin/faq/categories', { method: 'POST', headers: html, body })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/faq'])
    const [question] = (await read())[0].questions
    const form = await (await service.fetch(`/admin/faq/questions/${question.id}`, { headers: html })).text()
    expect(form).toContain(`action="/admin/faq/questions/${question.id}"`)
  })

  it.each([
    ['categories', { name: 'Letters' }, 409, ['category-name']],
    ['categories', { name: 'n'.repeat(101) }, 422, ['category-name']],
    [
      'questions',
      { categoryId: 'nowhere', question: ' ', answer: 'An answer that was typed' },
      422,
      ['question-question'],
    ],
    ['questions', { categoryId: 'nowhere', question: 'Typed?', answer: 'Typed too.' }, 422, ['question-categoryId']],
  ])(
    'are shown again as they were typed when %s refuses %j',
    async (path, fields: Record<string, string>, status, wrong) => {
      const html = { ...admin, accept: 'text/html' }
      const answer = await service.fetch(`/admin/faq/${path}`, {
        method: 'POST',
        headers: html,
        body: new URLSearchParams(fields),
      })
      const page = await answer.text()
      expect(answer.status, page).toBe(status)
      for (const typed of [fields.name, fields.question?.trim(), fields.answer])
        if (typed) expect(page).toContain(typed)
      for (const id of wrong) expect(page).toMatch(new RegExp(`<p id="${id}-note" role="alert"`))
      expect(/name="published"[^>]*checked/.test(page)).toBe(fields.published === 'on')
    },
  )

  it('give back what was typed where the question is gone meanwhile', async () => {
    const typed = { categoryId: 'x', question: 'Gone meanwhile?', answer: 'Typed,\nand <long>.', published: 'on' }
    const answer = await service.fetch('/admin/faq/questions/nothing', {
      method: 'POST',
      headers: { ...admin, accept: 'text/html' },
      body: new URLSearchParams(typed),
    })
    const page = await answer.text()
    expect(answer.status).toBe(404)
    for (const text of ['There is no such question.', 'Gone meanwhile?', 'Typed,\nand &lt;long&gt;.'])
      expect(page).toContain(text)
  })

  it('come with sample data, and go with it', async () => {
    const seed = (path: string, body: object) =>
      service.json(`/admin/seed-data/${path}`, { method: 'POST', headers: admin, body })
    const before = await read()
    const asked = { contentCount: 0, userCount: 0, mediaCount: 0, seed: 1 }
    expect((await seed('generate', asked)).status).toBe(200)
    const filled = await read()
    expect(filled.length).toBeGreaterThan(before.length)
    await seed('generate', asked)
    expect(await read()).toEqual(filled)
    await seed('clear', {})
    expect(await read()).toEqual(before)
  })
})
