import * as z from 'zod'
import { declareField, type FieldOptions, type FieldType, type Requirement } from './field-type.ts'
import { refusal } from './refusal.ts'

/** Formatting of a run of text. */
export type RichTextMark = {
  type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'link'
  attrs?: { [name: string]: string | number | boolean | null }
}

/** A part of a rich text: the node shape of ProseMirror and TipTap, which editors everywhere read and write. */
export type RichTextNode = {
  type: string
  attrs?: { [name: string]: string | number | boolean | null }
  marks?: RichTextMark[]
  text?: string
  content?: RichTextNode[]
}

/** A rich text: a tree of blocks, never HTML. */
export type RichText = {
  type: 'doc'
  content: RichTextNode[]
}

export interface RichTextOptions extends FieldOptions<RichText | string> {
  /** Longest text in characters, formatting not counted. Default 500,000. */
  readonly max?: number
}

/** Formatted text. Takes the tree, or plain text whose paragraphs are separated by empty lines; answers the tree. */
export function richText<const R extends boolean = false>(options: RichTextOptions & Requirement<R> = {}) {
  return declareField<'richText', RichText, R>('richText', options, richText)
}

const DEFAULT_MAX = 500_000
/** Maximum depth of a tree; TipTap's own documents stay under 20. */
const MAX_DEPTH = 60

const BLOCKS = [
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'codeBlock',
  'horizontalRule',
  'image',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
  'hardBreak',
  'text',
] as const

const attrs = z
  .record(z.string().max(50), z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]))
  .optional()

/**
 * Attributes by the type of a node or mark: those of TipTap's own extensions, and `mediaId` of an item of the library.
 */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  paragraph: ['textAlign'],
  heading: ['level', 'textAlign'],
  bulletList: ['tight'],
  orderedList: ['start', 'type', 'tight'],
  codeBlock: ['language'],
  image: ['src', 'alt', 'title', 'width', 'height', 'mediaId'],
  tableHeader: ['colspan', 'rowspan', 'align'],
  tableCell: ['colspan', 'rowspan', 'align'],
  link: ['href', 'target', 'rel', 'title', 'class'],
}

/** Attributes become attributes of HTML, where some of them run code. */
function hasKnownAttributes({ type, attrs = {} }: { readonly type: string; readonly attrs?: object | undefined }) {
  const known = ATTRIBUTES[type] ?? []
  return Object.entries(attrs).every(([name, value]) => value === null || known.includes(name))
}

const UNKNOWN = refusal('Rich text does not allow this attribute.')

const mark = z
  .strictObject({ type: z.enum(['bold', 'italic', 'underline', 'strike', 'code', 'link']), attrs })
  .refine(hasKnownAttributes, UNKNOWN)
  .refine(
    (value) => value.type !== 'link' || isSafeAddress(value.attrs?.href),
    refusal('A link needs an address that starts with http:, https:, mailto:, tel:, / or #.'),
  )

const node: z.ZodType<RichTextNode> = z
  .lazy(() =>
    z
      .strictObject({
        type: z.enum(BLOCKS),
        attrs,
        marks: z.array(mark).max(10).optional(),
        text: z.string().optional(),
        content: z.array(node).optional(),
      })
      .refine((value) => (value.type === 'text') === (value.text !== undefined), refusal('Only a text node has text.'))
      .refine(hasKnownAttributes, UNKNOWN)
      .refine(
        (value) => value.type !== 'image' || isSafeAddress(value.attrs?.src),
        refusal('An image needs a src that starts with http:, https: or /.'),
      ),
  )
  .meta({ id: 'RichTextNode' }) as z.ZodType<RichTextNode>

const tree = z.strictObject({ type: z.literal('doc'), content: z.array(node) }).meta({ id: 'RichText' })

export const richTextType: FieldType<RichTextOptions> = {
  kind: 'richText',
  storage: 'json',
  options: { max: z.int().min(1), default: z.unknown() },
  schema: ({ max = DEFAULT_MAX }) =>
    z
      .union([
        z.string().max(max).transform(fromPlainText),
        z
          .unknown()
          .refine(isShallow, refusal('This nests deeper than {max} levels.', { max: MAX_DEPTH }))
          .pipe(tree),
      ])
      .refine(
        (value) => plainLength(value as RichText) <= max,
        refusal('This is longer than {max} characters.', { max }),
      ),
  output: () => tree,
  operators: [],
  widget: 'richText',
  sample: (_options, sampler) =>
    JSON.parse(
      JSON.stringify(
        fromPlainText(
          Array.from({ length: sampler.integer(2, 6) }, () => `${sampler.words(sampler.integer(20, 60))}.`).join(
            '\n\n',
          ),
        ),
      ),
    ),
  searchText: (column) => `(SELECT group_concat(value, ' ') FROM json_tree(${column}) WHERE key = 'text')`,
  typescript: () => 'RichText',
}

/** Plain text as a rich text: a paragraph for each run of lines, a line break for each line in it. */
export function fromPlainText(text: string): RichText {
  const paragraphs = text.split(/\r?\n[ \t]*\r?\n/).filter((paragraph) => paragraph.trim() !== '')
  return { type: 'doc', content: paragraphs.map((paragraph) => ({ type: 'paragraph', content: lines(paragraph) })) }
}

function lines(paragraph: string): RichTextNode[] {
  return paragraph
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .flatMap((line, index): RichTextNode[] =>
      index === 0 ? [{ type: 'text', text: line }] : [{ type: 'hardBreak' }, { type: 'text', text: line }],
    )
}

/** Refuses `javascript:`, `data:` and everything else that a browser would run. */
export function isSafeAddress(address: unknown): boolean {
  return typeof address === 'string' && /^(?:https?:|mailto:|tel:|\/|#|\.{1,2}\/)/i.test(address.trim())
}

function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false
    level = level.flatMap((item) => (item as { content?: unknown })?.content ?? [])
  }
  return true
}

function plainLength(value: { text?: string; content?: RichTextNode[] }): number {
  return (value.text?.length ?? 0) + (value.content ?? []).reduce((sum, child) => sum + plainLength(child), 0)
}
