import type { HostSocket } from '../../src/hosts/host.ts'

/** What a client does: writes a text, reads what comes next, begins the encryption, or waits for a moment. */
export type Step = { readonly write: string } | 'read' | 'startTls' | 'wait'

export interface Talk {
  readonly port: number
  /** Default `localhost`. */
  readonly hostname?: string
  readonly secureTransport: 'on' | 'off' | 'starttls'
  readonly steps: readonly Step[]
}

/** Texts that were read, `null` for the end; with `error` where something went wrong. */
export interface Said {
  readonly said: readonly (string | null)[]
  readonly error?: string
}

type Connect = (
  address: { readonly hostname: string; readonly port: number },
  options: { readonly secureTransport: Talk['secureTransport']; readonly allowHalfOpen: boolean },
) => HostSocket

/** Talks to a server. It needs nothing of this module, so that its text runs in workerd, too. */
export async function talk(connect: Connect, { port, hostname = 'localhost', secureTransport, steps }: Talk) {
  let socket = connect({ hostname, port }, { secureTransport, allowHalfOpen: false })
  let reader = socket.readable.getReader()
  let writer = socket.writable.getWriter()
  const said: (string | null)[] = []
  try {
    for (const step of steps) {
      if (step === 'read') {
        const { value, done } = await reader.read()
        said.push(done ? null : new TextDecoder().decode(value))
      } else if (step === 'wait') {
        await new Promise((resolve) => setTimeout(resolve, 100))
      } else if (step === 'startTls') {
        reader.releaseLock()
        writer.releaseLock()
        socket = socket.startTls()
        reader = socket.readable.getReader()
        writer = socket.writable.getWriter()
      } else {
        await writer.write(new TextEncoder().encode(step.write))
      }
    }
    return { said }
  } catch (error) {
    return { said, error: String(error) }
  } finally {
    await socket.close().catch(() => undefined)
  }
}
