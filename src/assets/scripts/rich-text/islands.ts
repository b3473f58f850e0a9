import { type Editor, Node } from '@tiptap/core'
import type { Node as TreeNode } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import type { Translate } from '../behaviours/words.ts'
import { createIcon } from './icon.ts'
import { askAboutNode, type NodeForms, type NodeValues } from './node-dialog.ts'
import type { OwnNode } from './own-node.ts'

const HELD = { blocks: 'block*', inline: 'inline*', none: '' } as const

/**
 * Creates a custom node in the editor: a box with its label, its title, and buttons that edit, move and remove it; or a
 * chip, if the node is inline. Its content is edited in place.
 */
export function createIsland(custom: OwnNode, translate: Translate, forms: NodeForms | null): Node {
  return Node.create({
    name: custom.type,
    group: custom.inline ? 'inline' : 'block',
    inline: custom.inline,
    content: HELD[custom.content],
    draggable: true,
    selectable: true,
    isolating: true,
    defining: true,
    addAttributes: () => ({
      values: {
        default: {},
        parseHTML: (element) => valuesIn(element),
        renderHTML: ({ values }) => ({ 'data-values': JSON.stringify(values) }),
      },
    }),
    parseHTML: () => [{ tag: `[data-own-node="${custom.type}"]` }],
    renderHTML: ({ HTMLAttributes }) => {
      const tag = custom.inline ? 'span' : 'div'
      const attributes = { ...HTMLAttributes, 'data-own-node': custom.type }
      return custom.content === 'none' ? [tag, attributes] : [tag, attributes, 0]
    },
    addNodeView:
      () =>
      ({ node, editor, getPos }) =>
        custom.inline ? inlineView(custom, node) : blockView(custom, node, editor, getPos, translate, forms),
  })
}

/** Returns the attributes of a node that was copied in an editor. */
function valuesIn(element: HTMLElement): unknown {
  try {
    return JSON.parse(element.dataset.values ?? '{}')
  } catch {
    return {}
  }
}

function titleOf({ shows }: OwnNode, { attrs }: TreeNode): string {
  const value: unknown = shows === null ? undefined : attrs.values?.[shows]
  return typeof value === 'string' ? value : ''
}

/** Asks for the attributes of the node at a position. */
export function editNode(editor: Editor, custom: OwnNode, at: number, forms: NodeForms): void {
  const node = editor.state.doc.nodeAt(at)
  if (node?.type.name !== custom.type) return
  const take = (values: NodeValues): void => {
    // The position is still valid, because the dialog covers the page.
    editor.view.dispatch(editor.state.tr.setNodeMarkup(at, undefined, { values }))
  }
  void askAboutNode(forms, custom.type, node.attrs.values ?? {}, take, () => editor.commands.focus())
}

/** Asks for the attributes of the selected custom node. Returns `false` if no editable node is selected. */
export function editSelectedNode(editor: Editor, nodes: readonly OwnNode[], forms: NodeForms | null): boolean {
  const { selection } = editor.state
  if (!(selection instanceof NodeSelection) || !forms) return false
  const custom = nodes.find(({ type, isEditable }) => isEditable && type === selection.node.type.name)
  if (custom) editNode(editor, custom, selection.from, forms)
  return custom !== undefined
}

function inlineView(custom: OwnNode, node: TreeNode) {
  const dom = document.createElement('span')
  dom.className = 'rich-text-chip'
  dom.dataset.ownNode = custom.type
  dom.contentEditable = 'false'
  dom.textContent = [custom.label, titleOf(custom, node)].filter((part) => part !== '').join(': ')
  return { dom }
}

function blockView(
  custom: OwnNode,
  node: TreeNode,
  editor: Editor,
  getPos: () => number | undefined,
  translate: Translate,
  forms: NodeForms | null,
) {
  const dom = document.createElement('div')
  dom.className = 'rich-text-island'
  dom.dataset.ownNode = custom.type
  dom.setAttribute('role', 'group')
  dom.setAttribute('aria-label', custom.label)
  const edit = (): void => {
    const at = getPos()
    if (at !== undefined && forms) editNode(editor, custom, at, forms)
  }
  const about = { label: custom.label, title: titleOf(custom, node), ...(forms && custom.isEditable && { edit }) }
  const head = createHead(about, editor, getPos, translate)
  dom.append(head)
  const contentDOM = custom.content === 'none' ? null : document.createElement('div')
  if (contentDOM) dom.append(contentDOM)
  return {
    dom,
    ...(contentDOM && { contentDOM }),
    // Clicks and keys on the buttons are not for the editor.
    stopEvent: (event: Event) => event.target instanceof Element && event.target.closest('button') !== null,
    ignoreMutation: ({ target }: { readonly target: globalThis.Node }) => head.contains(target),
  }
}

/** Creates the header of a box: its name, and buttons that edit, move and remove it. */
export function createHead(
  { label, title: words, edit }: { readonly label: string; readonly title: string; readonly edit?: () => void },
  editor: Editor,
  getPos: () => number | undefined,
  translate: Translate,
): HTMLElement {
  const head = document.createElement('div')
  head.className = 'flex items-center gap-2'
  head.contentEditable = 'false'
  head.dataset.dragHandle = ''
  const title = document.createElement('span')
  title.className = 'grow truncate text-sm text-muted-foreground'
  const strong = document.createElement('strong')
  strong.textContent = label
  title.append(strong, ` ${words}`)
  head.append(
    title,
    ...(edit ? [button('pencil', translate('Edit {title}', { title: label }), edit)] : []),
    button('arrow-up', translate('Move {title} up', { title: label }), () => move(editor, getPos, -1)),
    button('arrow-down', translate('Move {title} down', { title: label }), () => move(editor, getPos, 1)),
    button('trash-2', translate('Remove {title}', { title: label }), () => remove(editor, getPos)),
  )
  return head
}

function button(icon: string, label: string, run: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'btn'
  made.dataset.variant = 'ghost'
  made.dataset.size = 'icon-sm'
  made.title = label
  made.setAttribute('aria-label', label)
  made.append(createIcon(icon))
  made.addEventListener('click', run)
  return made
}

/** Swaps a block with the one before or after it; the button keeps the focus. */
function move(editor: Editor, getPos: () => number | undefined, by: 1 | -1): void {
  const from = getPos()
  if (from === undefined) return
  const { tr, doc } = editor.state
  const at = doc.resolve(from)
  const node = at.nodeAfter
  const other = at.parent.maybeChild(at.index() + by)
  if (!node || !other) return
  const to = by === 1 ? from + other.nodeSize : from - other.nodeSize
  tr.delete(from, from + node.nodeSize).insert(to, node)
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView())
  const label = document.activeElement?.getAttribute('aria-label')
  const moved = editor.view.nodeDOM(to)
  if (!(moved instanceof HTMLElement)) return
  const labelled = [...moved.querySelectorAll('button')]
  const target =
    labelled.find((candidate) => candidate.getAttribute('aria-label') === label) ?? labelled.at(by === 1 ? -2 : -3)
  target?.focus()
}

function remove(editor: Editor, getPos: () => number | undefined): void {
  const from = getPos()
  const node = from === undefined ? null : editor.state.doc.nodeAt(from)
  if (from === undefined || !node) return
  editor
    .chain()
    .deleteRange({ from, to: from + node.nodeSize })
    .focus()
    .run()
}
