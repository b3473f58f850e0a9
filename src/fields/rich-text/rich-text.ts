import * as z from 'zod'
import { type Text, text } from '../../config/text.ts'
import { type AttributeKind, attributeKind, isAttribute, MAX_SPAN } from '../../rich-text/attributes.ts'
import {
  documentLinkOf,
  type Embeds,
  fromPlainText,
  isSafeAddress,
  type RichText,
  type RichTextMark,
  type RichTextNode,
  textLength,
  visitDocumentLinks,
  withAddresses,
} from '../../rich-text/index.ts'
import {
  type BuiltInType,
  type DocumentLinks,
  declareField,
  type FieldData,
  type FieldOptions,
  type Fields,
  type Json,
  type Requirement,
} from '../field-type.ts'
import { objectSchema, objectType } from '../group/group.ts'
import { type Refusal, refusal } from '../refusal.ts'
import type { DocumentOf } from '../values.ts'
import { embedNode, embedsOption } from './embeds.ts'

/** A node that a field declares by itself: stored as `{ type, attrs: { …its fields }, content }`. */
export interface RichTextNodeKind<Inner extends Fields = Fields> {
  /** Name in the editor. Default: the type, in words. */
  readonly label?: Text
  /** Its attributes. Part of the text's one JSON value; references inside are not checked by the database. */
  readonly fields?: Inner
  /** Content: `blocks` as in a quotation, a line of `inline` text, or `none`. Default `none`. */
  readonly content?: 'blocks' | 'inline' | 'none'
  /** It stands in a line of text, as a mention does, and not between paragraphs. Default `false`. */
  readonly inline?: boolean
}

export type RichTextNodeKinds = { readonly [type: string]: RichTextNodeKind }

/** Attributes by type of own node. */
type AttributesOf<Kinds extends RichTextNodeKinds> = {
  [Type in keyof Kinds]: Kinds[Type] extends { readonly fields: infer Inner extends Fields }
    ? DocumentOf<Inner>
    : Record<never, never>
}

export interface RichTextOptions<Kinds extends RichTextNodeKinds = RichTextNodeKinds>
  extends FieldOptions<RichText | string> {
  /** Longest text in characters, formatting not counted. Default 500,000. */
  readonly max?: number
  /**
   * Nodes besides the usual ones, by type:
   * `{ callout: { fields: { tone: field.select({ options: ['note', 'warning'] }) }, content: 'blocks' } }`.
   */
  readonly nodes?: Kinds
  /**
   * Sites whose pages can be shown within the text: `['youtube', 'vimeo']`, or of one's own
   * `{ name, match: 'https://video.example.com/watch/{id}', frame: 'https://video.example.com/embed/{id}' }`. Default: none.
   */
  readonly embeds?: Embeds
}

/** Formatted text. Takes the tree, or plain text whose paragraphs are separated by empty lines; answers the tree. */
export function richText<const Kinds extends RichTextNodeKinds = Record<never, never>, const R extends boolean = false>(
  options: RichTextOptions<Kinds> & Requirement<R> = {},
) {
  return declareField<'richText', RichText<AttributesOf<Kinds>>, R>('richText', options, richText)
}

/** The options of a rich text as the manifest holds them. */
export interface RichTextData {
  readonly max?: number
  readonly nodes?: { readonly [type: string]: RichTextNodeData }
  readonly embeds?: Embeds
}

interface RichTextNodeData {
  readonly label?: string
  readonly fields?: readonly FieldData[]
  readonly content?: 'blocks' | 'inline' | 'none'
  readonly inline?: boolean
}

type Nested = (field: FieldData) => z.ZodType

const DEFAULT_MAX = 500_000
/** Maximum depth of a tree; TipTap's own documents stay under 20. */
const MAX_DEPTH = 60

/** Types of node that every rich text may have. */
export const BUILT_IN_NODES = [
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

const INLINE = ['text', 'hardBreak']

const attrs = z
  .record(z.string().max(50), z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]))
  .optional()

