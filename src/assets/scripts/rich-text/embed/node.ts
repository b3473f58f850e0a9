import { type Editor, Node } from '@tiptap/core'
import type { Node as TreeNode } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import {
  type EmbedProvider,
  type Embeds,
  embedAt,
  labelOfProvider,
  pageOfEmbed,
  providerOf,
  providersOf,
} from '../../../../rich-text/index.ts'
import type { Translate } from '../../behaviours/words.ts'
import { createHead } from '../islands.ts'
import type { PromptRow } from '../prompt-row.ts'
import type { Tool } from '../tool.ts'

/** Options of the embeds of an editor. */
export interface EmbedOptions {
  /** Providers that the field declares. */
  readonly embeds: Embeds
  readonly row: PromptRow
  readonly translate: Translate
}

/**
 * Creates the node of an embedded page. In its place, the editor shows a card with the page's title and a link, so
 * that no requests are sent to other sites, and the pages' policy need not allow any.
 */
export function createEmbed(options: EmbedOptions): Node {
  const { embeds } = options
  return Node.create({
    name: 'embed',
    group: 'block',
    draggable: true,
    selectable: true,
    addAttributes: () => ({
      provider: attribute('provider'),
      id: attribute('id'),
      title: attribute('title'),
    }),
    parseHTML: () => [
      { tag: 'div[data-embed-id]', getAttrs: ({ dataset }) => isKnown(dataset, embeds) && null },
      { tag: 'iframe[src]', getAttrs: (frame) => embedAt(frame.getAttribute('src') ?? '', embeds) ?? false },
    ],
    renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
    addNodeView:
      () =>
      ({ node, editor, getPos }) =>
        cardOf(node, editor, getPos, options),
  })
}

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(`data-embed-${name}`),
  renderHTML: (attributes: Readonly<Record<string, unknown>>) =>
    attributes[name] === null ? {} : { [`data-embed-${name}`]: attributes[name] },
})

function isKnown({ embedProvider }: DOMStringMap, embeds: Embeds): boolean {
  return providersOf(embeds).some(({ name }) => name === embedProvider)
}

function cardOf(node: TreeNode, editor: Editor, getPos: () => number | undefined, options: EmbedOptions) {
  const { translate, embeds } = options
  const { id, title } = node.attrs
  const provider = providerOf(node.attrs, embeds)
  const label = provider ? labelOfProvider(provider) : String(node.attrs.provider)
  const dom = document.createElement('div')
  dom.className = 'rich-text-island'
  dom.setAttribute('role', 'group')
  dom.setAttribute('aria-label', label)
  const edit = (): void => {
    const at = getPos()
    if (at !== undefined) askForEmbed(editor, options, at)
  }
  dom.append(createHead({ label, title: String(title ?? ''), edit }, editor, getPos, translate))
  if (provider) dom.append(linkTo(provider, String(id)))
  return {
    dom,
    stopEvent: (event: Event) => event.target instanceof Element && event.target.closest('button, a') !== null,
    ignoreMutation: () => true,
  }
}

function linkTo(provider: EmbedProvider, id: string): HTMLElement {
  const link = document.createElement('a')
  link.className = 'block truncate text-sm'
  link.href = pageOfEmbed(provider, id)
  link.textContent = link.href
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.contentEditable = 'false'
  return link
}

/** Returns the menu item that asks for an address; none if the field allows no embeds. */
export function embedTools(options: EmbedOptions): readonly Tool[] {
  if (options.embeds.length === 0) return []
  return [{ label: 'Embed', icon: 'film', run: (editor) => askForEmbed(editor, options, null) }]
}

/** Asks for the address and the title of a new embed, or of the one at a position. */
function askForEmbed(editor: Editor, { row, translate, embeds }: EmbedOptions, at: number | null): void {
  const { provider: name, id = '', title } = (at === null ? null : editor.state.doc.nodeAt(at)?.attrs) ?? {}
  const provider = providerOf({ provider: name }, embeds)
  const sites = new Intl.ListFormat(document.documentElement.lang || 'en', { type: 'disjunction' }).format(
    providersOf(embeds).map(labelOfProvider),
  )
  row.ask({
    fields: [
      { label: translate('Address of a page on {sites}', { sites }), value: provider ? pageOfEmbed(provider, id) : '' },
      { label: translate('Title, for people who cannot see it'), value: String(title ?? '') },
    ],
    check: ([address = '']) =>
      embedAt(withScheme(address), embeds)
        ? null
        : translate('This is not the address of a page on {sites}.', { sites }),
    submit: ([address = '', words = '']) => {
      const attrs = { ...embedAt(withScheme(address), embeds), title: words === '' ? null : words.slice(0, 200) }
      if (at === null) editor.chain().focus().insertContent({ type: 'embed', attrs }).run()
      else editor.view.dispatch(editor.state.tr.setNodeMarkup(at, undefined, attrs))
    },
  })
}

/** Adds `https://` to an address that was copied without it. */
function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
}

/** Asks for a new address and title of the selected embed. Returns `false` if no embed is selected. */
export function editSelectedEmbed(editor: Editor, options: EmbedOptions): boolean {
  const { selection } = editor.state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'embed') return false
  askForEmbed(editor, options, selection.from)
  return true
}
