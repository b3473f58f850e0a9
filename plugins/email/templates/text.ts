import type { Content, Sender } from './content.ts'

/** A message as plain text: everything that the HTML says, links and codes on lines of their own. */
export function layOutText(content: Content, sender: Sender): string {
  const { title, name, paragraphs, action, also, code, notes } = content
  const blocks = [
    title,
    greeting(name),
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${oneLine(code)}`]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...(also === undefined ? [] : [`${also.label}:\n${also.url}`]),
    ...notes,
    `-- \n${sender.name}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

/** The recipient's name, of which nothing can pass for a paragraph of the message. */
export function greeting(name: string | undefined): string {
  const short = name === undefined ? '' : oneLine(name).slice(0, 80).trim()
  return short === '' ? 'Hello,' : `Hello ${short},`
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
