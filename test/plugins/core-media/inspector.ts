import type { Service } from '../../harness/service.ts'

interface Answer {
  readonly id?: number
  readonly result?: { readonly [name: string]: unknown }
  readonly error?: { readonly message: string }
  readonly method?: string
  readonly params?: { readonly context?: { readonly id: number } }
}

/** Memory of an isolate, in bytes. */
export interface Held {
  /** JavaScript's heap, with buffers. */
  readonly heap: number
  /** Each WebAssembly memory that was made since `watch`; 0 for one that is gone. */
  readonly memories: readonly number[]
}

/** DevTools' view of a worker (Chrome DevTools Protocol). */
export async function openInspector(service: Service) {
  const address = await service.inspectorUrl()
  const targets = (await (await fetch(new URL('/json', `http://${address.host}`))).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const worker = targets.find(({ webSocketDebuggerUrl: url }) => url.includes('service')) ?? targets[0]
  const socket = new WebSocket(worker?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')))
  })
  let contextId: number | undefined
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.method === 'Runtime.executionContextCreated') contextId = answer.params?.context?.id
    waiting.get(answer.id ?? -1)?.(answer)
  })
  let count = 0
  const call = (method: string, params: object = {}) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      count += 1
      waiting.set(count, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result ?? {})))
      socket.send(JSON.stringify({ id: count, method, params }))
    })
  await call('Runtime.enable')
  await call('HeapProfiler.enable')
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await call('Runtime.evaluate', { contextId, expression, returnByValue: true })
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return (result as { value: unknown }).value
  }
  return {
    /** Has every WebAssembly memory noted that is made from now on. */
    watch: () => evaluate(WATCH),
    /** workerd says that it is done when the next request has come. */
    collectGarbage: async () => {
      const done = call('HeapProfiler.collectGarbage')
      await service.fetch('/api/health')
      await service.fetch('/api/health')
      await done
    },
    held: async (): Promise<Held> => {
      const usage = await call('Runtime.getHeapUsage')
      return {
        heap: Number(usage.usedSize) + Number(usage.backingStorageSize ?? 0),
        memories: (await evaluate(
          'globalThis.noted.map((memory) => memory.deref()?.buffer.byteLength ?? 0)',
        )) as number[],
      }
    },
    close: () => socket.close(),
  }
}

const WATCH = `
globalThis.noted = []
globalThis.Instance ??= WebAssembly.Instance
WebAssembly.Instance = new Proxy(globalThis.Instance, {
  construct(target, args) {
    const instance = new target(...args)
    if (instance.exports.memory) globalThis.noted.push(new WeakRef(instance.exports.memory))
    return instance
  },
})
0`
