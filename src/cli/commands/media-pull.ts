import { join, resolve } from 'node:path'
import { folderOfBackups } from '../backup/write-backup.ts'
import { copyFiles } from '../bucket/copy-files.ts'
import { folderBucket } from '../bucket/folder-bucket.ts'
import { reportCopied } from '../bucket/report-copied.ts'
import { bucketOptions, withBucket } from '../bucket/with-bucket.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'

export const mediaPull = defineCommand({
  name: 'media pull',
  summary: "Copy an environment's files into a folder, or bring such a copy up to date",
  argument: 'folder',
  options: bucketOptions,
  async run(invocation) {
    const { root, argument, options, variables, json, output } = invocation
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { config } = outcome.compilation
    const folder =
      argument === undefined
        ? join(folderOfBackups(root), `${config.name}-${options.env}-files`)
        : resolve(root, argument)
    const local = folderBucket(folder, () => {}) // what is damaged is copied again
    const copied = await withBucket({ root, config, options, variables }, (from) =>
      copyFiles({ from, to: local, local, replace: true }, output),
    )
    return reportCopied(copied, { done: 'pulled', where: folder, json, output })
  },
})
