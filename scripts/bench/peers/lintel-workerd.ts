import { globSync } from 'node:fs'
import { join } from 'node:path'
import { ENV, lintel, SETTINGS } from './lintel.ts'
import { VERSION } from './lintel-node.ts'
import type { Peer } from './peer.ts'

export const lintelWorkerd: Peer = {
  ...lintel,
  name: 'Lintel on workerd',
  version: VERSION,
  settings: `Cloudflare's runtime with its local D1, started by Miniflare, which is excluded from the figures for memory and start. ${SETTINGS}`,
  server: {
    args: () => [join(import.meta.dirname, 'serve-workerd.ts')],
    env: () => ENV,
    announces: true,
  },
  database(folder) {
    const [path] = globSync('data/v3/d1/*/*.sqlite', { cwd: folder }).filter(
      (name) => !name.endsWith('metadata.sqlite'),
    )
    if (path === undefined) throw new Error(`There is no database below ${folder}/data.`)
    return path
  },
}
