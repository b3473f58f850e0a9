/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RichTextData } from '../../../config/fields/rich-text.ts'
import { Labelled } from './labelled.tsx'
import { richTextMessages } from './rich-text-messages.ts'
import { controlProps, idOf, labelOf, type WidgetProps } from './widget.ts'

/** Formatted text: the editor's script is loaded where one of these is on the page, and writes the tree into the input. */
export function RichTextWidget(props: WidgetProps) {
  const { field, value, path, form } = props
  const text = form.typed.get(path) ?? (typeof value === 'string' ? value : value ? JSON.stringify(value) : '')
  return (
    <Labelled {...props}>
      <div
        data-rich-text={form.richTextScript}
        data-markdown={form.markdownScript}
        data-label={labelOf(field)}
        data-note={`${idOf(props)}-note`}
        data-media={form.hasMedia ? 'true' : undefined}
        data-nodes={nodesOf(field.options)}
        data-words={richTextMessages()}
      >
        <textarea class="textarea" rows={8} {...controlProps(props)}>
          {text}
        </textarea>
      </div>
    </Labelled>
  )
}

/** The field's own nodes, as the editor's script reads them; each is told by the first text among its attributes. */
function nodesOf({ nodes }: RichTextData): string | undefined {
  if (!nodes) return undefined
  const described = Object.entries(nodes).map(([type, { label, fields = [], content = 'none', inline = false }]) => ({
    type,
    label: label ?? labelOf({ name: type, kind: 'node', options: {} }),
    content,
    inline,
    isInsertable: !fields.some(({ options }) => options.required && options.default === undefined),
    shows: fields.find(({ kind }) => kind === 'string' || kind === 'text' || kind === 'select')?.name ?? null,
  }))
  return JSON.stringify(described)
}
