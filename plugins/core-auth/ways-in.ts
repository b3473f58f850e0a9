import { findService, type RequestContext } from 'lintel/kit'
import { isOpen } from './registration.ts'

/** What the page to sign in offers besides email and password. */
export async function waysIn(c: RequestContext) {
  return { registration: await isOpen(c), option: await findService(c, 'signInOption') }
}