/** Reasons to refuse a value, by the kind of its attribute. */
const REFUSALS: Readonly<Record<AttributeKind, Refusal>> = {
  text: refusal('This must be text.'),
  flag: refusal('This must be true or false.'),
  level: refusal('A heading has a level from 1 to 6.'),
  alignment: refusal('Text is aligned left, center, right or justify.'),
  number: refusal('This must be a whole number.'),
  numbering: refusal('A list is numbered by 1, a, A, i or I.'),
  span: refusal('A cell spans 1 to {max} columns and rows.', { max: MAX_SPAN }),
  pixels: refusal('This must be a number of pixels from 0 to 99999.'),
  word: refusal('This must be one word without quotes and angle brackets.'),
  words: refusal('This must be words without quotes and angle brackets.'),
  frame: refusal('This must be a keyword such as _blank, or the name of a frame.'),
  collection: refusal('This must be the name of a collection.'),
  document: refusal('This must be the id of a document.'),
}

const UNKNOWN = refusal('Rich text does not allow this attribute.')

/** Attributes become attributes of HTML, where some of them, and some of their values, run code. */
function checkAttributes(
  { type, attrs = {} }: { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> | undefined },
  context: z.core.$RefinementCtx,
): void {
  for (const [name, value] of Object.entries(attrs)) {
    if (isAttribute(type, name, value)) continue
    const kind = attributeKind(type, name)
    context.addIssue({ code: 'custom', path: ['attrs', name], ...(kind === null ? UNKNOWN : REFUSALS[kind]) })
  }
}

const mark = z
  .strictObject({ type: z.enum(['bold', 'italic', 'underline', 'strike', 'code', 'link']), attrs })
  .superRefine(checkAttributes)
  .refine(
    (value) => value.type !== 'link' || leadsSomewhere(value as RichTextMark),
    refusal(
      'A link needs an address that starts with http:, https:, mailto:, tel:, / or #, or the collection and documentId of a document.',
    ),
  )

/** An address, or a document: with that, an address is what a read has made of it, and is not stored. */
function leadsSomewhere(link: RichTextMark): boolean {
  const { collection, documentId, href } = link.attrs ?? {}
  if ((collection ?? documentId ?? null) === null) return isSafeAddress(href)
  return documentLinkOf(link) !== null
}

const marks = z.array(mark).max(10).optional()

/** A node that every rich text may have; `node` is what it may hold. */
function builtInNode(node: z.ZodType<RichTextNode>) {
  return z
    .strictObject({
      type: z.enum(BUILT_IN_NODES),
      attrs,
      marks,
      text: z.string().optional(),
      content: z.array(node).optional(),
    })
    .refine((value) => (value.type === 'text') === (value.text !== undefined), refusal('Only a text node has text.'))
    .superRefine(checkAttributes)
    .refine(
      (value) => value.type !== 'image' || isSafeAddress(value.attrs?.src),
      refusal('An image needs a src that starts with http:, https: or /.'),
    )
}

const node: z.ZodType<RichTextNode> = z
  .lazy(() => builtInNode(node))
  .meta({ id: 'RichTextNode' }) as z.ZodType<RichTextNode>

const tree = treeOf(node).meta({ id: 'RichText' })

function treeOf(inside: z.ZodType<RichTextNode>) {
  return z.strictObject({ type: z.literal('doc'), content: z.array(inside) })
}

/** The validator of the tree, with the nodes that the field declares. */
function treeSchema({ nodes = {}, embeds = [] }: RichTextData, nested: Nested): z.ZodType {
  const own = Object.entries(nodes)
  if (own.length === 0 && embeds.length === 0) return tree
  const inlineTypes = [...INLINE, ...own.filter(([, { inline }]) => inline).map(([type]) => type)]
  const any: z.ZodType<RichTextNode> = z.lazy(
    () =>
      z.discriminatedUnion('type', [
        builtInNode(any),
        ...(embeds.length > 0 ? [embedNode(embeds)] : []),
        ...own.map(([type, kind]) => ownNode(type, kind, any, nested, inlineTypes)),
      ]) as unknown as z.ZodType<RichTextNode>, // of the fields' values only their validators know more
  )
  return treeOf(any)
}

