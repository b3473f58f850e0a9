import { join, resolve } from 'node:path'
import { ownModule } from '../../compile/load/package-root.ts'
import type { Environment } from '../../config/config.ts'
import { MACHINE_MODULE } from '../bundle/bundle-server.ts'
import type { Variables } from '../shell.ts'
import type { Machine } from './machine-task.ts'
import { openFolder } from './open-folder.ts'
import { overPipe } from './over-pipe.ts'

/** Environment whose host is Node, and the options that say where its data is. */
export interface MachineChoice {
  readonly root: string
  readonly environment: Environment
  /** Value of `--data`. */
  readonly data: string | undefined
  readonly variables: Variables
}

/** Opens the machine of an environment while `use` runs. */
export async function withMachine<Result>(
  choice: MachineChoice,
  use: (machine: Machine) => Promise<Result>,
): Promise<Result> {
  const machine = openMachine(choice)
  try {
    return await use(machine)
  } finally {
    await machine.close()
  }
}

/**
 * Opens the machine. Another machine is used if the config names one and no folder is given: there, the deployed build
 * runs the tasks. Otherwise, opens a data folder on this machine.
 */
function openMachine({ root, environment: { deploy }, data, variables }: MachineChoice): Machine {
  if (data === undefined && deploy?.ssh !== undefined) {
    return overPipe({ ssh: deploy.ssh }, join(deploy.folder, 'current', MACHINE_MODULE), dataFolderOf(deploy))
  }
  const deployed = deploy && deploy.ssh === undefined ? dataFolderOf(deploy) : undefined
  const folder = data ?? (variables.DATA_FOLDER || deployed || 'data')
  return openFolder(resolve(root, folder), ownModule('hosts/node/database/reader-main'))
}

/** Returns the data folder of a deployed service. */
export function dataFolderOf({ folder, data }: NonNullable<Environment['deploy']>): string {
  return data ?? join(folder, 'data')
}
