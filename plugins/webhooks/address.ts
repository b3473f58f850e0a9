/** Service that messages are sent from. */
export interface Sender {
  /** Name of the environment. */
  readonly name: string
  /** Host at which the service answers, perhaps with a port, where it is known. */
  readonly domain?: string | null | undefined
}

/**
 * Reason why an address must not be asked, in words; `null` where it may. Outside development it is `https:`, and names a host of
 * the public network: an endpoint must not reach what stands behind the worker. What a name resolves to is not seen here. Nor is it
 * the service itself: what came of a message there would be sent to it again, without end.
 */
export function refusalOf(address: string, { name, domain }: Sender): string | null {
  if (name === 'development') return null
  const { protocol, hostname } = new URL(address)
  const host = hostname.replace(/\.$/, '')
  if (protocol !== 'https:') return 'the address is not https'
  if (domain && host === new URL(`https://${domain}`).hostname)
    return 'the address is that of this service, whose events are for hooks of plugins'
  return isPublicHost(host) ? null : 'the address is not of the public network'
}

/** Suffixes that never lead to the public network (RFC 6761, RFC 6762, RFC 8375, and ICANN's `.internal`). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|test|invalid|onion)$/

function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublicV6(host.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPublicV4(host.split('.').map(Number))
  return host.includes('.') && !PRIVATE_NAME.test(host)
}

/** First address and prefix length of what is not public (RFC 6890 and its successors); `URL` has unified the notation. */
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

/** Global unicast is 2000::/3; of that not documentation, nor what carries an IPv4 address inside (Teredo, 6to4). */
function isPublicV6(address: string): boolean {
  const [first = '', second = ''] = address.split(':')
  const head = first === '' ? 0 : Number.parseInt(first, 16)
  const next = second === '' ? 0 : Number.parseInt(second, 16)
  const isGlobal = head >= 0x2000 && head <= 0x3fff
  const isSpecial = (head === 0x2001 && (next < 0x200 || next === 0xdb8)) || head === 0x2002 || head === 0x3fff
  return isGlobal && !isSpecial
}