function ownNode(
  type: string,
  { fields = [], content = 'none', inline = false }: RichTextNodeData,
  any: z.ZodType<RichTextNode>,
  nested: Nested,
  inlineTypes: readonly string[],
) {
  const isNeeded = fields.some(({ options }) => options.required && options.default === undefined)
  const values = objectSchema(fields, nested)
  const isInline = ({ type: inner }: RichTextNode) => inlineTypes.includes(inner)
  return z.strictObject({
    type: z.literal(type),
    attrs: isNeeded ? values : values.prefault({}),
    ...(inline && { marks }),
    ...(content === 'inline' && {
      content: z
        .array(any)
        .refine((children) => children.every(isInline), refusal('Here stands text, and no blocks.'))
        .optional(),
    }),
    ...(content === 'blocks' && {
      content: z
        .array(any)
        .refine((children) => !children.some(isInline), refusal('Here stand blocks; text belongs in a paragraph.'))
        .optional(),
    }),
  })
}

const LINKS: DocumentLinks = {
  visit: (value, note) => visitDocumentLinks(value as RichText, note), // as `schema` let it in
  addressed: (value, addressOf) => withAddresses(value as RichText, addressOf) as Json,
}

export const richTextType: BuiltInType<RichTextData> = {
  kind: 'richText',
  storage: 'json',
  options: {
    max: z.int().min(1),
    default: z.unknown(),
    nodes: z
      .record(
        z.string(),
        z.strictObject({
          label: text.optional(),
          fields: z.record(z.string(), z.unknown()).optional(),
          content: z.enum(['blocks', 'inline', 'none']).optional(),
          inline: z.boolean().optional(),
        }),
      )
      // A form has no place for fields with options of their own.
      .meta({ isInFile: true }),
    embeds: embedsOption.meta({ isInFile: true }),
  },
  links: LINKS,
  schema: ({ max = DEFAULT_MAX, nodes, embeds }, nested) =>
    z
      .union([
        z.string().max(max).transform(fromPlainText),
        z
          .unknown()
          .refine(isShallow, refusal('This nests deeper than {max} levels.', { max: MAX_DEPTH }))
          .pipe(treeSchema({ ...(nodes && { nodes }), ...(embeds && { embeds }) }, nested)),
      ])
      .refine(
        (value) => textLength(value as RichText) <= max,
        refusal('This is longer than {max} characters.', { max }),
      )
      .transform((value) => withAddresses(value as RichText, () => null)),
  output: treeSchema,
  operators: [],
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  part: 'page',
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
  searchText: (column, { nodes }) =>
    `(SELECT group_concat(value, ' ') FROM json_tree(${column}) WHERE key = 'text'${nodes ? OWN_WORDS : ''})`,
  typescript: ({ nodes }, nested) => {
    const own = Object.entries(nodes ?? {}).map(
      ([type, { fields }]) => `${type}: ${fields ? objectType(fields, nested) : '{}'}`,
    )
    return own.length === 0 ? 'RichText' : `RichText<{ ${own.join('; ')} }>`
  },
}

/**
 * Texts in the attributes of own nodes: not what built-in nodes and marks have, nor ids. It is the same for every set of
 * nodes, so that another node is no migration.
 */
const OWN_WORDS = ` OR (type = 'text' AND fullkey LIKE '%.attrs.%' AND key NOT IN (${[
  'align',
  'class',
  'collection',
  'href',
  'language',
  'mediaId',
  'provider',
  'rel',
  'src',
  'target',
  'textAlign',
  'type',
]
  .map((name) => `'${name}'`)
  .join(', ')}) AND value NOT GLOB '????????-????-????-????-????????????')`

function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false
    level = level.flatMap((item) => (item as { content?: unknown })?.content ?? [])
  }
  return true
}
