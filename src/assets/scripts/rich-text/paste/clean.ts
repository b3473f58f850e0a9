import { styleAsElements } from './styles.ts'
import { wordLists } from './word-lists.ts'

/**
 * Converts HTML from another program's clipboard to elements that the editor understands.
 * @param take removes pictures without a web address
 */
export function cleanPasted(html: string, take: (body: HTMLElement) => void): string {
  const { body } = new DOMParser().parseFromString(withoutConditions(html), 'text/html')
  take(body)
  // ProseMirror's own clipboard is described by attributes.
  if (body.querySelector('[data-pm-slice]')) return body.innerHTML
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml')) element.remove()
  wordLists(body)
  styleAsElements(body)
  for (const element of [...body.querySelectorAll('*')]) {
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes)
  }
  // Pictures are blocks of their own, so a paragraph around one would be left empty.
  for (const around of body.querySelectorAll('p:has(img)')) {
    if (around.textContent?.trim() === '') around.replaceWith(...around.querySelectorAll('img'))
  }
  for (const line of body.querySelectorAll('br.Apple-interchange-newline')) line.remove()
  return body.innerHTML
}

/** Removes Word's conditional comments: `<!--[if …]>…<![endif]-->`, `<![if …]>`. */
function withoutConditions(html: string): string {
  return html.replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, '').replace(/<!\[(?:if[^\]>]*|endif)\]>/gi, '')
}
