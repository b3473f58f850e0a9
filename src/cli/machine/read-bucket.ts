import { join } from 'node:path'
import { createFolderBucket } from '../../hosts/node/bucket/folder-bucket.ts'
import { BUCKET_FOLDER } from '../../hosts/node/data-folder.ts'
import type { MachineTask, Results } from './machine-task.ts'

type Task<Kind> = Extract<MachineTask, { readonly kind: Kind }>

/** A page of the files of a data folder. */
export async function listFiles(folder: string, { prefix, cursor }: Task<'list'>): Promise<Results['list']> {
  const page = await bucketIn(folder).list({ prefix, ...(cursor !== null && { cursor }) })
  const objects = page.objects.map(({ key, uploaded }) => ({ key, uploadedAt: uploaded.getTime() }))
  return { objects, cursor: page.truncated ? page.cursor : null }
}

/** A part of a file of a data folder. */
export async function readPart(folder: string, { key, offset, length }: Task<'object'>): Promise<Results['object']> {
  const found = await bucketIn(folder).head(key)
  if (!found) return null
  const wanted = Math.min(length, found.size - offset)
  const part = wanted > 0 ? await bucketIn(folder).get(key, { range: { offset, length: wanted } }) : null
  const bytes = part ? Buffer.from(await new Response(part.body).arrayBuffer()) : Buffer.alloc(0)
  return { size: found.size, base64: bytes.toString('base64') }
}

function bucketIn(folder: string) {
  return createFolderBucket(join(folder, BUCKET_FOLDER), () => {}) // what is damaged is absent here, and named by `cms doctor`
}
