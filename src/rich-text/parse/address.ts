import { isSafeAddress } from '../address.ts'
import type { Lose } from './lost.ts'

/** Longest address that a rich text holds. */
const LONGEST = 10_000

/**
 * An address as a rich text takes it: a relative one is marked as such (`a.png` is `./a.png`), one that a browser would
 * run is lost.
 */
export function addressOf(address: string | undefined, lose: Lose): string | null {
  const found = (address ?? '').trim()
  if (found === '') return null
  const marked = /^[a-z][a-z0-9+.-]*:/i.test(found) || isSafeAddress(found) ? found : `./${found}`
  if (marked.length <= LONGEST && isSafeAddress(marked)) return marked
  lose('address', found)
  return null
}
