/**
 * Pattern of an email address, without spaces, control characters, and characters that separate addresses or end a
 * header.
 */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,255}$/u

/** Tells whether the text is a single address, without a name: `ann@example.com`, `admin@localhost`. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/**
 * Tells whether the text fits into a header: it contains no control characters, and no line break, which would begin
 * another header.
 */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text)
}

/** Formats a mailbox: `"Newsroom" <news@example.com>` (RFC 5322, section 3.4), with the name in Unicode. */
export function mailbox({ name, email }: { readonly name: string; readonly email: string }): string {
  return `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/**
 * Returns the address with its domain in ASCII, as mail servers expect it: `ann@bücher.example` becomes
 * `ann@xn--bcher-kva.example`.
 */
export function withAsciiDomain(email: string): string {
  const domain = domainOf(email)
  const isAscii = /^[\x21-\x7e]*$/.test(domain)
  if (isAscii || !URL.canParse(`https://${domain}`)) return email
  return `${email.slice(0, -domain.length)}${new URL(`https://${domain}`).hostname}`
}
