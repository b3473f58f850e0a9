import type { Editor } from '@tiptap/core'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  splitCell,
  toggleHeader,
} from '@tiptap/pm/tables'
import { run } from './table.ts'
import type { Tool } from './tool.ts'

type Command = Parameters<typeof run>[1]

/** Makes a tool that runs the first applicable command. */
const tool = (label: string, ...commands: readonly Command[]): Tool => ({
  label,
  run: (editor: Editor) => {
    commands.some((command) => run(editor, command))
    editor.commands.focus()
  },
  canRun: ({ state }: Editor) => isInTable(state) && commands.some((command) => command(state)),
})

/** Tools for the table at the cursor. */
export const TABLE_TOOLS: readonly Tool[] = [
  tool('Row above', addRowBefore),
  tool('Row below', addRowAfter),
  tool('Delete row', deleteRow, deleteTable),
  tool('Column before', addColumnBefore),
  tool('Column after', addColumnAfter),
  tool('Delete column', deleteColumn, deleteTable),
  tool('Header row', toggleHeader('row')),
  tool('Merge cells', mergeCells),
  tool('Split cell', splitCell),
  tool('Delete table', deleteTable),
]
