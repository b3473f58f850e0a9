import { Failure } from 'lintel/importing'
import type { SourceOptions } from './source.ts'

/**
 * Reads the option `origin`: the address of the other system, since its exports only contain the paths of files.
 * @throws Failure for an invalid address
 */
export function originOf({ origin }: SourceOptions): string | null {
  if (origin === undefined) return null
  if (URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol)) return origin
  throw new Failure(`The origin ${origin} is not an address.`, { hint: 'Write it like https://cms.example.com.' })
}

/** Returns the address of a file; `null` if there is none, or if it is relative and cannot be resolved. */
export function resolveUrl(url: string | null, origin: string | null): string | null {
  if (url === null) return null
  if (/^https?:\/\//i.test(url)) return url
  return origin !== null && URL.canParse(url, origin) ? new URL(url, origin).href : null
}
