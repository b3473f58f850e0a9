import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { ERRORS } from '../../src/config/errors.ts'
import { fieldTypes } from '../../src/fields/index.ts'
import { signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'
import {
  differences,
  fencesOf,
  filled,
  type HttpExample,
  httpExamplesOf,
  type Names,
  patternOf,
} from './http-examples.ts'

const FOLDER = fileURLToPath(new URL('../fixtures/docs', import.meta.url))
const markdown = readFileSync('docs/api.md', 'utf8')
const service = sharedService({ root: FOLDER, vars: { JWT_SECRET: 'a secret of the tests that is long enough' } })

it('shows the collections that its examples ask', () => {
  for (const { text } of fencesOf(markdown).filter(({ language }) => language === 'ts')) {
    const [, file] = /^\/\/ collections\/(\w+\.ts)\n/.exec(text) ?? []
    expect(file).toBeDefined()
    const source = readFileSync(`${FOLDER}/${file}`, 'utf8')
    expect(text).toBe(`// collections/${file}\n${source}`)
  }
})

it.each(['docs/cors.md', 'docs/api.md', 'docs/errors.md'])(
  '%s shows the responses that the service gives',
  async (path) => {
    await service.fetch('/api/health')
    const names: Names = new Map()
    for (const role of ['editor', 'author', 'viewer']) names.set(role, (await signedIn(service, role)).token)
    const wrong: string[] = []
    for (const example of httpExamplesOf(readFileSync(path, 'utf8'))) {
      if (example.request.start.includes('{token}')) names.set('token', await previewToken(names))
      const found = await ask(example, names)
      wrong.push(...found.map((difference) => `${path}:${example.line} ${example.request.start}\n  ${difference}`))
    }
    expect(wrong.join('\n')).toBe('')
  },
)

/** Makes the link to the preview of the draft, as the admin does. */
async function previewToken(names: Names): Promise<string> {
  const path = filled('/admin/content/{draft}/preview?collection=posts', names)
  const { body } = await service.json(path, { method: 'POST', headers: bearer(names) })
  return new URL(body.data.url).searchParams.get('preview') ?? ''
}

function bearer(names: Names) {
  return { authorization: `Bearer ${names.get('editor')}` }
}

async function ask({ request, response }: HttpExample, names: Names): Promise<string[]> {
  const [method = '', path = ''] = filled(request.start, names).split(' ')
  const headers = request.headers.map(([name, value]): [string, string] => [name, filled(value, names)])
  const answer = await service.fetch(path, {
    method,
    headers,
    ...(request.body === '' ? {} : { body: filled(request.body, names) }),
  })
  const text = await answer.text()
  const status = Number(response.start.split(' ')[1])
  if (answer.status !== status) return [`${answer.status}, not ${status}: ${text}`]
  return [
    ...response.headers.flatMap(([name, value]) => differences(value, answer.headers.get(name) ?? 'none', names, name)),
    ...(response.body === '' ? [] : differences(patternOf(response.body), JSON.parse(text), names)),
    ...(response.body === '' && text !== '' ? [`a body that is not shown: ${text}`] : []),
  ]
}

it('lists every operator that a field takes', () => {
  for (const [name, { operators }] of Object.entries(fieldTypes)) {
    const row = new RegExp(`^\\| [^|]*\`${name}\`[^|]*\\|([^|]*)\\|`, 'm').exec(markdown)?.[1]
    expect(row, `a row for ${name}`).toBeDefined()
    const listed = [...(row ?? '').matchAll(/`(\w+)`/g)].map(([, operator]) => operator)
    expect([name, listed.sort()]).toEqual([name, [...operators].sort()])
  }
})

it('lists every code with its status', () => {
  const listed = [...markdown.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [code, Number(status)])
  const codes = Object.entries(ERRORS).map(([code, { status }]) => [code, status])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(codes))
})
