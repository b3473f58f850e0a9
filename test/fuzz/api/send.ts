import { Agent, request } from 'node:http'

/** A request to the letter: what `curl` could send as well. */
export interface Sent {
  readonly method: string
  /** With its query, as it goes on the wire. */
  readonly path: string
  /** Names may come twice. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: Buffer
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  /** From the first byte sent to the last received. */
  readonly milliseconds: number
}

/** Sends requests one after the other over one kept connection. */
export interface Sender {
  send(sent: Sent): Promise<Received>
  close(): void
}

export function createSender(url: URL): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: async (sent) => {
      try {
        return await once(url, agent, sent)
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error
        return once(url, agent, sent)
      }
    },
    close: () => agent.destroy(),
  }
}

/** The kept connection was closed meanwhile, as servers may: nothing has been answered, and nothing read. */
class StaleConnection extends Error {}

function once(url: URL, agent: Agent, { method, path, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const length = body === undefined ? [] : ['Content-Length', String(body.length)]
    const outgoing = request(
      {
        host: url.hostname,
        port: url.port,
        agent,
        method,
        path,
        headers: [...headers.flat(), 'Host', url.host, ...length],
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const pairs = incoming.rawHeaders.flatMap((name, index): [string, string][] =>
            index % 2 === 0 ? [[name, incoming.rawHeaders[index + 1] ?? '']] : [],
          )
          const bytes = Buffer.concat(chunks)
          const milliseconds = performance.now() - began
          resolve({ status: incoming.statusCode ?? 0, headers: new Headers(pairs), bytes, milliseconds })
        })
      },
    )
    outgoing.on('error', (error) => {
      const isStale = outgoing.reusedSocket && 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code))
      reject(isStale ? new StaleConnection(error.message) : error)
    })
    outgoing.end(body)
  })
}

/** The request as a line for a shell; `$URL` is where the service is. */
export function asCurl({ method, path, headers, body }: Sent): string {
  const given = headers.map(([name, value]) => ` -H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`).join('')
  const line = `curl -i --globoff --path-as-is -X ${method} "$URL"${quote(path)}${given}`
  if (body === undefined || body.length === 0) return line
  if (body.length > 2000)
    return `${line} --data-binary @body # ${body.length} bytes: ${quote(body.toString().slice(0, 200))}…`
  return isText(body)
    ? `${line} --data-binary ${quote(body.toString())}`
    : `printf %s ${body.toString('base64')} | base64 -d | ${line} --data-binary @-`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function isText(body: Buffer): boolean {
  return !body.includes(0) && Buffer.from(body.toString()).equals(body)
}
