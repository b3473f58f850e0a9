/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { inAdmin } from '../kinds.ts'
import { isLanguages } from './languages.ts'
import { LanguagesWidget } from './languages-widget.tsx'
import type { WidgetProps } from './widget.ts'

/** The control of a field. */
export function Widget(props: WidgetProps) {
  if (isLanguages(props.field)) return <LanguagesWidget {...props} />
  const Control = inAdmin(props.field).Widget as (props: WidgetProps) => null
  return <Control {...props} />
}
