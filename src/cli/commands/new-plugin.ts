import { join } from 'node:path'
import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { requireProject } from '../project.ts'
import { creationOf, printCreation } from './new-report.ts'

export const newPlugin = defineCommand({
  name: 'new plugin',
  summary: 'Create a plugin with a route and a test, and add it to the config',
  argument: 'name',
  options: {},
  async run({ root, argument: name }) {
    if (name === undefined) {
      throw new Failure('`cms new plugin` needs a name.', {
        hint: 'cms new plugin guestbook',
        exitCode: exitCodes.usage,
      })
    }
    requireProject(root)
    const { executePlan } = await import('../../compile/edit/execute-edit.ts')
    const { planPlugin } = await import('../../compile/edit/new-plugin.ts')
    const { readText } = await import('../../compile/index.ts')
    const runner = /"vitest"\s*:/.test(readText(join(root, 'package.json')) ?? '') ? 'vitest' : 'node:test'
    const response = await executePlan(root, (project) => planPlugin(project, name, runner), { save: true })
    const test = `test/plugins/${name}/${name}.test.ts`
    return creationOf(response, `${runner === 'vitest' ? 'npx vitest run' : 'npx node --test'} ${test}`)
  },
  print: printCreation,
})
