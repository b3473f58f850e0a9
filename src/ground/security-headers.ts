/** Headers that prevent content sniffing and framing, and headers that limit referrers and device access. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-XSS-Protection': '1; mode=block',
  // Not `no-referrer`: a form's `Origin` would then be `null`, and the origin check would reject it.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Content-Security-Policy of responses that are data: they load nothing and cannot be framed. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
