import type * as z from 'zod'
import type { Shown } from '../../../config/route.ts'
import type { EditPreview, EditResult, SourceEdit } from '../../../manifest/source-edit.ts'
import { HttpError, type ManifestCollection, manifestOf, type RequestContext, t } from '../../../runtime/kit.ts'
import { type TypedForm, textOf } from '../typed-form.ts'
import { ask, type EditRequest, problemOf, savedOrThrow, UnsavedEdit } from './ask.ts'
import type { FormOutcome, outcome } from './edit-schemas.ts'

/**
 * Saves or previews an edit for programs.
 * @throws HttpError if the edit was not saved although the program asked for it
 */
export async function edited(
  c: RequestContext,
  edit: SourceEdit,
  editRequest: EditRequest,
): Promise<z.output<typeof outcome>> {
  const result = await ask(c, edit, editRequest)
  if (result.outcome === 'preview' && !editRequest.save) return { data: { ...result.preview } }
  const { name, file } = savedOrThrow(result)
  return { data: { name, file } }
}

/**
 * Saves an edit if its form contains the state of a preview that the user has seen; otherwise only previews it.
 * @throws UnsavedEdit if the edit was refused, the files have changed since the preview, or the preview contains errors
 */
export async function submitted(c: RequestContext, edit: SourceEdit, form: TypedForm): Promise<FormOutcome> {
  const state = textOf(form, 'state') || null
  const result = await ask(c, edit, { save: state !== null, state })
  if (result.outcome === 'saved') return { data: { name: result.preview.name, file: result.preview.file } }
  if (result.outcome === 'preview' && result.preview.mistakes.every(({ severity }) => severity !== 'error'))
    return { data: { ...result.preview } }
  throw problemOf(result)
}

/** State of a page of the editor. */
export interface Editing {
  /** Submitted values of the form; `null` for a new form. */
  readonly form: TypedForm | null
  /** Preview of the edit, or the reason why it was not made. */
  readonly result: EditResult | null
  /** Reason why the form was rejected, if the result does not contain it. */
  readonly problem: HttpError | null
}

export function editingOf(c: RequestContext, { result, typed, refused }: Shown): Editing {
  // The runtime shows the page again only for an `HttpError`.
  const problem = refused === null ? null : (refused.problem as HttpError)
  return {
    form: c.req.method === 'POST' ? (typed as TypedForm) : null, // the form's schema accepts no files
    result: problem instanceof UnsavedEdit ? problem.result : previewIn(result as FormOutcome | undefined),
    problem: problem instanceof UnsavedEdit ? null : problem,
  }
}

function previewIn(result: FormOutcome | undefined): EditResult | null {
  const data = result?.data
  return data && 'state' in data ? { outcome: 'preview', preview: data as unknown as EditPreview } : null // returned by `submitted`
}

/**
 * Returns the collection in an address.
 * @throws HttpError `not_found`
 */
export function collectionInPath(c: RequestContext, id: string): ManifestCollection {
  const found = manifestOf(c).collections.find(({ name }) => name === id)
  if (!found) throw new HttpError('not_found', t('There is no such collection.'))
  return found
}
