import { describe, expect, it } from 'vitest'
import { type FormEvent, readForm } from '../../../plugins/core-media/upload/form.ts'
import { as } from '../../harness/as.ts'
import { bytesOf } from './files.ts'
import { mediaService, send } from './service.ts'

const BOUNDARY = '----WebKitFormBoundary7MA4YWxk'
const type = `multipart/form-data; boundary=${BOUNDARY}`

/** A form whose file looks like the ends of forms. */
function formWith(content: string | Uint8Array, end = `--${BOUNDARY}--\r\n`): Uint8Array {
  const head = (name: string, more = '') => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`
  return bytesOf(
    `${head('folder')}\r\na/b\r\n`,
    `${head('file', '; filename="a: b.txt"')}Content-Type: text/plain\r\n\r\n`,
    content,
    `\r\n${end}`,
  )
}

async function read(...chunks: readonly Uint8Array[]) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const request = new Request('http://localhost', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    duplex: 'half',
  } as RequestInit)
  const events: FormEvent[] = []
  for await (const event of readForm(request, { size: 1_000_000, files: 2 })) events.push(event)
  const file = events.flatMap((event) => (event.kind === 'chunk' ? [Buffer.from(event.bytes)] : []))
  return { file: Buffer.concat(file).toString(), others: events.filter(({ kind }) => kind !== 'chunk') }
}

const TEXT = `a\r\n--${BOUNDARY.slice(0, 9)}\r\n--\r\n\r\nb\r`

describe('a form', () => {
  const form = formWith(TEXT)
  const wanted = {
    file: TEXT,
    others: [
      { kind: 'field', name: 'folder', value: 'a/b' },
      { kind: 'file', field: 'file', filename: 'a: b.txt', type: 'text/plain' },
      { kind: 'end' },
    ],
  }

  it('is the same wherever its chunks are cut', async () => {
    for (let cut = 1; cut < form.length; cut += 1) {
      expect([cut, await read(form.subarray(0, cut), form.subarray(cut))]).toEqual([cut, wanted])
    }
  })

  it.each([1, 2, 3, 5, 7, 64])('is the same in chunks of %i bytes', async (size) => {
    const chunks = Array.from({ length: Math.ceil(form.length / size) }, (_, index) =>
      form.subarray(index * size, (index + 1) * size),
    )
    expect(await read(...chunks)).toEqual(wanted)
  })

  it.each([
    ['without an end', ''],
    ['whose end is cut off', `--${BOUNDARY}-`],
    ['whose last part has no head', `--${BOUNDARY}\r\nContent-Dis`],
  ])('%s is refused', async (_, end) => {
    await expect(read(formWith('text', end))).rejects.toMatchObject({ code: 'validation_failed' })
  })
})

describe('an upload', () => {
  const service = mediaService()
  const empty = formWith('').length

  it.each([1, 2])('is taken with every remainder around %i times 4,096 bytes', async (chunks) => {
    const answers: [number, number, unknown][] = []
    for (let rest = -90; rest <= 6; rest += 1) {
      const size = chunks * 4096 + rest
      const text = `${size}:`.padEnd(size - empty, 'x')
      const { status, body } = await send(service, '/api/media/upload', {
        body: [formWith(text)],
        headers: { 'content-type': type, ...as('editor') },
      })
      answers.push([rest, status, body.data?.size ?? body])
    }
    expect(answers).toEqual(answers.map(([rest]) => [rest, 201, chunks * 4096 + rest - empty]))
  })
})
