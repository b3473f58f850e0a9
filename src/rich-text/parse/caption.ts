import type { RichTextNode } from '../document.ts'
import type { Lose } from './lost.ts'

/** Follows figures, and gives the words of a `figcaption` to the picture above it. */
export interface Captions {
  /** Tells whether a start tag belongs to a figure or its caption, and is nothing else. */
  readonly start: (tag: string, source: string) => boolean
  /** Tells whether an end tag does. */
  readonly end: (tag: string) => boolean
  /** Takes text of a caption; `false` where none is open. */
  readonly text: (text: string) => boolean
  readonly picture: (node: RichTextNode) => void
  readonly finish: () => void
}

/** Longest caption. */
const LONGEST = 10_000
/** Tags in a caption of which nothing is missed when their text stays. */
const PLAIN = /^(?:div|p|span)$/
/** Tags with which a caption is over, whether or not it was ended. */
const BLOCK =
  /^(?:article|aside|blockquote|d[ltd]|figure|figcaption|footer|h[1-6]|header|hr|iframe|img|li|main|ol|pre|section|table|t[drh]|ul|video)$/

export function createCaptions(lose: Lose): Captions {
  let isInFigure = false
  let picture: RichTextNode | null = null
  let words: string | null = null
  const close = (): void => {
    const caption = (words ?? '').replace(/[ \t\n\r\f]+/g, ' ').replace(/^ | $/g, '')
    if (caption.length > LONGEST) lose('end of a caption', caption.slice(LONGEST))
    if (picture && caption !== '') picture.attrs = { ...picture.attrs, caption: caption.slice(0, LONGEST) }
    if (words !== null) picture = null
    words = null
  }
  return {
    start(tag, source) {
      if (words !== null && BLOCK.test(tag)) close()
      if (words !== null) {
        if (tag === 'br' || PLAIN.test(tag)) words += ' '
        else lose(`<${tag}> in a caption`, source)
        return true
      }
      if (tag === 'figure') {
        isInFigure = true
        picture = null
      }
      if (tag !== 'figcaption' || !isInFigure || !picture) return false
      words = ''
      return true
    },
    end(tag) {
      const isCaption = words !== null
      if (isCaption && (tag === 'figcaption' || BLOCK.test(tag))) close()
      if (tag === 'figure') {
        isInFigure = false
        picture = null
      }
      return isCaption && tag !== 'figure' && (tag === 'figcaption' || words !== null)
    },
    text(text) {
      if (words === null) return false
      // What is longer is named, and not gathered without end.
      if (words.length <= 2 * LONGEST) words += text
      return true
    },
    picture(node) {
      if (isInFigure) picture = node
    },
    finish: close,
  }
}
