import type { ChildResponse, Request } from './messages.ts'

/**
 * Takes the channel to the compiler and puts it out of reach of the config. This process exits when the compiler exits.
 */
export function takeChannel(): {
  send(response: ChildResponse): void
  onRequest(take: (request: Request) => void): void
} {
  const { send, exit } = process
  if (!send) throw new Error('this process was not started by the compiler')
  const toCompiler = send.bind(process)
  Object.defineProperty(process, 'send', { value: undefined })
  process.on('disconnect', () => exit.call(process))
  return {
    send: (response) => {
      toCompiler(response)
    },
    onRequest: (take) => {
      process.on('message', (message) => take(message as Request)) // only the compiler writes to the channel
    },
  }
}
