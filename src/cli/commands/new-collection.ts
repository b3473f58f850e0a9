import { fieldTypes } from '../../fields/index.ts'
import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { requireProject } from '../project.ts'
import { parseFields } from './new-fields.ts'
import { creationOf, printCreation } from './new-report.ts'

export const newCollection = defineCommand({
  name: 'new collection',
  summary: 'Create a collection in its own file, and add it to the config',
  argument: 'name',
  options: {
    fields: {
      type: 'string',
      value: 'fields',
      default: 'title:string!',
      summary: "Fields, such as 'title:string! body:richText author:reference(authors)'; ! marks required ones",
    },
  },
  async run({ root, options, argument }) {
    if (argument === undefined) {
      const hint = "cms new collection posts --fields 'title:string! body:richText'"
      throw new Failure('`cms new collection` needs a name.', { hint, exitCode: exitCodes.usage })
    }
    requireProject(root)
    const fields = parseFields(options.fields, fieldTypes)
    const { executeEdit } = await import('../../compile/edit/execute-edit.ts')
    const edit = { kind: 'create-collection', collection: { name: argument, fields } } as const
    return creationOf(await executeEdit(root, { edit, save: true }), 'cms build')
  },
  print: printCreation,
})
