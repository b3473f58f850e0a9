/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import { t } from '../../ui/index.ts'
import type { Json } from '../field-type.ts'
import type { FieldInAdmin, Inputs } from '../in-admin.ts'
import { Labelled } from '../widgets/labelled.tsx'
import { controlProps, type WidgetProps } from '../widgets/widget.ts'
import { jsonMessages } from '../widgets/widget-messages.ts'

export const admin: FieldInAdmin = {
  Widget: JsonWidget,
  read: readJson,
  textsOf: (value) => [JSON.stringify(value)],
  isLong: true,
}

function readJson(inputs: Inputs): Json {
  const text = inputs.text()
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as Json
  } catch {
    return inputs.keep(text)
  }
}

/** Control for any JSON. A script formats it and shows where it is invalid. */
function JsonWidget(props: WidgetProps) {
  const { value, form, path } = props
  const text = form.typed.get(path) ?? (value === undefined || value === null ? '' : JSON.stringify(value, null, 2))
  return (
    <Labelled {...props}>
      <div class="grid gap-2" data-json data-words={jsonMessages()}>
        <textarea class="textarea font-mono text-sm" rows={6} {...controlProps(props)} spellcheck={false}>
          {text}
        </textarea>
        <button type="button" class="btn w-fit" data-variant="outline" data-size="sm" data-format hidden>
          {t('Format')}
        </button>
      </div>
    </Labelled>
  )
}
