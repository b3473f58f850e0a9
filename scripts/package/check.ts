/** Prints the problems of the packed packages at the given paths. The exit code is 1 if there are any. */
import { checkArchive } from './check-archive.ts'

for (const path of process.argv.slice(2)) {
  for (const problem of await checkArchive(path)) {
    console.log(`${path}: ${problem}`)
    process.exitCode = 1
  }
}
