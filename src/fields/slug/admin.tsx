/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { FieldInAdmin } from '../in-admin.ts'
import { Labelled } from '../widgets/labelled.tsx'
import { controlProps, textOf, type WidgetProps } from '../widgets/widget.ts'
import { DEFAULT_MAX } from './slug.ts'

export const admin: FieldInAdmin = { Widget: SlugWidget }

/**
 * Control for a slug. A slug with a source field follows that field until the user types into the control, and the API
 * generates it if the control is empty.
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
