import { lookup } from 'node:dns'
import { createWriteStream } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Limits on a file that is downloaded. */
export interface FetchLimits {
  /** Maximum size in bytes. */
  readonly size: number
  /** Maximum time for the whole file, in milliseconds. */
  readonly deadline: number
}

export const FETCH_LIMITS: FetchLimits = { size: 100 * 1024 ** 2, deadline: 60_000 }

/** Thrown for a file that is not downloaded, with the reason. */
export class FetchRefusal extends Error {
  /** Tells whether another attempt may help. */
  readonly isTemporary: boolean

  constructor(message: string, isTemporary = false) {
    super(message)
    this.isTemporary = isTemporary
  }
}

const MOST_REDIRECTS = 3

/**
 * Downloads a file to a path. Every address, including those of redirects, must be allowed, and its host must not
 * resolve to a private address, except for `localhost`.
 * @throws FetchRefusal if the file cannot or must not be downloaded
 */
export async function fetchFile(
  url: string,
  path: string,
  mayFetch: (address: string) => boolean,
  limits: FetchLimits = FETCH_LIMITS,
): Promise<void> {
  const signal = AbortSignal.timeout(limits.deadline)
  let address = url
  for (let redirects = 0; ; redirects += 1) {
    if (!mayFetch(address))
      throw new FetchRefusal(`it leads to ${new URL(address).origin}, which files.fetch does not allow`)
    const response = await ask(address, signal, limits)
    const { statusCode: status = 0, headers } = response
    if (status < 300 || status >= 400 || headers.location === undefined) return save(response, path, signal, limits)
    response.destroy()
    if (redirects === MOST_REDIRECTS) throw new FetchRefusal(`it is redirected more than ${MOST_REDIRECTS} times`)
    if (!URL.canParse(headers.location, address))
      throw new FetchRefusal('it is redirected to something that is not an address')
    address = new URL(headers.location, address).href
  }
}

function ask(address: string, signal: AbortSignal, limits: FetchLimits): Promise<IncomingMessage> {
  const url = new URL(address)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const isPrivateByName = url.hostname === 'localhost'
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      signal,
      agent: false,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'lintel-import' },
      ...(isPrivateByName ? {} : { lookup: publicOnly }),
    })
    outgoing.on('response', resolve)
    outgoing.on('error', (error) => reject(refusalOf(error, signal, limits)))
    outgoing.end()
  })
}

async function save(response: IncomingMessage, path: string, signal: AbortSignal, limits: FetchLimits): Promise<void> {
  const { statusCode: status = 0, headers } = response
  if (status !== 200) {
    response.destroy()
    throw new FetchRefusal(`the server responds with ${status}`, status === 429 || status >= 500)
  }
  if (/^text\/html\b/i.test(headers['content-type'] ?? '')) {
    response.destroy()
    throw new FetchRefusal('the response is a web page, not a file')
  }
  let size = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      if (size > limits.size) done(new FetchRefusal(`it is larger than ${limits.size} bytes`))
      else done(null, chunk)
    },
  })
  await pipeline(response, counting, createWriteStream(path), { signal }).catch((error) => {
    throw refusalOf(error, signal, limits)
  })
}

function refusalOf(error: unknown, signal: AbortSignal, { deadline }: FetchLimits): FetchRefusal {
  if (error instanceof FetchRefusal) return error
  if (signal.aborted) return new FetchRefusal(`it did not arrive within ${deadline / 1000} seconds`)
  const { code, message } = error as NodeJS.ErrnoException // the shape of Node's errors
  return new FetchRefusal(code === undefined ? message : `${new Error(message).message} (${code})`, true)
}

/** Looks up a host name, and refuses one that resolves to an address in a private network. */
const publicOnly: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])
    const hidden = addresses.find(({ address }) => isPrivate(address))
    if (hidden) return done(new FetchRefusal(`${hostname} resolves to the private address ${hidden.address}`), [])
    if (options.all) return done(null, addresses)
    const [first] = addresses
    done(null, first?.address ?? '', first?.family)
  })
}

/** Networks of IPv4 that are not the public internet (IANA special-purpose address registries). */
const PRIVATE_IPV4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE_IPV4.addSubnet(network, prefix, 'ipv4')
}
/** Networks of IPv6. They are in a separate list, since in a common one they would include IPv4 addresses. */
const PRIVATE_IPV6 = new BlockList()
for (const [network, prefix] of [
  ['::', 3], // everything before 2000::/3, the only public range
  ['2001::', 23],
  ['2002::', 16],
  ['4000::', 2],
  ['8000::', 1],
] as const) {
  PRIVATE_IPV6.addSubnet(network, prefix, 'ipv6')
}

/**
 * Tells whether an address is in a private network. An IPv4 address written as IPv6 counts as private, since host names
 * do not need that form.
 */
export function isPrivate(address: string): boolean {
  return isIP(address) === 6 ? PRIVATE_IPV6.check(address, 'ipv6') : PRIVATE_IPV4.check(address, 'ipv4')
}
