/** Process that runs a bundled service on Node for tests. Its argument is `NodeMainOptions` as JSON. */
import { registerHooks } from 'node:module'
import '../../src/hosts/node/globals.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { openBindings } from '../../src/hosts/node/bindings.ts'
import { trustOf } from '../../src/hosts/node/server/client-address.ts'
import { createBackground } from '../../src/hosts/node/server/execution.ts'
import { serve } from '../../src/hosts/node/server/serve.ts'
import { staticFiles } from '../../src/hosts/node/server/static-files.ts'

/** Options of the process. */
export interface NodeMainOptions {
  /** Path of the bundle. */
  readonly module: string
  /** Folder that contains the folder `assets` with the static files. */
  readonly folder: string
  /** Data folder. */
  readonly data: string
  readonly vars: Readonly<Record<string, string>>
  readonly without: readonly string[]
  /** Variables of a second service on the same data; `null` for none. */
  readonly twin: Readonly<Record<string, string>> | null
  readonly queue: boolean
  /** Resizes images with the `sharp` of this repository. */
  readonly images: boolean
}

/** Header with the address that a request to the port `as` is for. */
const AS = 'x-test-address'

const SOCKETS = new URL('../../src/hosts/node/sockets.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'cloudflare:sockets' ? { url: SOCKETS, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url.endsWith('.wasm')
      ? {
          format: 'module',
          shortCircuit: true,
          source: `import { readFileSync } from 'node:fs'
export default new WebAssembly.Module(readFileSync(${JSON.stringify(fileURLToPath(url))}))`,
        }
      : next(url, context),
})

const options = JSON.parse(process.argv[2] ?? '') as NodeMainOptions
/** Tests send the headers of a proxy, from this machine. */
const isTrusted = trustOf('loopback')

async function start(name: string, vars: Readonly<Record<string, string>>) {
  const { default: worker, control } = await import(`${pathToFileURL(options.module).href}?${name}`)
  const files = staticFiles(join(options.folder, 'assets'))
  const opened = await openBindings({
    dataFolder: options.data,
    durability: 'normal',
    folder: options.images ? import.meta.dirname : options.folder,
    files,
  })
  const left = [...options.without, ...(options.queue ? [] : ['QUEUE'])]
  const bindings = Object.fromEntries(Object.entries(opened.bindings).filter(([binding]) => !left.includes(binding)))
  const env = { ...vars, ...bindings }
  const background = createBackground()
  const fetch = (request: Request) => worker.fetch(request, env, background.execution)
  const serving = await serve({ host: '127.0.0.1', port: 0, processes: 1, isTrusted, files, background, fetch })
  if (options.queue) opened.startQueue((batch) => worker.queue(batch, env, background.execution))
  const ports = {
    url: serving.port,
    control: await listen((request) => control.fetch(request, env, background.execution)),
    as: await listen((request) => fetch(readdressed(request))),
  }
  return {
    ports,
    async stop() {
      await serving.stop()
      await opened.close()
    },
  }
}

function readdressed(request: Request): Request {
  const { method, body } = request
  const headers = new Headers(request.headers)
  const address = headers.get(AS) ?? ''
  for (const name of [AS, 'host', 'connection', 'transfer-encoding']) headers.delete(name)
  return new Request(address, { method, headers, ...(body && { body, duplex: 'half' as const }) })
}

async function listen(answer: (request: Request) => Response | Promise<Response>): Promise<number> {
  const server = createServer(getRequestListener(answer)).unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // it listens on a port
}

const service = await start('service', options.vars)
const twin = options.twin === null ? null : await start('twin', { ...options.vars, ...options.twin })
process.on('message', async () => {
  await Promise.all([service.stop(), twin?.stop()])
  process.exit(0)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ service: service.ports, twin: twin?.ports ?? null })
