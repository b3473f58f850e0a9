import { HttpError, type RequestContext, settingsOf } from 'lintel/kit'
import { settings } from '../settings.ts'
import { guarded } from './guard.ts'
import { r2Storage } from './r2.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

const opened = new WeakMap<object, Storage>()

/**
 * Returns the storage that the settings name.
 * @throws HttpError `not_configured` if the bucket's binding or a secret of the settings is missing
 */
export function storageOf(c: Pick<RequestContext, 'env'>): Storage {
  const known = opened.get(c.env)
  if (known) return known
  const { storageProvider, s3 } = settingsOf(c, settings)
  const storage = guarded(storageProvider === 's3' && s3 ? s3Storage(s3) : r2Of(c))
  opened.set(c.env, storage)
  return storage
}

function r2Of({ env }: Pick<RequestContext, 'env'>): Storage {
  const bucket: unknown = env.MEDIA_BUCKET // a deployment may lack the binding
  if (!bucket) throw new HttpError('not_configured', 'The worker has no bucket for media: bind MEDIA_BUCKET.')
  return r2Storage(env.MEDIA_BUCKET)
}
