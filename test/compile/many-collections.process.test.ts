import { beforeAll, describe, expect, it } from 'vitest'
import { type Measured, measureProject } from '../../scripts/bench/size.ts'

/** Size limit for the manifest of 500 collections with 20 fields: the worker holds it in each isolate. */
const MANIFEST_LIMIT = 2_000_000

/** The largest static file that Cloudflare takes (https://developers.cloudflare.com/workers/static-assets/). */
const ASSET_LIMIT = 25 * 1024 ** 2

describe('a project of 500 collections', () => {
  let few: Measured
  let many: Measured
  beforeAll(async () => {
    few = await measureProject(5)
    many = await measureProject(500)
  }, 400_000)

  it('has a manifest of less than two megabytes', () => {
    expect(many.manifest.length).toBeLessThan(MANIFEST_LIMIT)
  })

  it('makes the worker larger by its manifest and its migrations, and by nothing else', () => {
    const grown = many.worker.length - few.worker.length
    const own = many.manifest.length + many.migrations.length - few.manifest.length - few.migrations.length
    expect(grown).toBeLessThan(own * 1.05) // names of functions become longer with a minifier's luck
  })

  it('has its reference in a static file that Cloudflare takes', () => {
    expect(many.reference.length).toBeGreaterThan(few.reference.length)
    expect(Buffer.byteLength(many.reference)).toBeLessThan(ASSET_LIMIT)
    expect(many.worker).not.toContain('x-lintel-words":"sort')
  })
})
