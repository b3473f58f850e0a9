import { HttpError, t } from 'lintel/kit'
import { forgetPlaces } from './memory.ts'
import type { Storage } from './storage.ts'

/** Seconds after which it is worth another try. */
const RETRY_AFTER = '10'

/** The storage, whose faults are an answer that says what to do, and whose changes count at once in this isolate. */
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

/** @throws HttpError `storage_unavailable`, with the storage's own words as cause, which the log has */
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
