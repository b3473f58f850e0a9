import { assetPath, type RequestContext } from 'lintel/kit'

/** Returns the address of the library's script, which is loaded only on pages that name it. */
export function scriptOf(c: RequestContext): string {
  return assetPath(c, 'media.js')
}
