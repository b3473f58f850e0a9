/**
 * Prints the project's benchmarks. `npm run bench` runs all, `npm run bench -- requests cold` only those that are
 * named. Absolute times depend on the machine and its load; only the ratios within one run are comparable.
 */
import { arch, cpus, platform, totalmem } from 'node:os'
import { benchBuild } from './build.ts'
import { benchCold } from './cold.ts'
import { benchInstall } from './install.ts'
import { benchMedia } from './media.ts'
import { benchRequests } from './requests.ts'
import { benchSave } from './save.ts'
import { benchSize } from './size.ts'

const SECTIONS: Readonly<Record<string, () => Promise<void>>> = {
  size: benchSize,
  build: benchBuild,
  cold: benchCold,
  save: benchSave,
  requests: benchRequests,
  media: benchMedia,
  install: benchInstall,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in SECTIONS))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(SECTIONS).join(', ')}.`)
  process.exit(2)
}

const [cpu] = cpus()
console.log(
  `${platform()} ${arch()}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
)
for (const [name, section] of Object.entries(SECTIONS)) {
  if (wanted.length === 0 || wanted.includes(name)) await section()
}
