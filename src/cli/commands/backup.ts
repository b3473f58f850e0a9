import { resolve } from 'node:path'
import { counted } from '../../ground/counted.ts'
import { placeOfBackup, writeBackup } from '../backup/write-backup.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { targetOptions, withTarget } from '../target/with-target.ts'

export const backup = defineCommand({
  name: 'backup',
  summary: 'Save a whole database, as of one moment, to a file that sqlite3 and `cms restore` read',
  options: {
    ...targetOptions,
    output: {
      type: 'string',
      value: 'file',
      summary: 'Compressed if it ends with .gz (default: backups/<project>-<environment>-<time>.sql.gz)',
    },
  },
  async run(invocation) {
    const { root, json, output, options, variables } = invocation
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { config } = outcome.compilation
    const written = await withTarget({ root, config, options, variables }, (target) =>
      writeBackup(
        target,
        options.output === undefined ? placeOfBackup(root, target, new Date()) : resolve(root, options.output),
      ),
    )
    if (json) output.printJson(written)
    else {
      const { file, tables, rows, size } = written
      output.print(
        `${output.style('green', 'backed up')} ${counted(rows, 'row')} of ${counted(tables, 'table')}, ${size} bytes: ${file}`,
      )
    }
    return exitCodes.done
  },
})
