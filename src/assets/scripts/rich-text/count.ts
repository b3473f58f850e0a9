import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Translate } from '../behaviours/words.ts'

/** Words that an adult reads silently per minute: https://doi.org/10.1016/j.jml.2019.104047. */
const WORDS_A_MINUTE = 238
/** Milliseconds without typing after which words are counted. */
const PAUSE = 400

const segmenter = new Intl.Segmenter(document.documentElement.lang || 'en', { granularity: 'word' })
/** Number of words by block. Blocks are immutable, so unchanged ones are not counted again. */
const counted = new WeakMap<Node, number>()

/** Creates a line with the number of words and the reading time. */
export function createCount(editor: Editor, translate: Translate): HTMLElement {
  const line = document.createElement('p')
  line.className = 'text-sm text-muted-foreground'
  const show = (): void => {
    const words = wordsIn(editor.state.doc)
    const minutes = Math.max(1, Math.round(words / WORDS_A_MINUTE))
    const count = words.toLocaleString(document.documentElement.lang)
    line.textContent =
      words === 1 ? translate('1 word') : translate('{count} words · {minutes} min to read', { count, minutes })
    line.hidden = words === 0
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  editor.on('update', () => {
    clearTimeout(timer)
    timer = setTimeout(show, PAUSE)
  })
  editor.on('destroy', () => clearTimeout(timer))
  show()
  return line
}

function wordsIn(node: Node): number {
  const known = counted.get(node)
  if (known !== undefined) return known
  let words = 0
  if (node.isTextblock) {
    // A line break separates words.
    const text = node.textBetween(0, node.content.size, '\n', '\n')
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1
  } else {
    node.forEach((child) => {
      words += wordsIn(child)
    })
  }
  counted.set(node, words)
  return words
}
