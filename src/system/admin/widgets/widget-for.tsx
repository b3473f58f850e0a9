/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { fieldTypes } from '../../../fields/index.ts'
import { GroupWidget } from './group-widget.tsx'
import { LanguagesWidget } from './languages-widget.tsx'
import { BlocksWidget, ListWidget } from './list-widget.tsx'
import { MediaWidget } from './picture/media-widget.tsx'
import { ReferencesWidget, ReferenceWidget } from './reference-widgets.tsx'
import { RichTextWidget } from './rich-text-widget.tsx'
import { JsonWidget, SlugWidget, TextareaWidget, TextWidget } from './text-widgets.tsx'
import { CheckboxWidget, DatetimeWidget, DateWidget, NumberWidget, SelectWidget } from './value-widgets.tsx'
import type { WidgetProps } from './widget.ts'

const WIDGETS: Readonly<Record<string, (props: WidgetProps) => unknown>> = {
  text: TextWidget,
  textarea: TextareaWidget,
  richText: RichTextWidget,
  slug: SlugWidget,
  number: NumberWidget,
  checkbox: CheckboxWidget,
  date: DateWidget,
  datetime: DatetimeWidget,
  select: SelectWidget,
  json: JsonWidget,
  media: MediaWidget,
  reference: ReferenceWidget,
  references: ReferencesWidget,
  list: ListWidget,
  group: GroupWidget,
  blocks: BlocksWidget,
}

/** Locales in which a document is shown: the name that every localized collection has for them. */
const SHOWN_IN = 'publishedLocales'

/** The widget that the field's type names; a type of a later version is edited as JSON. */
export function Widget(props: WidgetProps) {
  if (props.path === SHOWN_IN) return <LanguagesWidget {...props} />
  const Named = (WIDGETS[fieldTypes[props.field.kind]?.widget ?? 'json'] ?? JsonWidget) as typeof JsonWidget
  return <Named {...props} />
}
