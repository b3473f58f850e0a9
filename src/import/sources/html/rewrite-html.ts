import { escapeHtml } from 'lintel/importing'
import { type Token, Tokenizer } from 'parse5'

/** Rules that return the HTML with which a piece is replaced; `null` leaves the piece unchanged. */
export interface HtmlRules {
  readonly tag: (name: string, attributes: ReadonlyMap<string, string>) => string | null
  readonly comment: (text: string) => string | null
}

/** Replaces some start tags and comments in HTML; everything else stays unchanged. */
export function rewriteHtml(html: string, rules: HtmlRules): string {
  let written = ''
  let done = 0
  const replace = ({ location }: Token.Token, by: string | null) => {
    if (by === null || !location) return
    written += html.slice(done, location.startOffset) + by
    done = location.endOffset
  }
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const attributes = new Map(token.attrs.map(({ name, value }) => [name, value]))
        replace(token, rules.tag(token.tagName, attributes))
      },
      onComment: (token) => replace(token, rules.comment(token.data)),
      onEndTag: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  )
  tokenizer.write(html, true)
  return written + html.slice(done)
}

/** Returns a start tag, with the values of attributes escaped. */
export function openTag(name: string, attributes: Iterable<readonly [string, string]>): string {
  return `<${[name, ...[...attributes].map(([key, value]) => `${key}="${escapeHtml(value)}"`)].join(' ')}>`
}

/** Returns the text of HTML, without tags, with its white space collapsed. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html.trim()
  let text = ''
  const take = ({ chars }: Token.CharacterToken) => {
    text += chars
  }
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: ignore,
      onComment: ignore,
      onEndTag: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: take,
      onNullCharacter: ignore,
      onWhitespaceCharacter: take,
    },
  )
  tokenizer.write(html, true)
  return text.replace(/\s+/g, ' ').trim()
}
