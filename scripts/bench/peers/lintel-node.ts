import { readFileSync } from 'node:fs'
import { buildServer } from '../build-server.ts'
import { ENV, lintel, SETTINGS } from './lintel.ts'
import type { Peer } from './peer.ts'

/** Version of Lintel in this repository. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version

export const lintelNode: Peer = {
  ...lintel,
  name: 'Lintel on Node',
  version: VERSION,
  settings: `\`node:sqlite\`, WAL, one process, every write synced to the disk. ${SETTINGS}`,
  async prepare(folder) {
    await lintel.prepare(folder)
    await buildServer(folder, ENV.ENVIRONMENT)
  },
  server: {
    args: () => ['dist/server/start.js'],
    env: (port) => ({ ...ENV, PORT: String(port), DATA_FOLDER: 'data' }),
  },
  database: () => 'data/lintel.db',
}
