import { assetPath, type RequestContext } from 'lintel/kit'

/** Address of the library's own script: pages that need it name it, and it is loaded there alone. */
export function scriptOf(c: RequestContext): string {
  return assetPath(c, 'media.js')
}
