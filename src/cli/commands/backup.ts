import { resolve } from 'node:path'
import { counted } from '../../ground/counted.ts'
import { printUnexplained, proveBackup } from '../backup/prove-backup.ts'
import { placeOfBackup, writeBackup } from '../backup/write-backup.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { targetOptions, withTarget } from '../target/with-target.ts'

export const backup = defineCommand({
  name: 'backup',
  summary: 'Save a snapshot of a database to a file that sqlite3 and `cms restore` can read',
  options: {
    ...targetOptions,
    output: {
      type: 'string',
      value: 'file',
      summary: 'Compressed if it ends with .gz (default: backups/<project>-<environment>-<time>.sql.gz)',
    },
    verify: {
      type: 'boolean',
      summary: 'Verify the backup: restore it into another database and compare',
    },
  },
  async run(invocation) {
    const { root, output, options, variables } = invocation
    const compilation = await compileProject(invocation)
    const written = await withTarget({ root, config: compilation.config, options, variables }, (target) =>
      writeBackup(
        target,
        options.output === undefined ? placeOfBackup(root, target, new Date()) : resolve(root, options.output),
      ),
    )
    const proof = options.verify ? await proveBackup({ root, compilation, file: written.file, output }) : null
    return { ...written, ...(proof && { verified: proof.unexplained.length === 0, unexplained: proof.unexplained }) }
  },
  print({ file, tables, rows, size, verified, unexplained = [] }, output) {
    output.print(
      `${output.style('green', 'backed up')} ${counted(rows, 'row')} of ${counted(tables, 'table')}, ${size} bytes${verified ? ', verified' : ''}: ${file}`,
    )
    printUnexplained(unexplained, output)
  },
  exitCode: ({ verified = true }) => (verified ? exitCodes.done : exitCodes.drift),
})
