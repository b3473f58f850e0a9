import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Doors of the SDK: what the service and the command both use, and what needs Node's streams. */
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
 * Bundles the SDK of the Model Context Protocol into a folder, so that whoever installs the package gets the part that is
 * used, without what that depends on. zod stays outside: it is a dependency of this package, too.
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
    // Its validator for workerd is plain JavaScript, and good for Node as well.
    conditions: ['workerd'],
    // It makes an address of what libraries for images put there in a worker, where there is none.
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
  // It stands under the Apache License, which goes along with copies.
  copyFileSync(join(ROOT, 'node_modules/@modelcontextprotocol/server/LICENSE'), join(folder, 'LICENSE'))
}
