import { type Bucket, inParts, PART } from '../bucket/bucket.ts'
import type { Machine } from '../machine/machine-task.ts'

/** Bucket of a service on a machine: a folder there, which a process on the machine reads and writes. */
export function machineBucket(machine: Machine): Bucket {
  return {
    list: (page) => machine.run({ kind: 'list', ...page }),
    async read({ key }) {
      const first = await machine.run({ kind: 'object', key, offset: 0, length: PART })
      return first && { bytes: partsOf(machine, key, first) }
    },
    async write(object, bytes) {
      if (object.size <= PART) {
        for await (const part of inParts(bytes)) {
          return machine.run({ kind: 'put', object, base64: part.toString('base64') })
        }
      }
      return writeParts(machine, object, bytes)
    },
  }
}

interface Part {
  readonly size: number
  readonly base64: string
}

async function* partsOf(machine: Machine, key: string, first: Part): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first.base64, 'base64')
  for (let offset = PART; offset < first.size; offset += PART) {
    const part = await machine.run({ kind: 'object', key, offset, length: PART })
    if (part?.size !== first.size) throw new Error('it was replaced while it was read')
    yield Buffer.from(part.base64, 'base64')
  }
}

async function writeParts(
  machine: Machine,
  object: Parameters<Bucket['write']>[0],
  bytes: AsyncIterable<Uint8Array>,
): Promise<string> {
  const upload = await machine.run({ kind: 'begin-upload', object })
  const { key } = object
  const parts: { readonly partNumber: number; readonly etag: string }[] = []
  try {
    for await (const part of inParts(bytes)) {
      const number = parts.length + 1
      parts.push(await machine.run({ kind: 'put-part', key, upload, number, base64: part.toString('base64') }))
    }
    return await machine.run({ kind: 'end-upload', key, upload, parts })
  } catch (error) {
    await machine.run({ kind: 'end-upload', key, upload, parts: null }).catch(() => {}) // the first error is reported
    throw error
  }
}
