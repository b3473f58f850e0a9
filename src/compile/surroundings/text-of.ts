import type { Finding } from './finding.ts'
import { decode } from './read/parse.ts'
import type { TreeFile } from './tree.ts'

/** Text of a file, or the reason why there is none. */
export type Text = string | { readonly problem: string }

/** Returns the text of a file; empty if it does not exist. */
export function textOf(file: TreeFile | undefined): Text {
  if (file === undefined) return ''
  const bytes = file.read()
  if (bytes === null)
    return { problem: file.target === undefined ? 'it cannot be read' : `it is a link to ${file.target}` }
  return decode(bytes) ?? { problem: 'it is not text in UTF-8' }
}

/** Reports a changed file that cannot be compared. */
export function unreadable(reason: string): Finding {
  return { class: 'opens', kind: 'file-unreadable', key: '', message: `has changed, but cannot be compared: ${reason}` }
}
