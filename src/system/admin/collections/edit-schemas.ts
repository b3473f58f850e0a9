import * as z from 'zod'
import type { RequestContext } from '../../../runtime/kit.ts'
import type { TypedForm } from '../typed-form.ts'
import { fileOf } from './ask.ts'

const done = z.looseObject({ name: z.string(), file: z.string() }).meta({
  description: 'The saved change and its files or, for a preview, the planned change with a `state` for saving it.',
})

/** Schema of an edit's result, for the routes of programs. */
export const outcome = z.strictObject({ data: done })
/** Schema of an edit's result, for the routes of forms. */
export const formOutcome = z.strictObject({
  data: done.nullable().meta({ description: '`null` if the form was sent only to get other inputs.' }),
})
export type FormOutcome = z.output<typeof formOutcome>

/** Schema of a collection in a program's body. It is loose, so that `schema_locked` takes precedence over mistakes. */
export const collectionBody = z
  .looseObject({})
  .meta({ description: 'name, label?, description?, drafts?, search?, access?, fields: { name: { type, …options } }' })

export const problems = ['schema_locked', 'not_found', 'conflict', 'precondition_failed', 'validation_failed'] as const

/** Submitted form of a route whose path has these parameters. */
export interface FormInput<Param extends string = 'id'> {
  readonly form: TypedForm
  readonly params: { readonly [Name in Param]: string }
}

/** Tells whether the edit was saved, so that the form redirects. */
export function isSaved({ data }: FormOutcome): boolean {
  return data !== null && !('state' in data)
}

/** Returns the address of a collection if the edit was saved; otherwise `null`, and the form is shown again. */
export function toCollection(result: FormOutcome, { params }: { readonly params: { readonly id: string } }) {
  return isSaved(result) ? `/admin/collections/${params.id}?saved=1` : null
}

/** Returns the path of the file of the collection in an address. The file may not exist yet. */
export function fileInPath(c: RequestContext, { params }: { readonly params: { readonly [name: string]: string } }) {
  return fileOf(c, params.id ?? '')
}
