import { join } from 'node:path'
import { DOCS_FOLDER } from '../../compile/diagnostics/section.ts'
import { packageRoot } from '../../compile/load/package-root.ts'
import { readDocumentation } from '../../docs/read-documentation.ts'
import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Explanation, findSections, nearestCode } from '../explain/find-sections.ts'
import { printSection } from '../explain/print-section.ts'
import { Failure } from '../failure.ts'

export const explain = defineCommand({
  name: 'explain',
  summary: 'Explain a diagnostic, an API error or an exit code',
  options: {},
  argument: 'code',
  async run({ argument: code }) {
    if (code === undefined) {
      const hint = 'cms explain unknown-option'
      throw new Failure('`cms explain` needs a code.', { hint, exitCode: exitCodes.usage })
    }
    const documentation = readDocumentation(join(packageRoot, 'docs'))
    const found = findSections(documentation, code)
    if (found.length === 0) {
      const meant = nearestCode(documentation, code)
      const hint = meant === undefined ? LISTS : `Did you mean \`cms explain ${meant}\`?`
      throw new Failure(`There is no code ${code}.`, { hint, exitCode: exitCodes.usage })
    }
    return { code, found }
  },
  print({ found }, output) {
    for (const each of found) {
      const { page, section } = each
      output.print(`${output.style('bold', section.heading.text)} ${output.style('dim', page.title)}\n`)
      printSection(section.text, output)
      output.print(`  ${output.style('dim', addressOf(each))}`)
    }
  },
  toJson({ code, found }) {
    return { code, sections: found.map((each) => ({ docs: addressOf(each), text: each.section.text })) }
  },
})

const LISTS = `${DOCS_FOLDER}/diagnostics.md and ${DOCS_FOLDER}/errors.md list all codes.`

function addressOf({ page, section }: Explanation): string {
  return `${DOCS_FOLDER}/${page.name}.md#${section.heading.anchor}`
}
