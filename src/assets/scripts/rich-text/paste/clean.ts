import { styleAsElements } from './styles.ts'
import { wordLists } from './word-lists.ts'

/**
 * HTML from the clipboard of another program, in elements that the editor reads.
 * @param take takes the pictures out that have no address of the web
 */
export function cleanPasted(html: string, take: (body: HTMLElement) => void): string {
  const { body } = new DOMParser().parseFromString(withoutConditions(html), 'text/html')
  take(body)
  // ProseMirror's own clipboard says in attributes what it is.
  if (body.querySelector('[data-pm-slice]')) return body.innerHTML
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml')) element.remove()
  wordLists(body)
  styleAsElements(body)
  for (const element of [...body.querySelectorAll('*')]) {
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes)
  }
  // Pictures stand between paragraphs: one around them would be left empty.
  for (const around of body.querySelectorAll('p:has(img)')) {
    if (around.textContent?.trim() === '') around.replaceWith(...around.querySelectorAll('img'))
  }
  for (const line of body.querySelectorAll('br.Apple-interchange-newline')) line.remove()
  return body.innerHTML
}

/** Word hides pieces from browsers, or shows them to some: `<!--[if …]>…<![endif]-->`, `<![if …]>`. */
function withoutConditions(html: string): string {
  return html.replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, '').replace(/<!\[(?:if[^\]>]*|endif)\]>/gi, '')
}
