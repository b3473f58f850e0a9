import { join } from 'node:path'
import { createFolderBucket } from '../../hosts/node/bucket/folder-bucket.ts'
import { BUCKET_FOLDER } from '../../hosts/node/data-folder.ts'
import { listFolder } from '../bucket/folder-bucket.ts'
import type { MachineTask, Results } from './machine-task.ts'

type Task<Kind> = Extract<MachineTask, { readonly kind: Kind }>

/** Returns a page of the files in a data folder. */
export function listFiles(folder: string, page: Task<'list'>): Promise<Results['list']> {
  return listFolder(bucketIn(folder), page)
}

/** Returns a part of a file in a data folder; `null` if there is no such file. */
export async function readPart(folder: string, { key, offset, length }: Task<'object'>): Promise<Results['object']> {
  const found = await bucketIn(folder).head(key)
  if (!found) return null
  const size = Math.min(length, found.size - offset)
  const isWhole = size === found.size
  // A file that is read completely is checked.
  const part = size > 0 ? await bucketIn(folder).get(key, isWhole ? {} : { range: { offset, length: size } }) : null
  const bytes = part ? Buffer.from(await new Response(part.body).arrayBuffer()) : Buffer.alloc(0)
  return { size: found.size, base64: bytes.toString('base64') }
}

/** Opens the files of a data folder. Damaged files are absent from lists; `cms doctor` names them. */
export function bucketIn(folder: string) {
  return createFolderBucket(join(folder, BUCKET_FOLDER), () => {})
}
