import { join } from 'node:path'
import * as z from 'zod'
import type { EditRequest, EditResult } from '../../manifest/source-edit.ts'

const names = z.record(z.string(), z.json())
const collection = z.looseObject({
  name: z.string(),
  fields: z.record(z.string(), names).optional(),
  dropped: z.record(z.string(), z.string()).optional(),
})

/** Schema of requests that the worker may make: the shapes of the manifest's `EditRequest`. */
const request = z.strictObject({
  save: z.boolean(),
  state: z.string().optional(),
  edit: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('create-collection'), collection }),
    z.strictObject({
      kind: z.literal('change-collection'),
      collection,
      remove: z.array(z.string()).optional(),
      inside: z.array(z.string()).optional(),
      order: z.array(z.string()).optional(),
    }),
    z.strictObject({ kind: z.literal('delete-collection'), name: z.string(), reason: z.string().nullable() }),
    z.strictObject({
      kind: z.literal('change-settings'),
      plugin: z.string(),
      environment: z.string().nullable(),
      settings: names,
    }),
  ]),
})

/**
 * Handles a worker's request to change the project's files.
 * @param onSaved called when the files are written, with their absolute paths
 */
export async function handleEditRequest(
  root: string,
  input: unknown,
  onSaved: (paths: readonly string[]) => void,
): Promise<EditResult> {
  const read = request.safeParse(input)
  if (!read.success) {
    const message = read.error.issues.map(({ path, message: what }) => `${path.join('.')}: ${what}`).join('; ')
    return { outcome: 'refused', why: 'invalid', message, file: null, line: null }
  }
  const { executeEdit } = await import('../../compile/edit/execute-edit.ts')
  const response = await executeEdit(root, read.data as EditRequest) // the schema describes the same shapes
  if (response.outcome === 'saved' && response.preview.files.length > 0)
    onSaved(response.preview.files.map(({ path }) => join(root, path)))
  return response
}
