/** Service that sends the messages to endpoints. */
export interface Sender {
  /** Name of the service's environment. */
  readonly name: string
  /** Host of the service, with its port unless that is the default, if the host is known. */
  readonly domain?: string | null | undefined
}

/**
 * Returns the reason why no request may be sent to an address, in words; `null` if requests are allowed. Outside
 * development, the address must be `https:`, and name a public host: an endpoint must not reach systems behind the
 * worker. The addresses that a name resolves to cannot be checked here. The service itself is refused, too: messages to
 * itself could cause further messages without end.
 */
export function refusalOf(address: string, { name, domain }: Sender): string | null {
  if (name === 'development') return null
  const { protocol, hostname } = new URL(address)
  const host = hostname.replace(/\.$/, '')
  if (protocol !== 'https:') return 'the address is not https'
  if (domain && host === new URL(`https://${domain}`).hostname)
    return 'the address is that of this service: use hooks of plugins for its own events'
  return isPublicHost(host) ? null : 'the address is not in the public network'
}

/**
 * Suffixes of names that never lead to the public network (RFC 6761, RFC 6762, RFC 7686, RFC 8375, and ICANN's
 * `.internal`).
 */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|test|invalid|onion)$/

function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublicV6(host.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPublicV4(host.split('.').map(Number))
  return host.includes('.') && !PRIVATE_NAME.test(host)
}

/**
 * First address and prefix length of each range that is not public (RFC 6890 and its successors). `URL` has normalized
 * the notation.
 */
const PRIVATE_V4: readonly (readonly [readonly number[], number])[] = [
  [[0, 0, 0, 0], 8],
  [[10, 0, 0, 0], 8],
  [[100, 64, 0, 0], 10],
  [[127, 0, 0, 0], 8],
  [[169, 254, 0, 0], 16],
  [[172, 16, 0, 0], 12],
  [[192, 0, 0, 0], 24],
  [[192, 0, 2, 0], 24],
  [[192, 88, 99, 0], 24],
  [[192, 168, 0, 0], 16],
  [[198, 18, 0, 0], 15],
  [[198, 51, 100, 0], 24],
  [[203, 0, 113, 0], 24],
  [[224, 0, 0, 0], 3],
]

function isPublicV4(address: readonly number[]): boolean {
  const value = toNumber(address)
  return !PRIVATE_V4.some(([first, length]) => {
    const size = 2 ** (32 - length)
    return Math.floor(value / size) === Math.floor(toNumber(first) / size)
  })
}

function toNumber(address: readonly number[]): number {
  return address.reduce((value, part) => value * 256 + part, 0)
}

/**
 * Tells whether an address is global unicast, 2000::/3, except the ranges for documentation and those that contain an
 * IPv4 address (Teredo, 6to4).
 */
function isPublicV6(address: string): boolean {
  const [first = '', second = ''] = address.split(':')
  const head = first === '' ? 0 : Number.parseInt(first, 16)
  const next = second === '' ? 0 : Number.parseInt(second, 16)
  const isGlobal = head >= 0x2000 && head <= 0x3fff
  const isSpecial = (head === 0x2001 && (next < 0x200 || next === 0xdb8)) || head === 0x2002 || head === 0x3fff
  return isGlobal && !isSpecial
}
