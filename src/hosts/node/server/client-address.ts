import { BlockList, isIP, isIPv6 } from 'node:net'

/** Tells whether an address belongs to a trusted proxy. IPv4 addresses are passed in IPv4 form. */
export type Trust = (address: string) => boolean

/**
 * Parses the addresses of proxies, separated by commas: `10.0.0.7`, `10.0.0.0/8`, `loopback`.
 * @throws Error for anything else
 */
export function trustOf(text: string): Trust {
  const list = new BlockList()
  for (const part of text.split(',').map((entry) => entry.trim())) {
    if (part !== '') add(list, part)
  }
  const known = new Map<string, boolean>()
  return (address) => {
    const remembered = known.get(address)
    if (remembered !== undefined) return remembered
    const isTrusted = isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    if (known.size < MAX_KNOWN) known.set(address, isTrusted)
    return isTrusted
  }
}

/** Maximum number of addresses whose result is cached. */
const MAX_KNOWN = 1000

function add(list: BlockList, part: string): void {
  if (part === 'loopback') {
    list.addSubnet('127.0.0.0', 8, 'ipv4')
    list.addAddress('::1', 'ipv6')
    return
  }
  const [address = '', bits] = part.split('/')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  try {
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  } catch {
    throw new Error(`TRUSTED_PROXIES: '${part}' is neither an address nor a range such as 10.0.0.0/8.`)
  }
}

/**
 * Converts an IPv4 address that is written as IPv6 to IPv4 form: `::ffff:127.0.0.1` (as a socket for both families
 * reports it) or `::ffff:7f00:1`. Other addresses are returned unchanged.
 */
export function plain(address: string): string {
  if (/^::ffff:\d+\./.test(address)) return address.slice(7)
  if (!address.includes(':') || !isIPv6(address)) return address
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`)
  const [, high = '', low = ''] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? []
  if (high === '') return address
  return [high, low]
    .map((word) => Number.parseInt(word, 16))
    .flatMap((word) => [word >> 8, word & 0xff])
    .join('.')
}

/**
 * Returns the caller's address: the connection's address or, as long as that is a trusted proxy, the one before it in
 * `X-Forwarded-For`.
 * @param connection address of the connection, from `plain`
 */
export function clientAddress(connection: string, forwarded: string | undefined, isTrusted: Trust): string {
  let address = connection
  if (forwarded === undefined) return address
  for (const hop of forwarded.split(',').reverse()) {
    const next = plain(hop.trim())
    if (!isTrusted(address) || isIP(next) === 0) break
    address = next
  }
  return address
}
