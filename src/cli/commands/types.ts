import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'

const FILE = '.cms/types.d.ts'

export const types = defineCommand({
  name: 'types',
  summary: 'Write the TypeScript types of every collection',
  options: {},
  async run(invocation) {
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { root, json, output } = invocation
    const { writeTexts } = await import('../../compile/index.ts')
    const only = new Map([...outcome.compilation.outputs].filter(([path]) => path === FILE))
    const written = writeTexts(root, only).length > 0
    if (json) output.printJson({ file: FILE, written })
    else output.print(`${output.style('green', '✓')} ${FILE}${written ? '' : ' is up to date'}`)
    return exitCodes.done
  },
})
