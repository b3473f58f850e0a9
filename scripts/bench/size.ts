import { gzipSync } from 'node:zlib'
import { printTable } from './print.ts'
import { bundle } from './served.ts'

/** The worker as it is deployed. */
export async function benchSize(): Promise<void> {
  const text = await bundle('src/worker.ts')
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`
  printTable(
    'Worker, minified',
    ['', 'raw', 'gzip'],
    [['src/worker.ts', kilobytes(Buffer.byteLength(text)), kilobytes(gzipSync(text, { level: 9 }).length)]],
  )
}
