import type { MarkdownIt, StateBlock } from 'markdown-it'
import type { Lose } from './lost.ts'

/** Maximum depth of nested containers. The parser itself drops everything below 100 levels. */
const MAX_LEVEL = 80

/** Makes a parser treat Markdown that is nested too deeply as plain text. */
export function withoutTooDeep(parser: MarkdownIt, lose: Lose): void {
  parser.block.ruler.before('table', 'too-deep', (state, start, end, isSilent) => {
    if (state.level < MAX_LEVEL) return false
    if (isSilent) return true
    const text = state.getLines(start, end, state.blkIndent, false).trim()
    lose('nesting', text)
    pushParagraph(state, text, start, end)
    return true
  })
}

/** Makes a parser treat `[^1]: text` as plain text. Otherwise it would define a link with the label `^1`. */
export function withoutFootnotes(parser: MarkdownIt, lose: Lose): void {
  parser.block.ruler.before('reference', 'footnote', (state, start, end, isSilent) => {
    const from = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0)
    const [opening] = /^\[\^[^\]\s]{1,100}\]:/.exec(state.src.slice(from, from + 110)) ?? []
    if (opening === undefined || isSilent) return false
    let next = start + 1
    while (next < end && !state.isEmpty(next) && !isFootnote(state, next)) next += 1
    const text = state.getLines(start, next, state.blkIndent, false).trim()
    lose('footnote', text)
    pushParagraph(state, text, start, next)
    return true
  })
}

function isFootnote(state: StateBlock, line: number): boolean {
  return state.src.startsWith('[^', (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0))
}

function pushParagraph(state: StateBlock, text: string, start: number, end: number): void {
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = text
  inline.map = [start, end]
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  state.line = end
}
