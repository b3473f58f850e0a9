import type { Bindings } from '../../config/request.ts'
import type { HostDatabase } from '../../hosts/host.ts'
import { type Deadlines, inTime } from './deadline.ts'
import { guardCalls, type WaitFor } from './guard-calls.ts'
import { guardDatabase } from './guard-database.ts'

type Kind = 'database' | 'bucket' | 'kv' | 'queue' | 'images'

/**
 * Methods by which each kind of binding is recognized. A binding to another worker has `fetch`, and is of none of these
 * kinds.
 */
const MARKS: { readonly [Name in Kind]: readonly string[] } = {
  database: ['prepare', 'batch'],
  bucket: ['createMultipartUpload'],
  kv: ['getWithMetadata'],
  queue: ['sendBatch'],
  images: ['input'],
}

const GUARDS: { readonly [Name in Kind]: (binding: object, deadlines: Deadlines) => object } = {
  database: (binding, { database }) => guardDatabase(binding as HostDatabase, database), // recognized by `MARKS`
  bucket: (binding, { bucket }) => guardCalls(binding, waitForBucket(bucket), UPLOADS),
  kv: (binding, { kv }) => guardCalls(binding, (_, ask) => inTime('kv', kv, ask), NONE),
  queue: (binding, { queue }) => guardCalls(binding, (_, ask) => inTime('queue', queue, ask), NONE),
  images: (binding, { images }) => guardCalls(binding, (_, ask) => inTime('images', images, ask), TRANSFORMERS),
}

const NONE: ReadonlySet<string> = new Set()
const UPLOADS: ReadonlySet<string> = new Set(['createMultipartUpload', 'resumeMultipartUpload'])
const TRANSFORMERS: ReadonlySet<string> = new Set(['input', 'transform', 'draw'])

/**
 * Returns the worker's bindings with deadlines. The service uses them in place of the worker's own. Variables, secrets
 * and bindings of unknown kinds are not changed.
 */
export function guardBindings(env: Bindings, deadlines: Deadlines): Bindings {
  const guarded = Object.entries(env).map(([name, binding]) => {
    const kind = kindOf(binding)
    return [name, kind === null ? binding : GUARDS[kind](binding, deadlines)]
  })
  return Object.fromEntries(guarded) as Bindings // the same names, with bindings of the same methods
}

function kindOf(binding: unknown): Kind | null {
  if (typeof binding !== 'object' || binding === null || 'fetch' in binding) return null
  const kinds = Object.keys(MARKS) as Kind[] // the kinds are its keys
  return kinds.find((kind) => MARKS[kind].every((method) => method in binding)) ?? null
}

/** Methods of a bucket and of its multipart uploads that send bytes. The bytes are the second argument. */
const SENDING: ReadonlySet<string> = new Set(['put', 'uploadPart'])

function waitForBucket({ ask: short, send, stream }: Deadlines['bucket']): WaitFor {
  return ({ method, values }, ask) => {
    if (method === 'complete') return inTime('bucket', send, ask) // completes an upload in parts
    if (!SENDING.has(method)) return inTime('bucket', short, ask)
    return inTime('bucket', values[1] instanceof ReadableStream ? stream : send, ask)
  }
}
