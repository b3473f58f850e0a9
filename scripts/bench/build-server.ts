import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { bundleServer } from '../../src/cli/server/bundle-server.ts'
import { unpackManifest } from '../../src/manifest/packed-manifest.ts'

/** Builds this repository's server of development, for Node, from what `cms build` has generated. */
export async function buildServer(): Promise<void> {
  const manifest = unpackManifest(JSON.parse(readFileSync('.cms/manifest.json', 'utf8')))
  await bundleServer({ root: resolve('.'), manifest, environment: 'development' })
}
