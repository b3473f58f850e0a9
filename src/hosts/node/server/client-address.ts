import { BlockList, isIP, isIPv6 } from 'node:net'

/** Tells whether a request comes from a proxy whose word about the caller counts. IPv4 addresses come as such. */
export type Trust = (address: string) => boolean

/**
 * Reads the addresses of proxies: `10.0.0.7`, `10.0.0.0/8`, `loopback`, with commas between them.
 * @throws Error for what is neither
 */
export function trustOf(text: string): Trust {
  const list = new BlockList()
  for (const part of text.split(',').map((one) => one.trim())) {
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

/** Addresses that are not looked up in the list again. */
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
    throw new Error(`TRUSTED_PROXIES: '${part}' is no address and no range such as 10.0.0.0/8.`)
  }
}

/** An IPv4 address in one of IPv6, in any way to write it: `::ffff:127.0.0.1`, as a socket for both families has it, `::ffff:7f00:1`. */
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
 * The caller's address: that of the connection, or, where that is a proxy's, the last one in `X-Forwarded-For` that is not
 * a proxy's too.
 * @param connection as `plain` gives it
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
