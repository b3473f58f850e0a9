import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Export of the package, which has no types. */
type Server = new (options: {
  readonly address: string
  readonly port: number
  readonly silent: boolean
  readonly directory: string
  readonly configureBuckets: readonly { readonly name: string }[]
}) => { run(): Promise<{ port: number }>; close(): Promise<void> }

/** The only account that the server knows. */
export const PACKAGE_KEY = 'S3RVER'

/** An S3 server that others wrote, with files in a folder of its own. */
export async function startPackagedS3(bucket: string): Promise<{ url: string; close(): Promise<void> }> {
  const Server: Server = createRequire(import.meta.url)('@20minutes/s3rver')
  const directory = mkdtempSync(join(tmpdir(), 'lintel-s3-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] }
  const server = new Server(options)
  const { port } = await server.run()
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
