import { join, resolve } from 'node:path'
import { folderOfBackups } from '../backup/write-backup.ts'
import { copyFiles } from '../bucket/copy-files.ts'
import { folderBucket } from '../bucket/folder-bucket.ts'
import { copiedAsJson, exitCodeOfCopy, printCopied } from '../bucket/report-copied.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { bucketOptions, withBucket } from '../target/with-bucket.ts'

export const mediaPull = defineCommand({
  name: 'media pull',
  summary: "Copy an environment's files into a folder, or update an earlier copy",
  argument: 'folder',
  options: bucketOptions,
  async run(invocation) {
    const { root, argument, options, variables, output } = invocation
    const { config } = await compileProject(invocation)
    const folder =
      argument === undefined
        ? join(folderOfBackups(root), `${config.name}-${options.env}-files`)
        : resolve(root, argument)
    const local = folderBucket(folder, () => {}) // damaged files are copied again
    const copied = await withBucket({ root, config, options, variables }, (from) =>
      copyFiles({ from, to: local, local, replace: true }, output),
    )
    return { ...copied, folder }
  },
  print: (copied, output) => printCopied(copied, { done: 'pulled', where: copied.folder }, output),
  toJson: (copied) => copiedAsJson(copied),
  exitCode: (copied) => exitCodeOfCopy(copied),
})
