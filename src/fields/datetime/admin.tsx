/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { Content } from '../../ground/content.ts'
import { Time } from '../../ui/index.ts'
import type { Json } from '../field-type.ts'
import type { FieldInAdmin, Inputs } from '../in-admin.ts'
import { Labelled } from '../widgets/labelled.tsx'
import { controlProps, textOf, type WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = {
  Widget: DatetimeWidget,
  read: readTime,
  textsOf: (value) => [String(value).replace(/Z$/, '')],
  shown: (value) => (<Time at={String(value)} />) as Content,
  filter: 'times',
  filteredBy: (text) => text.slice(0, 10),
  inList: () => ({ kind: 'moment' }),
}

function readTime(inputs: Inputs): Json {
  const text = inputs.text()
  if (text === '') return null
  const [, minute, rest] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?$/.exec(text) ?? []
  return minute === undefined ? text : `${minute}${rest ?? ':00.000'}Z`
}

/** Control for a point in time: in the user's time zone, or in UTC without scripts. */
function DatetimeWidget(props: WidgetProps) {
  return (
    <Labelled {...props}>
      <div class="flex flex-wrap items-center gap-2">
        <input
          class="input w-fit max-w-full"
          type="datetime-local"
          {...controlProps(props)}
          value={withoutZone(textOf(props))}
          step={withoutZone(textOf(props)).length > 16 ? '0.001' : undefined}
          data-utc
        />
        <span class="text-sm text-muted-foreground" data-zone>
          UTC
        </span>
      </div>
    </Labelled>
  )
}

/** Formats a time for the input. Seconds are left out only if they are zero, so that saving the form loses nothing. */
function withoutZone(time: string): string {
  return time.slice(0, /T\d\d:\d\d:00(?:\.0+)?Z?$/.test(time) ? 16 : 23)
}
