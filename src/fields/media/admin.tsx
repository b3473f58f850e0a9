/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import { language, t } from '../../ui/index.ts'
import type { FieldInAdmin } from '../in-admin.ts'
import { ReferenceWidget, admin as reference } from '../reference/admin.tsx'
import type { WidgetProps } from '../widgets/widget.ts'
import type { MediaOptions } from './media.ts'

export const admin: FieldInAdmin = { ...reference, Widget: MediaWidget }

/** Control for a file of the media library, with the requirements of the field below. */
function MediaWidget(props: WidgetProps) {
  const { field } = props
  const { help } = field.options as { readonly help?: string | null }
  const sentences = [help, ...demandsOf(field.options)].filter(Boolean).join(' ')
  return <ReferenceWidget {...props} field={{ ...field, options: { ...field.options, help: sentences || null } }} />
}

function demandsOf({ minWidth, minHeight, types }: Pick<MediaOptions, 'minWidth' | 'minHeight' | 'types'>): string[] {
  const format = (size: number) => new Intl.NumberFormat(language()).format(size)
  return [
    ...(minWidth === undefined ? [] : [t('At least {size} pixels wide.', { size: format(minWidth) })]),
    ...(minHeight === undefined ? [] : [t('At least {size} pixels high.', { size: format(minHeight) })]),
    ...(types === undefined || types.join() === 'image/*'
      ? []
      : [t('Supported types: {types}.', { types: types.join(', ') })]),
  ]
}
