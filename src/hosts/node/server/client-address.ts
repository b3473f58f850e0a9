import { BlockList, isIPv6 } from 'node:net'

/** Tells whether a request comes from a proxy whose word about the caller counts. */
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
  return (address) => list.check(plain(address), isIPv6(plain(address)) ? 'ipv6' : 'ipv4')
}

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

/** `::ffff:127.0.0.1` is how a socket for both families writes 127.0.0.1. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

/**
 * The caller's address: that of the connection, or, where that is a proxy's, the last one in `X-Forwarded-For` that is not
 * a proxy's too.
 */
export function clientAddress(connection: string, forwarded: string | undefined, isTrusted: Trust): string {
  let address = plain(connection)
  for (const hop of (forwarded ?? '').split(',').reverse()) {
    const next = plain(hop.trim())
    if (!isTrusted(address) || !/^[0-9a-f.:]+$/i.test(next)) break
    address = next
  }
  return address
}
