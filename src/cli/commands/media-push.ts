import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { copyFiles } from '../bucket/copy-files.ts'
import { folderBucket } from '../bucket/folder-bucket.ts'
import { copiedAsJson, exitCodeOfCopy, printCopied } from '../bucket/report-copied.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { bucketOptions, withBucket } from '../target/with-bucket.ts'

export const mediaPush = defineCommand({
  name: 'media push',
  summary: 'Copy the files of a folder that `cms media pull` wrote into an environment',
  argument: 'folder',
  options: {
    ...bucketOptions,
    replace: { type: 'boolean', summary: 'Replace existing files that have the same key but different bytes' },
  },
  async run(invocation) {
    const { root, argument, options, variables, output } = invocation
    if (argument === undefined || !existsSync(resolve(root, argument))) {
      const message = argument === undefined ? '`cms media push` needs a folder.' : `There is no folder ${argument}.`
      throw new Failure(message, {
        hint: '`cms media pull <folder> --env <name>` creates such a folder. The folder `files` of a service on Node also works.',
        exitCode: exitCodes.usage,
      })
    }
    const { config } = await compileProject(invocation)
    const damaged = new Map<string, string>()
    const local = folderBucket(resolve(root, argument), ({ key, message }) => void damaged.set(key, message))
    const copied = await withBucket({ root, config, options, variables }, (to) =>
      copyFiles({ from: local, to, local, replace: options.replace }, output),
    )
    // The bucket's list leaves out files whose records are damaged.
    const unseen = [...damaged].filter(([key]) => !copied.problems.some((problem) => problem.key === key))
    const problems = [...copied.problems, ...unseen.map(([key, reason]) => ({ key, reason }))]
    return { ...copied, problems }
  },
  print: (copied, output, { options: { s3, env } }) =>
    printCopied(copied, { done: 'pushed', where: s3 ?? env }, output),
  toJson: (copied) => copiedAsJson(copied),
  exitCode: (copied) => exitCodeOfCopy(copied),
})
