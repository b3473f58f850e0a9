import type { RichText, RichTextMark, RichTextNode } from 'lintel'
import { lexer, type Token, type Tokens } from 'marked'

type Attributes = NonNullable<RichTextNode['attrs']>

/** Markdown as the tree of a rich text field. HTML in it becomes plain text; addresses that a browser would run are dropped. */
export function richTextFrom(markdown: string): RichText {
  return { type: 'doc', content: lexer(markdown).flatMap(block) }
}

function block(token: Token): RichTextNode[] {
  switch (token.type) {
    case 'heading':
      return [node('heading', inline(token.tokens), { level: (token as Tokens.Heading).depth })]
    case 'paragraph':
    case 'text':
      return [node('paragraph', token.tokens ? inline(token.tokens) : plain(token.raw))]
    case 'code':
      return [node('codeBlock', plain(token.text), { language: (token as Tokens.Code).lang ?? null })]
    case 'blockquote':
      return [node('blockquote', (token.tokens ?? []).flatMap(block))]
    case 'list':
      return [list(token as Tokens.List)]
    case 'table':
      return [table(token as Tokens.Table)]
    case 'hr':
      return [{ type: 'horizontalRule' }]
    case 'html':
      return paragraphs(withoutTags(token.raw))
    default:
      return []
  }
}

function list(token: Tokens.List): RichTextNode {
  const items = token.items.map((item) => node('listItem', item.tokens.flatMap(block)))
  return node(token.ordered ? 'orderedList' : 'bulletList', items)
}

function table(token: Tokens.Table): RichTextNode {
  const row = (cells: Tokens.TableCell[], kind: string) =>
    node(
      'tableRow',
      cells.map((cell) => node(kind, [node('paragraph', inline(cell.tokens))])),
    )
  return node('table', [row(token.header, 'tableHeader'), ...token.rows.map((cells) => row(cells, 'tableCell'))])
}

function inline(tokens: Token[] | undefined, marks: RichTextMark[] = []): RichTextNode[] {
  return (tokens ?? []).flatMap((token): RichTextNode[] => {
    switch (token.type) {
      case 'strong':
        return inline(token.tokens, [...marks, { type: 'bold' }])
      case 'em':
        return inline(token.tokens, [...marks, { type: 'italic' }])
      case 'del':
        return inline(token.tokens, [...marks, { type: 'strike' }])
      case 'codespan':
        return plain(token.text, [...marks, { type: 'code' }])
      case 'link': {
        const href = address(token.href)
        return inline(token.tokens, href ? [...marks, { type: 'link', attrs: { href } }] : marks)
      }
      case 'image': {
        const src = address(token.href)
        return src && /^(https?:|\/)/i.test(src)
          ? [{ type: 'image', attrs: { src, alt: token.text ?? '' } }]
          : plain(token.text, marks)
      }
      case 'br':
        return [{ type: 'hardBreak' }]
      case 'html':
        return plain(withoutTags(token.raw), marks)
      default:
        return token.type === 'text' && 'tokens' in token && token.tokens
          ? inline(token.tokens, marks)
          : plain('text' in token ? token.text : token.raw, marks)
    }
  })
}

function node(type: string, content: RichTextNode[], attrs?: Attributes): RichTextNode {
  return { type, ...(attrs ? { attrs } : {}), ...(content.length > 0 ? { content } : {}) }
}

function plain(text: string, marks: RichTextMark[] = []): RichTextNode[] {
  return text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 ? { marks } : {}) }]
}

function paragraphs(text: string): RichTextNode[] {
  return text.trim() === '' ? [] : [node('paragraph', plain(text.trim()))]
}

function withoutTags(html: string): string {
  return html.replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>/g, '')
}

/** An address as rich text takes it: a relative one is marked as such, one that could run script is none. */
function address(href: string): string | null {
  if (/^(https?:|mailto:|tel:|\/|#|\.{1,2}\/)/i.test(href)) return href
  return href === '' || /^[a-z][a-z0-9+.-]*:/i.test(href) ? null : `./${href}`
}
