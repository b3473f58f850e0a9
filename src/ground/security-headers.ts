/** The specification's three headers, what a link tells other sites, and what no page here asks a device for. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-XSS-Protection': '1; mode=block',
  // Not `no-referrer`: a form's own origin would then be `null`, and the check of origins would refuse it.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Data loads nothing, and stands in nobody's frame. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
