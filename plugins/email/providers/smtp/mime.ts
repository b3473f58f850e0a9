import { domainOf } from '../../address.ts'
import { AUTOMATIC, type OutgoingEmail } from '../provider.ts'

/**
 * Returns the message as it is transmitted (RFC 5322, RFC 2045–2047): lines end in CRLF, and those of the two parts
 * have at most 76 characters.
 */
export function mimeMessage(email: OutgoingEmail, now: Date): string {
  const { id, from, to, replyTo, subject, html, text } = email
  const boundary = `=_${id}`
  const headers = {
    Date: now.toUTCString().replace('GMT', '+0000'),
    From: `${phrase(from.name)} <${from.email}>`,
    To: to,
    ...(replyTo === undefined ? {} : { 'Reply-To': replyTo }),
    Subject: unstructured(subject),
    'Message-ID': `<${id}@${domainOf(from.email)}>`,
    'MIME-Version': '1.0',
    ...AUTOMATIC,
    'Content-Type': `multipart/alternative;\r\n boundary="${boundary}"`,
  }
  const lines = [
    ...Object.entries(headers).map(([name, value]) => header(name, value)),
    '',
    ...part(boundary, 'text/plain', text),
    ...part(boundary, 'text/html', html),
    `--${boundary}--`,
    '',
  ]
  return lines.join('\r\n')
}

/**
 * Formats a header.
 * @throws Error for a value that would end the header: earlier checks refuse such values
 */
function header(name: string, value: string): string {
  const unfolded = value.replaceAll('\r\n ', ' ')
  if (/[\r\n\0]/.test(unfolded)) throw new Error(`the header ${name} contains a line break`)
  return `${name}: ${value}`
}

function part(boundary: string, type: string, content: string): string[] {
  const encoded = base64(new TextEncoder().encode(content))
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(encoded.match(/.{1,76}/g) ?? ['']),
  ]
}

/** Formats a display name: quoted, or as encoded words, which must not be in quotes. */
function phrase(name: string): string {
  return isAscii(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodedWords(name)
}

function unstructured(text: string): string {
  const fits = isAscii(text) && text.length <= 66 && !text.includes('=?')
  return fits ? text : encodedWords(text)
}

/**
 * Encodes text according to RFC 2047: words of at most 75 characters, each containing only complete characters, on
 * separate lines.
 */
function encodedWords(text: string): string {
  const encoder = new TextEncoder()
  const chunks: string[] = ['']
  for (const character of text) {
    const last = chunks.at(-1) ?? ''
    if (encoder.encode(last + character).length <= 42) chunks[chunks.length - 1] = last + character
    else chunks.push(character)
  }
  return chunks.map((chunk) => `=?utf-8?B?${base64(encoder.encode(chunk))}?=`).join('\r\n ')
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
