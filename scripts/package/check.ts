/** Prints what is wrong with packed packages, whose paths it is given. Exit code 1 if anything is. */
import { checkArchive } from './check-archive.ts'

for (const path of process.argv.slice(2)) {
  for (const problem of await checkArchive(path)) {
    console.log(`${path}: ${problem}`)
    process.exitCode = 1
  }
}
