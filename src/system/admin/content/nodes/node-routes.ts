import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import type { FieldData } from '../../../../fields/field-type.ts'
import { objectSchema } from '../../../../fields/group/group.ts'
import { fieldTypes } from '../../../../fields/index.ts'
import { validate } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor } from '../collection-for.ts'
import { inCollection, sentForm } from '../objects.ts'
import { readFields } from '../sent-form/read-fields.ts'
import { nodeKindAt } from './node-fields.ts'

/** Schema of a query that identifies a kind of node in a rich text field. */
export const atNode = inCollection.extend({
  path: z.string().max(500).meta({ description: "Name of the text's input." }),
  node: z.string().max(100).meta({ description: 'Type of the node, as the field declares it.' }),
})

/** Shows the form of a node's attributes as a dialog, with the values that the request contains as JSON. */
export const nodeFormRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/node-form',
  access: EDITORIAL,
  audit: false, // nothing is stored
  summary: 'The form for the attributes of a node in rich text, as a dialog, with the `~values` in the request',
  input: { query: atNode, form: sentForm },
  problems: ['not_found'],
  page: () => import('./node-dialog.tsx'),
})

/** Reads the attributes of a node from its form, and validates them. */
export const nodeValuesRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/node-values',
  access: EDITORIAL,
  audit: false, // nothing is stored
  summary: 'Reads the form for a node in rich text, and returns its attributes as they are stored with the text',
  input: { query: atNode, form: sentForm },
  returns: z.strictObject({ data: z.looseObject({}).meta({ description: 'The attributes, by name.' }) }),
  problems: ['not_found', 'validation_failed'],
  act: async (c, { query: { path, node }, form }) => {
    const { fields } = nodeKindAt(await collectionFor(c), path, node)
    const { values } = readFields(form, fields)
    const entries = Object.entries(values).filter(([, value]) => value !== null)
    return { data: validate(objectSchema(fields, schemaOf), Object.fromEntries(entries)) }
  },
})

function schemaOf(field: FieldData): z.ZodType {
  return fieldTypes[field.kind]?.schema(field.options, schemaOf) ?? z.never()
}
