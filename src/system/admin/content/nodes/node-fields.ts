import type { FieldData } from '../../../../fields/field-type.ts'
import { partsOf } from '../../../../fields/parts.ts'
import type { RichTextData } from '../../../../fields/rich-text/rich-text.ts'
import { labelOf } from '../../../../fields/widgets/widget.ts'
import { t } from '../../../../messages/translate.ts'
import { HttpError, type ManifestCollection } from '../../../../runtime/kit.ts'

/** A kind of node that a rich text field declares, as the form shows it. */
export interface NodeKind {
  readonly label: string
  readonly fields: readonly FieldData[]
}

/**
 * Returns the kind of node that the rich text field at `path` declares under the name `type`.
 * @param path name of the field's input, which contains the keys of list items: `sections.2.text`
 * @throws HttpError `not_found`
 */
export function nodeKindAt({ fields }: ManifestCollection, path: string, type: string): NodeKind {
  const found = textsAt(fields, path.split('.'))
    .map(({ options }) => (options as RichTextData).nodes?.[type])
    .find((node) => node !== undefined)
  if (!found) throw new HttpError('not_found', t('This text has no such node.'))
  const label = found.label ?? labelOf({ name: type, kind: 'node', options: {} })
  return { label, fields: found.fields ?? [] }
}

/** Returns the rich text fields at a path. In blocks, each kind of block may have one. */
function textsAt(fields: readonly FieldData[], [name, ...rest]: readonly string[]): FieldData[] {
  return fields.filter((field) => field.name === name).flatMap((field) => textsIn(field, rest))
}

function textsIn(field: FieldData, rest: readonly string[]): FieldData[] {
  const parts = partsOf(field)
  if (parts === null) return rest.length === 0 ? [field] : []
  if (parts.kind === 'object') return textsAt(parts.fields, rest)
  if (parts.kind === 'list') return textsIn(parts.of, rest.slice(1))
  return Object.values(parts.of).flatMap((inner) => textsAt(inner, rest.slice(1)))
}
