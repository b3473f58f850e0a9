import { ts } from 'ts-morph'
import { isFunctionWithBody, kindOf } from '../mutants.ts'

/** File whose functions are instrumented, and the positions of the functions by id. */
export interface Marked {
  readonly text: string
  readonly functions: readonly { readonly id: number; readonly start: number }[]
}

/** Instruments a file: each function records its id when it runs. */
export function mark(file: string, text: string, firstId: number): Marked {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kindOf(file))
  const functions: { readonly id: number; readonly start: number }[] = []
  const edits: { readonly at: number; readonly text: string }[] = []
  const visit = (node: ts.Node) => {
    if (isFunctionWithBody(node)) {
      const id = firstId + functions.length
      functions.push({ id, start: node.getStart() })
      const note = `(globalThis.reached ??= new Set()).add(${id})`
      if (ts.isBlock(node.body)) edits.push({ at: node.body.getStart() + 1, text: ` ${note}; ` })
      else edits.push({ at: node.body.getStart(), text: `(${note}, ` }, { at: node.body.getEnd(), text: ')' })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  // Applies the edits from the last position to the first, so that positions stay valid; edits at one position, in the
  // reverse of the order in which they were found.
  const inOrder = edits.map((edit, index) => ({ ...edit, index })).sort((a, b) => b.at - a.at || b.index - a.index)
  return {
    text: inOrder.reduce((all, edit) => all.slice(0, edit.at) + edit.text + all.slice(edit.at), text),
    functions,
  }
}
