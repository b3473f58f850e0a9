import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

export const migrateCreate = defineCommand({
  name: 'migrate create',
  summary: 'Create a data migration for handwritten SQL',
  options: {
    name: { type: 'string', value: 'words', summary: 'A short description, for the name of the file' },
  },
  async run(invocation) {
    const { root, options } = invocation
    const words = wordsOf(options.name)
    const compilation = await compileProject(invocation)
    const { findStaleOutputs } = await import('../../compile/index.ts')
    const stale = findStaleOutputs(root, compilation).filter((path) => path.startsWith('migrations/'))
    if (stale.length > 0) {
      throw new Failure(
        `${stale[0]} does not match the config, so the new migration would be based on an outdated schema.`,
        {
          hint: 'Run `cms build` first.',
          exitCode: exitCodes.stale,
        },
      )
    }
    const { addDataMigration } = await import('../../compile/branches/add-data-migration.ts')
    return { created: addDataMigration(root, words, compilation.schema) }
  },
  print({ created }, output) {
    output.print(`${output.style('green', 'wrote')} ${created}: write the SQL below the last comment.`)
  },
})

function wordsOf(name: string | undefined): string {
  const words = (name ?? '').replace(/\s+/g, ' ').trim()
  if (/[\p{L}\p{N}]/u.test(words)) return words
  const message =
    name === undefined ? '`cms migrate create` needs a name.' : `The name “${name}” contains no letters or digits.`
  throw new Failure(message, { hint: 'cms migrate create --name "fill in summaries"', exitCode: exitCodes.usage })
}
