/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { FieldInAdmin } from '../in-admin.ts'
import { Labelled } from '../widgets/labelled.tsx'
import { controlProps, textOf, type WidgetProps } from '../widgets/widget.ts'
import { DEFAULT_MAX } from './slug.ts'

export const admin: FieldInAdmin = { Widget: SlugWidget }

/**
 * Control for a slug. The slug follows its source field until the user types into the control. If the control is empty,
 * the API generates the slug.
 */
function SlugWidget(props: WidgetProps) {
  const { field, path } = props
  const siblings = path.split('.').slice(0, -1)
  const from = field.options.from === undefined ? undefined : [...siblings, field.options.from].join('.')
  return (
    <Labelled {...props}>
      <input
        class="input font-mono text-sm"
        type="text"
        {...controlProps(props)}
        value={textOf(props)}
        autocomplete="off"
        spellcheck={false}
        data-max={field.options.max ?? DEFAULT_MAX}
        data-slug-from={from}
      />
    </Labelled>
  )
}
