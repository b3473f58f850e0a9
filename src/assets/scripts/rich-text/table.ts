import { type Editor, Extension, Node } from '@tiptap/core'
import type { NodeSpec } from '@tiptap/pm/model'
import { type EditorState, TextSelection } from '@tiptap/pm/state'
import {
  addRowAfter,
  CellSelection,
  deleteRow,
  deleteTable,
  findTable,
  goToNextCell,
  isInTable,
  tableEditing,
} from '@tiptap/pm/tables'

declare module '@tiptap/core' {
  interface NodeConfig {
    /** Role of a node in a table, which `prosemirror-tables` requires. */
    tableRole?: NodeSpec['tableRole']
  }
}

const spanOf = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  // Rich text does not allow larger spans.
  parseHTML: (cell: HTMLElement) => Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? '', 10) || 1, 1), 100),
})

const cellAttributes = () => ({
  colspan: spanOf('colspan'),
  rowspan: spanOf('rowspan'),
  align: {
    default: null,
    parseHTML: (cell: HTMLElement) =>
      /^(?:left|center|right|justify)$/.exec(cell.style.textAlign || (cell.getAttribute('align') ?? ''))?.[0] ?? null,
  },
})

const createCell = (name: string, tableRole: string, tag: string) =>
  Node.create({
    name,
    tableRole,
    content: 'block+',
    isolating: true,
    addAttributes: cellAttributes,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const Table = Node.create({
  name: 'table',
  tableRole: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) => nextCell(editor),
    'Shift-Tab': ({ editor }) => isInTable(editor.state) && (run(editor, goToNextCell(-1)) || true),
    Enter: ({ editor }) => isAtEnd(editor.state) && leave(editor, true),
    'Mod-Enter': ({ editor }) => isInTable(editor.state) && leave(editor, false),
    Backspace: ({ editor }) => isWholeTable(editor.state) && run(editor, deleteTable),
    Delete: ({ editor }) => isWholeTable(editor.state) && run(editor, deleteTable),
  }),
})

const TableRow = Node.create({
  name: 'tableRow',
  tableRole: 'row',
  content: '(tableHeader | tableCell)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

/** Passes the table roles on to ProseMirror. */
const TableRoles = Extension.create({
  name: 'tableRoles',
  extendNodeSchema: ({ config }) => (config.tableRole ? { tableRole: config.tableRole } : {}),
})

/** Extensions for tables, with the node types of rich text. */
export const TABLE_EXTENSIONS = [
  TableRoles,
  Table,
  TableRow,
  createCell('tableHeader', 'header_cell', 'th'),
  createCell('tableCell', 'cell', 'td'),
]

type Command = (state: EditorState, dispatch?: (tr: EditorState['tr']) => void) => boolean

/** Runs a command of ProseMirror; returns whether it was applicable. */
export function run(editor: Editor, command: Command): boolean {
  return command(editor.state, (tr) => editor.view.dispatch(tr.scrollIntoView()))
}

/** Inserts a table of three columns with a header row, and puts the cursor into the first cell. */
export function insertTable(editor: Editor): void {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
  })
  const content = [row('tableHeader'), row('tableCell'), row('tableCell')]
  const from = editor.state.selection.from
  editor.chain().focus().insertContent({ type: 'table', content }).run()
  let at = -1
  editor.state.doc.descendants((node, pos) => {
    if (at === -1 && node.type.name === 'table' && pos + node.nodeSize > from) at = pos
    return at === -1
  })
  // Into the paragraph: past the start of the table, its row, and the cell.
  if (at !== -1) editor.commands.setTextSelection(at + 4)
}

function nextCell(editor: Editor): boolean {
  if (!isInTable(editor.state)) return false
  if (run(editor, goToNextCell(1))) return true
  run(editor, addRowAfter)
  return run(editor, goToNextCell(1))
}

/** Tells whether the cursor is in an empty paragraph at the end of a table's last cell. */
function isAtEnd({ selection }: EditorState): boolean {
  const { $from, empty } = selection
  const table = findTable($from)
  if (!empty || !table || $from.parent.content.size > 0 || $from.parent.type.name !== 'paragraph') return false
  const cell = table.depth + 2
  const isLast = (depth: number) => $from.index(depth) === $from.node(depth).childCount - 1
  return $from.depth === cell + 1 && isLast(table.depth) && isLast(table.depth + 1) && isLast(cell)
}

/**
 * Continues in a paragraph below the table. With `isTidying`, removes an empty last row or paragraph, as in a list.
 * Returns `false` outside a table.
 */
function leave(editor: Editor, isTidying: boolean): boolean {
  const { $from } = editor.state.selection
  const table = findTable($from)
  if (!table) return false
  const cell = $from.node(table.depth + 2)
  const row = $from.node(table.depth + 1)
  const isEmptyRow = row.textContent === '' && row.children.every(({ childCount }) => childCount === 1)
  if (isTidying && isEmptyRow && table.node.childCount > 1) run(editor, deleteRow)
  else if (isTidying && cell.childCount > 1) {
    editor.view.dispatch(editor.state.tr.delete($from.before(), $from.after()))
  }
  const { tr, doc, schema } = editor.state
  const end = table.pos + (doc.nodeAt(table.pos)?.nodeSize ?? 0)
  if (doc.nodeAt(end)?.type.name !== 'paragraph') tr.insert(end, schema.node('paragraph'))
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  return true
}

function isWholeTable({ selection }: EditorState): boolean {
  return selection instanceof CellSelection && selection.isColSelection() && selection.isRowSelection()
}
