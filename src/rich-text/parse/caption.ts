import type { RichTextNode } from '../document.ts'
import type { Lose } from './lost.ts'

/** Tracks figures, and adds the text of a `figcaption` to the picture above it. */
export interface Captions {
  /** Handles a start tag; returns whether it begins a caption or is in one. */
  readonly start: (tag: string, source: string) => boolean
  /** Handles an end tag; returns whether it ends a caption or is in one. */
  readonly end: (tag: string) => boolean
  /** Adds text to the open caption; `false` if none is open. */
  readonly text: (text: string) => boolean
  readonly picture: (node: RichTextNode) => void
  readonly finish: () => void
}

/** Maximum length of a caption in characters. */
const LONGEST = 10_000
/** Matches tags in a caption that can be removed without loss if their text is kept. */
const PLAIN = /^(?:div|p|span)$/
/** Matches tags that end a caption, even without its end tag. */
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
      // Only the beginning of a long caption is kept; the rest is reported.
      if (words.length <= 2 * LONGEST) words += text
      return true
    },
    picture(node) {
      if (isInFigure) picture = node
    },
    finish: close,
  }
}
