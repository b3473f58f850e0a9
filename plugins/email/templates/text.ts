import type { Content, Sender } from './content.ts'

/** Formats a message as plain text: everything that the HTML contains, with links and codes on separate lines. */
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

/** Returns a greeting with the recipient's name. Nothing in the name can look like a paragraph of the message. */
export function greeting(name: string | undefined): string {
  const short = name === undefined ? '' : oneLine(name).slice(0, 80).trim()
  return short === '' ? 'Hello,' : `Hello ${short},`
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
