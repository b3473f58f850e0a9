import { relative } from 'node:path'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { requireEnvironment, withTarget } from '../target/with-target.ts'
import { requireRemote } from './deploy.ts'

export const rollback = defineCommand({
  name: 'rollback',
  summary: 'Run the previously deployed program again, or a version by its id',
  argument: 'version',
  options: {
    env: { type: 'string', value: 'name', summary: 'The environment to roll back' },
    force: { type: 'boolean', summary: 'Roll back even if the earlier program cannot work with the schema' },
    'without-backup': { type: 'boolean', summary: 'Do not write a backup of the database first' },
  },
  async run(invocation) {
    const { root, output, options, argument, variables } = invocation
    const environment = requireRemote(options.env)
    const compilation = await compileProject(invocation)
    const { config } = compilation
    requireEnvironment(environment, config)
    const { chooseVersion } = await import('../deploy/rollback.ts')
    const { findObstacles, rollbackRefusal } = await import('../deploy/rollback-obstacle.ts')
    const database = { root, config, options: { env: environment, persist: '.wrangler/state' }, variables }
    const choice = await chooseVersion(database, argument ?? null)
    const obstacles = await withTarget(database, async (target) => {
      const found = await findObstacles(target, choice.to)
      if (found.length > 0 && !options.force) throw rollbackRefusal(found, choice.to, { root, owner: target.owner })
      return found
    })
    let backup: string | null = null
    if (!options['without-backup']) {
      const { placeOfBackup, writeBackup } = await import('../backup/write-backup.ts')
      const { proveBackup } = await import('../backup/prove-backup.ts')
      backup = await withTarget(database, async (target) => {
        const path = placeOfBackup(root, target, new Date())
        await writeBackup(target, path)
        await proveBackup({ root, compilation, file: path })
        return relative(root, path)
      })
      output.print(`${output.style('green', 'backed up')} ${backup}`)
    }
    await choice.run()
    return { environment, choice, obstacles, backup }
  },
  print({ choice: { name, to }, obstacles }, output) {
    output.print(`${output.style('green', 'rolled back')} ${name}: ${to.version}, deployed ${to.createdAt}`)
    output.note(
      obstacles.length === 0
        ? 'The schema stays as it is: migrations are not undone. This program works with it.'
        : `The schema stays as it is, and this program returns 503 for all data: it does not know ${obstacles.map(({ name }) => name).join(', ')}.`,
    )
  },
  toJson: ({ environment, choice: { name, from, to }, backup }) => ({
    environment,
    worker: name,
    from: from.version,
    to: to.version,
    backup,
  }),
})
