import * as z from 'zod'
import { type Text, text } from '../../ground/text.ts'
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

/** A custom node of a rich text field: stored as `{ type, attrs: { …its fields }, content }`. */
export interface RichTextNodeKind<Inner extends Fields = Fields> {
  /** Name in the editor. Default: the type, as words. */
  readonly label?: Text
  /**
   * Attributes of the node. They are part of the rich text's JSON value; the database does not check references inside
   * them.
   */
  readonly fields?: Inner
  /** Content of the node: `blocks` as in a quotation, a line of `inline` text, or `none`. Default `none`. */
  readonly content?: 'blocks' | 'inline' | 'none'
  /** Allows the node within a line of text, like a mention, instead of between paragraphs. Default `false`. */
  readonly inline?: boolean
}

export type RichTextNodeKinds = { readonly [type: string]: RichTextNodeKind }

/** Attributes of the custom nodes, by type. */
type AttributesOf<Kinds extends RichTextNodeKinds> = {
  [Type in keyof Kinds]: Kinds[Type] extends { readonly fields: infer Inner extends Fields }
    ? DocumentOf<Inner>
    : Record<never, never>
}

export interface RichTextOptions<Kinds extends RichTextNodeKinds = RichTextNodeKinds>
  extends FieldOptions<RichText | string> {
  /** Maximum number of characters, without formatting. Default 500,000. */
  readonly max?: number
  /**
   * Custom nodes by type: `{ callout: { fields: { tone: field.select({ options: ['note', 'warning'] }) }, content:
   * 'blocks' } }`.
   */
  readonly nodes?: Kinds
  /**
   * Sites whose pages can be embedded: `['youtube', 'vimeo']`, or a custom site such as `{ name, match:
   * 'https://video.example.com/watch/{id}', frame: 'https://video.example.com/embed/{id}' }`. Default: none.
   */
  readonly embeds?: Embeds
}

/**
 * Declares a rich text field. It accepts the tree, or plain text whose paragraphs are separated by empty lines, and
 * returns the tree.
 */
export function richText<const Kinds extends RichTextNodeKinds = Record<never, never>, const R extends boolean = false>(
  options: RichTextOptions<Kinds> & Requirement<R> = {},
) {
  return declareField<'richText', RichText<AttributesOf<Kinds>>, R>('richText', options, richText)
}

/** The options of a rich text in the manifest. */
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
/** Maximum depth of a tree. Documents made with TipTap stay below 20 levels. */
const MAX_DEPTH = 60

/** Types of node that every rich text allows. */
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

/** Messages for invalid attributes, by the kind of the attribute. */
const REFUSALS: Readonly<Record<AttributeKind, Refusal>> = {
  text: refusal('This must be text.'),
  flag: refusal('This must be true or false.'),
  level: refusal('A heading needs a level from 1 to 6.'),
  alignment: refusal('Text can be aligned left, center, right or justify.'),
  number: refusal('This must be a whole number.'),
  numbering: refusal('A list can be numbered with 1, a, A, i or I.'),
  span: refusal('A cell can span 1 to {max} columns or rows.', { max: MAX_SPAN }),
  pixels: refusal('This must be a number of pixels from 0 to 99999.'),
  word: refusal('This must be one word without quotes or angle brackets.'),
  words: refusal('This must be words without quotes or angle brackets.'),
  frame: refusal('This must be a keyword such as _blank, or the name of a frame.'),
  collection: refusal('This must be the name of a collection.'),
  document: refusal('This must be the id of a document.'),
}

const UNKNOWN = refusal('Rich text does not allow this attribute.')

/** Reports attributes that are not allowed. Attributes are rendered as HTML attributes, some of which can run code. */
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

/**
 * Tells whether a link has a target: an address, or a document. The address of a link to a document was added by
 * `populate`, and is not stored.
 */
function leadsSomewhere(link: RichTextMark): boolean {
  const { collection, documentId, href } = link.attrs ?? {}
  if ((collection ?? documentId ?? null) === null) return isSafeAddress(href)
  return documentLinkOf(link) !== null
}

const marks = z.array(mark).max(10).optional()

/** Returns the schema of a built-in node; `node` is the schema of its children. */
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

/** Returns the schema of the tree, including the custom nodes of the field. */
function treeSchema({ nodes = {}, embeds = [] }: RichTextData, nested: Nested): z.ZodType {
  const entries = Object.entries(nodes)
  if (entries.length === 0 && embeds.length === 0) return tree
  const inlineTypes = [...INLINE, ...entries.filter(([, { inline }]) => inline).map(([type]) => type)]
  const any: z.ZodType<RichTextNode> = z.lazy(
    () =>
      z.discriminatedUnion('type', [
        builtInNode(any),
        ...(embeds.length > 0 ? [embedNode(embeds)] : []),
        ...entries.map(([type, kind]) => ownNode(type, kind, any, nested, inlineTypes)),
      ]) as unknown as z.ZodType<RichTextNode>, // only the validators of nested fields know the types of attributes
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
        .refine((children) => children.every(isInline), refusal('Only text is allowed here, not blocks.'))
        .optional(),
    }),
    ...(content === 'blocks' && {
      content: z
        .array(any)
        .refine(
          (children) => !children.some(isInline),
          refusal('Only blocks are allowed here. Put text into a paragraph.'),
        )
        .optional(),
    }),
  })
}

const LINKS: DocumentLinks = {
  visit: (value, note) => visitDocumentLinks(value as RichText, note), // `schema` has validated it
  addressed: (value, addressOf) => withAddresses(value as RichText, addressOf) as Json,
}

export const richTextType: BuiltInType<RichTextData> = {
  kind: 'richText',
  storage: 'json',
  options: {
    max: z.int().min(1).meta({ unset: DEFAULT_MAX }),
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
      // Options with this mark can only be edited in the project's files: forms cannot edit fields inside an option.
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
          .refine(isShallow, refusal('This is nested deeper than {max} levels.', { max: MAX_DEPTH }))
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
    const types = Object.entries(nodes ?? {}).map(
      ([type, { fields }]) => `${type}: ${fields ? objectType(fields, nested) : '{}'}`,
    )
    return types.length === 0 ? 'RichText' : `RichText<{ ${types.join('; ')} }>`
  },
}

/**
 * SQL condition that selects text in attributes of custom nodes: everything except ids, and attributes of built-in
 * nodes and marks. It is the same for every set of nodes, so that adding a node needs no migration.
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
