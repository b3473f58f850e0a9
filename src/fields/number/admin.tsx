/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import { t } from '../../ui/index.ts'
import type { Json } from '../field-type.ts'
import type { FieldInAdmin, Inputs } from '../in-admin.ts'
import { Labelled } from '../widgets/labelled.tsx'
import { controlProps, textOf, type WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = { Widget: NumberWidget, read: readNumber, filter: 'numbers' }

function readNumber(inputs: Inputs): Json {
  const text = inputs.text().trim()
  if (text === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : inputs.keep(text)
}

function NumberWidget(props: WidgetProps) {
  const { min, max, integer } = props.field.options
  return (
    <Labelled {...props}>
      <input
        class="input"
        type="text"
        inputmode={integer ? 'numeric' : 'decimal'}
        autocomplete="off"
        {...controlProps(props)}
        value={textOf(props)}
        placeholder={min !== undefined && max !== undefined ? t('{min} to {max}', { min, max }) : undefined}
      />
    </Labelled>
  )
}
