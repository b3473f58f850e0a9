import { HttpError, t } from 'lintel/kit'
import { forgetPlaces } from './memory.ts'
import type { Storage } from './storage.ts'

/** Value of `Retry-After`: seconds after which another attempt makes sense. */
const RETRY_AFTER = '10'

/**
 * Wraps a storage: turns its errors into responses that say what to do, and applies its changes to this isolate's
 * memory at once.
 */
export function guarded(storage: Storage): Storage {
  return {
    put: (key, content, type) => {
      forgetPlaces([key])
      return answering(storage.put(key, content, type))
    },
    head: (key) => answering(storage.head(key)),
    get: (key, range) => answering(storage.get(key, range)),
    delete: (keys) => {
      forgetPlaces(keys)
      return answering(storage.delete(keys))
    },
    list: (prefix, cursor) => answering(storage.list(prefix, cursor)),
    createUpload: (key, type) => answering(storage.createUpload(key, type)),
    putPart: (key, upload, number, content) => answering(storage.putPart(key, upload, number, content)),
    completeUpload: (key, upload, parts) => answering(storage.completeUpload(key, upload, parts)),
    abortUpload: (key, upload) => answering(storage.abortUpload(key, upload)),
  }
}

/**
 * Waits for the storage.
 * @throws HttpError `storage_unavailable`, with the storage's own error as its cause, for the log
 */
async function answering<Result>(response: Promise<Result>): Promise<Result> {
  try {
    return await response
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError('storage_unavailable', t('The file storage is not responding properly. Try again soon.'), {
      headers: { 'Retry-After': RETRY_AFTER },
      cause: error,
    })
  }
}
