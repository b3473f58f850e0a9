import { join } from 'node:path'
import { bundleServer, MACHINE_MODULE, SERVER_FOLDER, START_MODULE } from '../bundle/bundle-server.ts'
import { projectDatabase } from '../database/project-database.ts'
import { copyFolder } from '../machine/copy-folder.ts'
import type { Machine } from '../machine/machine-task.ts'
import { overPipe } from '../machine/over-pipe.ts'
import { pathOfRelease } from '../machine/releases.ts'
import { dataFolderOf } from '../machine/with-machine.ts'
import type { DeployOptions } from './deploy-options.ts'
import type { Destination } from './destination.ts'
import { requireDeploy, runRelease } from './releases.ts'

/** Number of newest builds that stay in the folder: usually the current one, and four for rollbacks. */
const KEPT = 5

/**
 * Returns the destination of an environment whose host is Node: a folder with builds in `releases/`, and the link
 * `current` to the build that runs.
 */
export function toMachine(options: DeployOptions): Destination {
  const { root, environment, compilation, onStep } = options
  const { manifest, config } = compilation
  const deploy = requireDeploy(environment, config.environments[environment] ?? {})
  const { folder, ssh = null } = deploy
  const data = dataFolderOf(deploy)
  const version = `${new Date().toISOString().replace(/[-:.]/g, '')}-${manifest.version}`
  const release = pathOfRelease(folder, version)
  let opened: Machine | undefined
  const machine = (): Machine => {
    if (opened) return opened
    throw new Error('The machine is used before it is opened.')
  }
  const bundle = async () => {
    const { modules } = await bundleServer({ root, manifest, environment })
    onStep('bundle', `${(modules / 1e6).toFixed(1)} MB of modules in ${SERVER_FOLDER}`)
  }
  const running = async () => (await machine().run({ kind: 'builds', folder })).current
  return {
    async rehearse() {
      await bundle()
      const place = ssh === null ? folder : `${ssh}:${folder}`
      for (const step of REST) onStep(step, { skipped: `nothing was copied to ${place}` })
    },
    async prepare() {
      await bundle()
      await copyFolder({ ssh }, join(root, SERVER_FOLDER), { release, data })
      onStep('copy', ssh === null ? release : `${ssh}:${release}`)
    },
    async withTarget(use) {
      opened = overPipe({ ssh }, join(release, MACHINE_MODULE), data)
      const machine = opened
      try {
        const owner = { project: config.name, environment }
        return await use({ database: projectDatabase((task) => machine.run(task)), owner, isLocal: false, machine })
      } finally {
        await machine.close()
        opened = undefined
      }
    },
    running,
    async upload() {
      if (await runRelease(machine(), deploy, version)) {
        return { outcome: 'every process of the server runs the new build', isServed: true }
      }
      const start = `DATA_FOLDER=${data} node ${join(folder, 'current', START_MODULE)}`
      return { outcome: `no server runs yet: ${start}`, isServed: false }
    },
    async runAgain(before) {
      await runRelease(machine(), deploy, before)
    },
    async clear() {
      await machine().run({ kind: 'clear', folder, keep: KEPT })
    },
  }
}

const REST = ['copy', 'rows', 'backup', 'expand', 'upload', 'apply', 'verify', 'smoke'] as const
