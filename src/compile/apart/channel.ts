import type { ChildResponse, Request } from './messages.ts'

/**
 * The way to the compiler, taken out of the reach of the config. With the compiler's end this process ends, too.
 */
export function takeChannel(): {
  send(response: ChildResponse): void
  onRequest(take: (request: Request) => void): void
} {
  const { send, exit } = process
  if (!send) throw new Error('this is a process of the compiler, and there is no compiler')
  const toCompiler = send.bind(process)
  Object.defineProperty(process, 'send', { value: undefined })
  process.on('disconnect', () => exit.call(process))
  return {
    send: (response) => {
      toCompiler(response)
    },
    onRequest: (take) => {
      process.on('message', (message) => take(message as Request)) // nobody else has the other end
    },
  }
}
