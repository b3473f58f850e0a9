import type { RequestContext } from 'lintel/kit'
import { addressOf, signedAddress } from '../serve/signed-url.ts'
import { requireItem } from './read-item.ts'

/** Address at which anybody may read a file, and its expiry time; `null` for an address that does not expire. */
export interface SharedAddress {
  readonly url: string
  readonly expiresAt: string | null
}

/**
 * Returns an address of an item's file that people can pass on. It is signed if the file is private.
 * @param lifetime in seconds
 * @throws HttpError `not_found`, `not_configured`
 */
export async function shareItem(c: RequestContext, id: string, lifetime: number): Promise<SharedAddress> {
  const { file } = await requireItem(c, id)
  if (!file.private) return { url: await addressOf(c, file.filename), expiresAt: null }
  const expires = Math.floor(Date.now() / 1000) + lifetime
  return { url: await signedAddress(c, file.filename, expires), expiresAt: new Date(expires * 1000).toISOString() }
}
