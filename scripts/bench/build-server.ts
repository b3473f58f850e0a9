import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundleServer } from '../../src/cli/bundle/bundle-server.ts'
import { unpackManifest } from '../../src/manifest/packed-manifest.ts'

/**
 * Builds a project's server for Node from the output of `cms build`. By default, builds this repository for
 * development.
 */
export async function buildServer(root = resolve('.'), environment = 'development'): Promise<void> {
  const manifest = unpackManifest(JSON.parse(readFileSync(join(root, '.cms/manifest.json'), 'utf8')))
  await bundleServer({ root, manifest, environment })
}
