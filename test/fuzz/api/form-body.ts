import type { Random } from './random.ts'

/** The properties of an object as the fields of a form; lists as fields of one name. */
export function fieldsOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [['value', String(value)]]
  return Object.entries(value).flatMap(([name, inner]) =>
    (Array.isArray(inner) ? inner : [inner])
      .filter((one) => one !== null && one !== undefined)
      .map((one): [string, string] => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
  )
}

export function urlencodedOf(value: unknown): Buffer {
  return Buffer.from(new URLSearchParams(fieldsOf(value)).toString())
}

/** A multipart form in which the field `file` is a file, mostly a picture. */
export function multipartOf(value: unknown, random: Random): { readonly bytes: Buffer; readonly type: string } {
  const boundary = `form-${random.integer(1, 1e9)}`
  const parts = fieldsOf(value).map(([name, text]) => {
    const given = name.replace(/["\r\n]/g, '_')
    if (name !== 'file') return Buffer.from(`Content-Disposition: form-data; name="${given}"\r\n\r\n${text}\r\n`)
    const { filename, type, bytes } = random.pick(FILES)
    const head = `Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')])
  })
  const bytes = Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { bytes, type: `multipart/form-data; boundary=${boundary}` }
}

/** A PNG of one grey pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

const FILES: readonly { readonly filename: string; readonly type: string; readonly bytes: Buffer }[] = [
  { filename: 'pixel.png', type: 'image/png', bytes: PIXEL },
  { filename: '../../"x".png', type: 'image/png', bytes: PIXEL },
  { filename: 'ünï🙂.png', type: 'application/octet-stream', bytes: PIXEL },
  { filename: 'half.png', type: 'image/png', bytes: PIXEL.subarray(0, 40) },
  { filename: 'lies.jpg', type: 'image/jpeg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { filename: 'empty.pdf', type: 'application/pdf', bytes: Buffer.alloc(0) },
  { filename: 'paper.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') },
]
