import { readFileSync } from 'node:fs'
import type { Manifest } from '../../src/manifest/index.ts'
import { unpackManifest } from '../../src/manifest/packed-manifest.ts'

/** Parses the text of a `.cms/manifest.json`. Default: that of this repository, as last built. */
export function readManifest(text = readFileSync('.cms/manifest.json', 'utf8')): Manifest {
  return unpackManifest(JSON.parse(text))
}
