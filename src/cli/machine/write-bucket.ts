import { optionsOf } from '../bucket/folder-bucket.ts'
import type { MachineTask, Results } from './machine-task.ts'
import { bucketIn } from './read-bucket.ts'

type Task<Kind> = Extract<MachineTask, { readonly kind: Kind }>

/** Stores a file in a data folder. */
export async function putFile(folder: string, { object, base64 }: Task<'put'>): Promise<Results['put']> {
  const { etag } = await bucketIn(folder).put(object.key, Buffer.from(base64, 'base64'), optionsOf(object))
  return etag
}

export async function beginUpload(folder: string, { object }: Task<'begin-upload'>): Promise<Results['begin-upload']> {
  return (await bucketIn(folder).createMultipartUpload(object.key, optionsOf(object))).uploadId
}

export function putPart(
  folder: string,
  { key, upload, number, base64 }: Task<'put-part'>,
): Promise<Results['put-part']> {
  return bucketIn(folder).resumeMultipartUpload(key, upload).uploadPart(number, Buffer.from(base64, 'base64'))
}

export async function endUpload(
  folder: string,
  { key, upload, parts }: Task<'end-upload'>,
): Promise<Results['end-upload']> {
  const begun = bucketIn(folder).resumeMultipartUpload(key, upload)
  if (parts !== null) return (await begun.complete([...parts])).etag
  await begun.abort()
  return ''
}
