import type { HostSocket } from 'lintel'
import { DeliveryError } from '../provider.ts'

/** A server's reply (RFC 5321, section 4.2). */
export interface Reply {
  readonly code: number
  readonly lines: readonly string[]
}

/** Maximum length of a server's reply, in characters. */
const LONGEST_REPLY = 65_536

/** One connection to a server: writes commands, reads replies. */
export interface SmtpConnection {
  /**
   * Reads a reply.
   * @throws DeliveryError if the connection ends, or the data is not SMTP
   */
  readReply(): Promise<Reply>
  /**
   * Writes a line and reads the reply.
   * @throws DeliveryError if the reply's class (its first digit) is not `expected`. The error is permanent for a 5xx if
   * `refusable` is true: the server refuses the message itself
   */
  command(line: string, expected: 2 | 3, options?: { readonly refusable?: boolean }): Promise<Reply>
  /** Writes the message's lines and the final dot. */
  writeData(message: string): Promise<void>
  /**
   * Continues with encryption.
   * @throws DeliveryError if the server has sent anything beyond its last reply
   */
  startTls(): void
  close(): Promise<void>
}

export function smtpConnection(opened: HostSocket): SmtpConnection {
  let socket = opened
  let reader = socket.readable.getReader()
  let writer = socket.writable.getWriter()
  let decoder = new TextDecoder()
  let buffer = ''
  const encoder = new TextEncoder()

  const readLine = async (): Promise<string> => {
    for (;;) {
      const end = buffer.indexOf('\n')
      if (end !== -1) {
        const line = buffer.slice(0, end).replace(/\r$/, '')
        buffer = buffer.slice(end + 1)
        return line
      }
      if (buffer.length > LONGEST_REPLY) throw new DeliveryError('the reply of the SMTP server is too long')
      const { value, done } = await reader.read()
      if (done) throw new DeliveryError('the SMTP server closed the connection')
      buffer += decoder.decode(value, { stream: true })
    }
  }
  const readReply = async (): Promise<Reply> => {
    const lines: string[] = []
    for (;;) {
      const line = await readLine()
      const match = /^([2-5]\d\d)([ -]?)(.*)$/.exec(line)
      if (!match || lines.length > 100) throw new DeliveryError('the server does not speak SMTP')
      lines.push(match[3] ?? '')
      if (match[2] !== '-') return { code: Number(match[1]), lines }
    }
  }
  return {
    readReply,
    command: async (line, expected, { refusable = false } = {}) => {
      await writer.write(encoder.encode(`${line}\r\n`))
      const reply = await readReply()
      return expectReply(reply, expected, refusable)
    },
    writeData: async (message) => {
      const stuffed = message.replace(/^\./gm, '..') // RFC 5321, section 4.5.2
      await writer.write(encoder.encode(`${stuffed}${stuffed.endsWith('\r\n') ? '' : '\r\n'}.\r\n`))
    },
    startTls: () => {
      // Data that arrived before the encryption may come from somebody else.
      if (buffer !== '') throw new DeliveryError('the SMTP server spoke before the encryption began')
      reader.releaseLock()
      writer.releaseLock()
      socket = socket.startTls()
      reader = socket.readable.getReader()
      writer = socket.writable.getWriter()
      decoder = new TextDecoder()
    },
    close: () => socket.close(),
  }
}

/**
 * Returns a reply whose code is of the expected class: 2xx or 3xx.
 * @throws DeliveryError for another class
 */
export function expectReply(reply: Reply, expected: 2 | 3, refusable = false): Reply {
  if (Math.floor(reply.code / 100) === expected) return reply
  const text = reply.lines.join(' ').slice(0, 200)
  throw new DeliveryError(`the SMTP server answered ${reply.code} ${text}`.trim(), {
    permanent: refusable && reply.code >= 500,
  })
}
