import type { EditMistake, EditPreview, EditResult, EditStep, SourceEdit } from '../../../manifest/source-edit.ts'
import {
  canEditSources,
  type ErrorCode,
  editSources,
  environmentOf,
  type FieldError,
  HttpError,
  manifestOf,
  type RequestContext,
  t,
  tn,
  touchedTables,
} from '../../../runtime/kit.ts'

/** Tells whether the caller may change collections with forms in this environment. */
export function isEditable(c: RequestContext): boolean {
  return canEditSources(c) && c.get('user')?.role === 'admin'
}

/**
 * Refuses an edit unless the service runs under `cms dev`, because only then can it change the project's files.
 * @param file file that the error names as the one to edit by hand
 * @throws HttpError `schema_locked`
 */
export function requireDevelopment(c: RequestContext, file: string): void {
  if (canEditSources(c)) return
  const isDevelopment = environmentOf(c).name === 'development'
  const how = isDevelopment
    ? t('Forms change files only under `cms dev`: start the service with it, or edit {file} yourself.', { file })
    : t('The schema of this environment is code: edit {file}, and deploy it.', { file })
  throw new HttpError('schema_locked', how)
}

/** Returns the path of a collection's file. The file may not exist yet. */
export function fileOf(c: RequestContext, name: string): string {
  const found = manifestOf(c).collections.find((collection) => collection.name === name)
  return found
    ? found.source.replace(/:\d+$/, '')
    : `collections/${/^[a-z][a-z0-9_]*$/.test(name) ? name : '<name>'}.ts`
}

/** A request to preview or save an edit. */
export interface EditRequest {
  readonly save: boolean
  /** The `state` of the preview that the user has seen; `null` if there was none. */
  readonly state: string | null
}

/**
 * Saves or previews an edit. Each step of a previewed migration includes the number of affected rows in this database.
 */
export async function ask(c: RequestContext, edit: SourceEdit, { save, state }: EditRequest): Promise<EditResult> {
  const result = await editSources(c, { edit, save, ...(state !== null && { state }) })
  if (result.outcome === 'refused' || result.outcome === 'saved') return result
  const database = await Promise.all(result.preview.database.map((step) => withRows(c, step)))
  return { ...result, preview: { ...result.preview, database } }
}

async function withRows(c: RequestContext, step: EditStep): Promise<EditStep> {
  const touched = await touchedTables(c.env.DB, step.sql)
  const notes = touched.map(({ table, rows }) =>
    tn(rows, 'Goes through {count} row of {table}.', 'Goes through {count} rows of {table}.', { table }),
  )
  return { ...step, notes: [...step.notes, ...notes] }
}

/**
 * Returns the preview of an edit that was saved.
 * @throws HttpError if the edit was not saved
 */
export function savedOrThrow(result: EditResult): EditPreview {
  if (result.outcome === 'saved') return result.preview
  throw problemOf(result)
}

/** Thrown for an edit that was not made. The form shows its result, including the preview. */
export class UnsavedEdit extends HttpError {
  readonly result: Unsaved

  constructor(result: Unsaved, code: ErrorCode, detail: string, errors?: readonly FieldError[]) {
    super(code, detail, errors && { errors })
    this.result = result
  }
}

type Unsaved = Exclude<EditResult, { outcome: 'saved' }>

/** Returns the reason why an edit was not made, as an error. */
export function problemOf(result: Unsaved): UnsavedEdit {
  if (result.outcome === 'outdated')
    return new UnsavedEdit(
      result,
      'precondition_failed',
      t('The files have changed since the preview. Check the new preview first.'),
    )
  if (result.outcome === 'preview') {
    const errors = result.preview.mistakes.filter(({ severity }) => severity === 'error').map(errorOf)
    return new UnsavedEdit(result, 'validation_failed', errors[0]?.message ?? 'The project would not compile.', errors)
  }
  const { why, message, file, line } = result
  const place = file === null ? '' : ` (${[file, line].filter((part) => part !== null).join(':')})`
  const detail = message + place
  if (why === 'missing') return new UnsavedEdit(result, 'not_found', detail)
  if (why === 'invalid') return new UnsavedEdit(result, 'validation_failed', detail, [])
  const code = why === 'exists' ? 'already_exists' : 'cannot_be_kept'
  return new UnsavedEdit(result, 'conflict', detail, [{ path: file ?? '', code, message }])
}

function errorOf({ code, message, hint, file, line }: EditMistake): FieldError {
  const path = [file, line].filter((part) => part !== null).join(':')
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`
  return { path, code, message: hint === null ? sentence : `${sentence} ${hint}` }
}
