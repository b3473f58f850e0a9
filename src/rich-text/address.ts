/**
 * Tells whether an address is safe for a browser: `http:`, `https:`, `mailto:`, `tel:`, a path that begins with `/`,
 * `./` or `../`, or a fragment. Everything else is rejected, such as `javascript:` and `data:` in every spelling.
 */
export function isSafeAddress(address: unknown): address is string {
  return typeof address === 'string' && /^\s*(https?:|mailto:|tel:|[/#]|\.\.?\/)/i.test(address)
}
