/** Main module `machine.js` of a built server: runs tasks of `cms` on its own machine. */
import { fileURLToPath } from 'node:url'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { PROTOCOL } from './machine-task.ts'
import { openFolder } from './open-folder.ts'
import { serveTasks } from './serve-tasks.ts'

const [, , protocol, folder = 'data'] = process.argv
await serveTasks(
  () => {
    if (protocol === String(PROTOCOL)) {
      return openFolder(folder, fileURLToPath(new URL('./reader.js', import.meta.url)))
    }
    throw new Failure('The build on the machine was made with a different version of Lintel than this command.', {
      hint: 'Deploy again with this version, or use the version that the build was made with.',
      exitCode: exitCodes.stale,
    })
  },
  process.stdin,
  process.stdout,
)
