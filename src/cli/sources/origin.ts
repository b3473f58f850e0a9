import { Failure } from '../failure.ts'
import type { SourceOptions } from './source.ts'

/**
 * The option `origin`: where the other system answers, since its exports name files by path alone.
 * @throws Failure for what is no address
 */
export function originOf({ origin }: SourceOptions): string | null {
  if (origin === undefined) return null
  if (URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol)) return origin
  throw new Failure(`The origin ${origin} is not an address.`, { hint: 'Write it like https://cms.example.com.' })
}

/** Address of a file, `null` if nobody knows its origin. */
export function resolveUrl(url: string | null, origin: string | null): string | null {
  if (url === null) return null
  if (/^https?:\/\//i.test(url)) return url
  return origin !== null && URL.canParse(url, origin) ? new URL(url, origin).href : null
}
