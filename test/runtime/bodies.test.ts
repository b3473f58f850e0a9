import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()
const newsroom = sharedService({ root: '.' })

it('a body that says neither its type nor its length, and is empty, is none', async () => {
  const empty = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })
  const answer = await newsroom.fetch('/api/auth/refresh', {
    method: 'POST',
    body: empty,
    duplex: 'half',
  } as RequestInit)
  expect(((await answer.json()) as { code: string }).code).not.toBe('unsupported_media_type')
})

it('a form of the admin is read no further than a body may be', async () => {
  const form = new FormData()
  form.set('title', 'x'.repeat(2 * 1024 * 1024))
  const answer = await service.fetch('/admin/content/check?collection=articles', {
    method: 'POST',
    body: form,
    headers: { ...as('editor', 'eve'), accept: 'application/json' },
  })
  expect(answer.status).toBe(413)
})

/** Files that read bodies for everybody else; uploads read theirs as a stream. */
const GATES = ['src/runtime/input/body.ts', 'src/runtime/input/form.ts']

it('nothing else reads a body by itself, past the limit', () => {
  const files = ['src/runtime', 'src/system', 'plugins'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const past = files
    .filter((path) => /\.tsx?$/.test(path) && !GATES.includes(path))
    .filter((path) => /\bc\.req\.(?:json|text|formData|parseBody|arrayBuffer|blob)\(/.test(readFileSync(path, 'utf8')))
  expect(past).toEqual([])
})
