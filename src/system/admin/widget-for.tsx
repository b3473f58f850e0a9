/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { WidgetProps } from '../../fields/widgets/widget.ts'
import { inAdmin } from './kinds.ts'
import { isLanguages } from './languages/languages.ts'
import { LanguagesWidget } from './languages/languages-widget.tsx'

/** The control of a field. */
export function Widget(props: WidgetProps) {
  if (isLanguages(props.field)) return <LanguagesWidget {...props} />
  const Control = inAdmin(props.field).Widget as (props: WidgetProps) => null
  return <Control {...props} />
}
