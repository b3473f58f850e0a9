import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Entry points of the SDK: the part that the service and the command share, and the part that needs Node's streams. */
const ENTRIES = {
  server: `export {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  ResourceTemplate,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'`,
  stdio: `export { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'`,
}

/**
 * Bundles the SDK of the Model Context Protocol into a folder, so that installing the package only installs the part
 * that is used, without the SDK's dependencies. zod is not bundled, because this package depends on it as well.
 */
export async function buildMcp(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: Object.keys(ENTRIES).map((name) => ({ in: `mcp:${name}`, out: name })),
    chunkNames: 'shared-[hash]',
    outdir: folder,
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    // The SDK's validator for workerd is plain JavaScript, which also works in Node.
    conditions: ['workerd'],
    // A bundled module uses `self.location`, which workers do not have.
    define: { 'self.location': 'undefined' },
    external: ['zod', 'zod/*', 'node:*'],
    legalComments: 'none',
    plugins: [
      {
        name: 'entries',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^mcp:/ }, ({ path }) => ({ path: path.slice('mcp:'.length), namespace: 'mcp' }))
          onLoad({ filter: /.*/, namespace: 'mcp' }, ({ path }) => ({
            contents: ENTRIES[path as keyof typeof ENTRIES],
            resolveDir: ROOT,
          }))
        },
      },
    ],
  })
  for (const [name, text] of Object.entries(ENTRIES)) writeFileSync(join(folder, `${name}.d.ts`), `${text}\n`)
  // The Apache License must accompany copies.
  copyFileSync(join(ROOT, 'node_modules/@modelcontextprotocol/server/LICENSE'), join(folder, 'LICENSE'))
}
