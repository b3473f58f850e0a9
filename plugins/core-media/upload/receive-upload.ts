import { HttpError, type RequestContext, settingsOf, t } from 'lintel/kit'
import * as z from 'zod'
import type { ItemObject } from '../library/item-object.ts'
import { cleanFilename, readFolder } from '../library/names.ts'
import { requireUrlSecret } from '../serve/signed-url.ts'
import { settings } from '../settings.ts'
import { storageOf } from '../storage/open.ts'
import { announceItem } from './announce.ts'
import { readForm } from './form.ts'
import { type Received, type Receiver, receive } from './receive.ts'
import { register } from './register.ts'

/** An item in the response to an upload. */
export const uploadedItem = z.strictObject({
  id: z.string(),
  filename: z.string(),
  url: z.string(),
  size: z.int(),
  type: z.string(),
})

/** Items of an upload: one, or a list. */
export const uploadedItems = z.strictObject({ data: z.union([uploadedItem, z.array(uploadedItem)]) })

/** Stores the files of a multipart form while it is read, and adds them to the library. */
export async function receiveUpload(c: RequestContext): Promise<z.output<typeof uploadedItems>> {
  const { files, folder } = await receiveFiles(c)
  const items = await register(c, files, folder)
  const objects = await Promise.all(items.map((item) => announceItem(c, item)))
  const [first, ...others] = objects.map(toUploadedItem)
  return { data: first !== undefined && others.length === 0 ? first : objects.map(toUploadedItem) }
}

/** Returns the properties of an item that the response to an upload contains. */
export function toUploadedItem({ id, filename, url, size, type }: ItemObject): z.output<typeof uploadedItem> {
  return { id, filename, url, size, type }
}

/** Receives the files of the form, all or none, and the folder that it names. */
async function receiveFiles(c: RequestContext): Promise<{ files: Received[]; folder: string }> {
  const { maxFileSize, allowedTypes, maxRequestSize, maxFiles } = settingsOf(c, settings)
  const storage = storageOf(c)
  const files: Received[] = []
  let receiver: Receiver | null = null
  let folder = ''
  let isPrivate = false
  try {
    for await (const event of readForm(c.req.raw, { size: maxRequestSize, files: maxFiles })) {
      if (event.kind === 'chunk') await receiver?.write(event.bytes)
      else if (event.kind === 'end') {
        if (receiver) files.push(await receiver.end())
        receiver = null
      } else if (event.kind === 'file') {
        if (event.field !== 'file')
          throw invalid(event.field, 'unknown_field', t('Send files as parts with the name file.'))
        if (files.length === maxFiles)
          throw invalid('file', 'too_big', t('A form may have at most {max} files.', { max: maxFiles }))
        // Only the last file may still be waiting in memory.
        await files.at(-1)?.writer.commit()
        const name = cleanFilename(event.filename)
        receiver = receive({ name, claimedType: event.type }, { storage, maxFileSize, allowedTypes, isPrivate })
      } else if (event.name === 'folder') folder = readFolder(event.value)
      else if (event.name === 'private') isPrivate = readPrivate(c, event.value, files.length > 0)
      else
        throw invalid(
          event.name,
          'unknown_field',
          t('There is no such field. The fields are file, folder and private.'),
        )
    }
    if (files.length === 0) throw invalid('file', 'required', t('The form contains no file.'))
    return { files, folder }
  } catch (error) {
    await Promise.allSettled([receiver?.discard(), ...files.map(({ writer }) => writer.discard())])
    throw error
  }
}

function readPrivate(c: RequestContext, value: string, isLate: boolean): boolean {
  if (value !== 'true' && value !== 'false')
    throw invalid('private', 'invalid_type', t('private must be true or false.'))
  if (isLate) throw invalid('private', 'invalid_order', t('private must come before the files.'))
  if (value === 'true') requireUrlSecret(c)
  return value === 'true'
}

function invalid(path: string, code: string, message: string): HttpError {
  return new HttpError('validation_failed', message, { errors: [{ path: path.slice(0, 100), code, message }] })
}
