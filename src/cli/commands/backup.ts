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
  summary: 'Save a whole database, as of one moment, to a file that sqlite3 and `cms restore` read',
  options: {
    ...targetOptions,
    output: {
      type: 'string',
      value: 'file',
      summary: 'Compressed if it ends with .gz (default: backups/<project>-<environment>-<time>.sql.gz)',
    },
    verify: {
      type: 'boolean',
      summary: 'Prove that the backup can be restored: into a database beside, compared there',
    },
  },
  async run(invocation) {
    const { root, json, output, options, variables } = invocation
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { compilation } = outcome
    const written = await withTarget({ root, config: compilation.config, options, variables }, (target) =>
      writeBackup(
        target,
        options.output === undefined ? placeOfBackup(root, target, new Date()) : resolve(root, options.output),
      ),
    )
    const { file, tables, rows, size } = written
    const proof = options.verify ? await proveBackup({ root, compilation, file, output }) : null
    const isVerified = proof?.unexplained.length === 0
    if (json) {
      output.printJson({ ...written, ...(proof && { verified: isVerified, unexplained: proof.unexplained }) })
    } else {
      const verified = isVerified ? ', verified' : ''
      output.print(
        `${output.style('green', 'backed up')} ${counted(rows, 'row')} of ${counted(tables, 'table')}, ${size} bytes${verified}: ${file}`,
      )
      printUnexplained(proof?.unexplained ?? [], output)
    }
    return proof === null || isVerified ? exitCodes.done : exitCodes.drift
  },
})
