import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** Modules that the client consists of, by the name that they are imported by. */
const ENTRIES = {
  '.': 'index',
  './image': 'image',
  './locales': 'locales',
  './media': 'media',
  './preview': 'preview',
  './webhook': 'webhook',
} as const

/** Bytes of everything that a module exports, minified and compressed, as a page loads it. */
async function sizeOf(name: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [resolve(`src/client/${name}.ts`)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

/** Bytes that each module may have: 3 KB for the client, as its documentation says. */
const LIMITS: { readonly [name in (typeof ENTRIES)[keyof typeof ENTRIES]]: number } = {
  index: 3072,
  image: 700,
  locales: 300,
  media: 1400,
  preview: 1700,
  webhook: 1100,
}

it('stays small', async () => {
  const sizes = await Promise.all(
    Object.entries(ENTRIES).map(async ([path, name]) => [path, await sizeOf(name), LIMITS[name]] as const),
  )
  const told = sizes.map(([path, size]) => `@lintel/client${path.slice(1)} ${size} B`)
  console.log(`minified, gzip: ${told.join(', ')}`)
  for (const [path, size, limit] of sizes) expect(size, path).toBeLessThan(limit)
})
