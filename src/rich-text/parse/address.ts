import { isSafeAddress } from '../address.ts'
import type { Lose } from './lost.ts'

/** Maximum length of an address in rich text. */
const LONGEST = 10_000

/**
 * Returns an address as rich text contains it: a relative one gets a prefix (`a.png` becomes `./a.png`). Returns `null`
 * for an empty address, and for one that is unsafe or too long, which it reports.
 */
export function addressOf(address: string | undefined, lose: Lose): string | null {
  const found = (address ?? '').trim()
  if (found === '') return null
  const marked = /^[a-z][a-z0-9+.-]*:/i.test(found) || isSafeAddress(found) ? found : `./${found}`
  if (marked.length <= LONGEST && isSafeAddress(marked)) return marked
  lose('address', found)
  return null
}
