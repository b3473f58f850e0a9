/**
 * Tells whether an address can be given to a browser: `http:`, `https:`, `mailto:`, `tel:`, a path or a fragment. What
 * is not listed is refused, so `javascript:` and `data:` are, in every spelling.
 */
export function isSafeAddress(address: unknown): address is string {
  return typeof address === 'string' && /^\s*(https?:|mailto:|tel:|[/#]|\.\.?\/)/i.test(address)
}
