/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { Json } from '../field-type.ts'
import type { FieldInAdmin, Inputs } from '../in-admin.ts'
import { Labelled } from '../widgets/labelled.tsx'
import { richTextMessages } from '../widgets/rich-text-messages.ts'
import { controlProps, idOf, inLocale, labelOf, type WidgetProps } from '../widgets/widget.ts'
import { type RichTextData, richTextType } from './rich-text.ts'

export const admin: FieldInAdmin = { Widget: RichTextWidget, read: readRichText, isLong: true }

/** Reads the tree that the editor's script writes or, without the script, Markdown. */
function readRichText(inputs: Inputs): Json {
  const text = inputs.text().replaceAll('\r\n', '\n')
  if (text.trim() === '') return null
  return treeIn(text) ?? text
}

function treeIn(text: string): Json | null {
  if (!text.startsWith('{')) return null
  try {
    const value = JSON.parse(text) as Json
    return typeof value === 'object' && value !== null && 'type' in value ? value : null
  } catch {
    return null
  }
}

/**
 * Control for rich text. The editor's script is loaded on pages that contain one, and writes the tree into the input.
 */
function RichTextWidget(props: WidgetProps) {
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
        data-links={form.hasLinks ? '/admin/content/links' : undefined}
        data-link-titles={titlesOf(props)}
        data-embeds={embedsOf(field.options)}
        data-nodes={nodesOf(field.options)}
        data-collection={form.collection ?? undefined}
        data-words={richTextMessages()}
        {...inLocale(form.locale)}
      >
        <textarea class="textarea" rows={8} {...controlProps(props)}>
          {text}
        </textarea>
      </div>
    </Labelled>
  )
}

/** Returns the titles of the documents that the text links to, by id, as JSON; `undefined` if there are none. */
function titlesOf({ value, form }: WidgetProps): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const titles = new Map<string, string>()
  richTextType.links?.visit(value, ({ documentId }) => {
    const title = form.labels.get(documentId)
    if (title !== undefined) titles.set(documentId, title)
  })
  return titles.size === 0 ? undefined : JSON.stringify(Object.fromEntries(titles))
}

/** Returns the providers of embeds that the field declares, for the editor's script. */
function embedsOf({ embeds = [] }: RichTextData): string | undefined {
  return embeds.length === 0 ? undefined : JSON.stringify(embeds)
}

/**
 * Returns the nodes that the field declares, for the editor's script. Each is identified by the first text among its
 * attributes.
 */
function nodesOf({ nodes }: RichTextData): string | undefined {
  if (!nodes) return undefined
  const described = Object.entries(nodes).map(([type, { label, fields = [], content = 'none', inline = false }]) => ({
    type,
    label: label ?? labelOf({ name: type, kind: 'node', options: {} }),
    content,
    inline,
    isInsertable: !fields.some(({ options }) => options.required && options.default === undefined),
    isEditable: fields.length > 0,
    shows: fields.find(({ kind }) => kind === 'string' || kind === 'text' || kind === 'select')?.name ?? null,
  }))
  return JSON.stringify(described)
}
