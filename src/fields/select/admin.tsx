/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import { message, Select } from '../../ui/index.ts'
import type { FieldData } from '../field-type.ts'
import type { FieldInAdmin } from '../in-admin.ts'
import { Labelled } from '../widgets/labelled.tsx'
import { controlProps, textOf, type WidgetProps } from '../widgets/widget.ts'
import { labelledChoice, type SelectChoice } from './select.ts'

export const admin: FieldInAdmin = {
  Widget: SelectWidget,
  missing: message('Choose one.'),
  shown: (value, field) => choiceLabel(field, String(value)),
  filter: 'choice',
  filteredBy: (text, field) => choiceLabel(field, text),
  inList: (field) => ({ kind: 'choice', choices: choicesOf(field) }),
}

function choicesOf({ options }: FieldData): readonly (readonly [value: string, label: string])[] {
  return (options.options as readonly SelectChoice[]).map(labelledChoice)
}

function choiceLabel(field: FieldData, value: string): string {
  return new Map(choicesOf(field)).get(value) ?? value
}

function SelectWidget(props: WidgetProps) {
  const { options, required } = props.field.options as { options: readonly SelectChoice[]; required?: boolean }
  const shown = textOf(props)
  return (
    <Labelled {...props}>
      <Select
        {...controlProps(props)}
        class="w-full"
        none={!required || shown === '' ? '–' : undefined}
        options={options.map(labelledChoice)}
        chosen={shown}
      />
    </Labelled>
  )
}
