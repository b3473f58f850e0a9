import { type RichText, type RichTextNode, textLength } from 'lintel'
import type { Random } from '../random.ts'
import { ADJECTIVES, ENDINGS, NOUNS, PREDICATES, SUBJECTS, VERBS } from './vocabulary.ts'

/** Words without a full stop. */
export function words(random: Random, count: number): string {
  return Array.from({ length: count }, (_, index) => random.pick(index % 2 === 0 ? ADJECTIVES : NOUNS)).join(' ')
}

/** A headline: “The quiet harbour reopens”. */
export function title(random: Random): string {
  const place = () => `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`
  const forms = [
    () => `The ${place()} ${random.pick(VERBS)}`,
    () => `How ${withArticle(place())} ${random.pick(VERBS)}`,
    () => `Between ${random.pick(NOUNS)} and ${random.pick(NOUNS)}: ${withArticle(place())}`,
    () => `Why the ${random.pick(NOUNS)} ${random.pick(VERBS)}`,
    () => `A day at the ${place()}`,
  ]
  return random.pick(forms)()
}

/** “a harbour”, “an orchard”. */
function withArticle(words: string): string {
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}

export function sentence(random: Random): string {
  const end = random.chance(0.5) ? `, ${random.pick(ENDINGS)}` : ''
  return `${random.pick(SUBJECTS)} ${random.pick(PREDICATES)}${end}.`
}

export function paragraph(random: Random, sentences: number): string {
  return Array.from({ length: sentences }, () => sentence(random)).join(' ')
}

/** As much text as fits, in whole sentences where one does. */
export function textWithin(random: Random, min: number, max: number): string {
  const wanted = Math.max(min, Math.min(max, random.integer(60, 400)))
  let text = sentence(random)
  while (text.length < wanted) text += ` ${sentence(random)}`
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const end = cut.lastIndexOf('.')
  return end + 1 >= min && end > 0 ? cut.slice(0, end + 1) : cut
}

/** A short article: paragraphs, a heading, now and then a quotation, a list or a link. At most `max` characters. */
export function article(random: Random, max: number): RichText {
  const content: RichTextNode[] = [block('paragraph', paragraph(random, 2))]
  if (random.chance(0.6)) content.push({ ...block('heading', `The ${words(random, 2)}`), attrs: { level: 2 } })
  content.push(block('paragraph', paragraph(random, 2)))
  if (random.chance(0.3)) content.push({ type: 'blockquote', content: [block('paragraph', sentence(random))] })
  if (random.chance(0.3)) content.push(list(random))
  if (random.chance(0.3)) content.push(linked(random))
  const kept: RichTextNode[] = []
  let size = 0
  for (const node of content) {
    size += textLength(node)
    if (size > max) break
    kept.push(node)
  }
  return { type: 'doc', content: kept.length > 0 ? kept : [block('paragraph', words(random, 2).slice(0, max))] }
}

function block(type: string, text: string): RichTextNode {
  return { type, content: [{ type: 'text', text }] }
}

function list(random: Random): RichTextNode {
  const item = () => ({ type: 'listItem', content: [block('paragraph', words(random, 2))] })
  return { type: 'bulletList', content: [item(), item(), item()] }
}

function linked(random: Random): RichTextNode {
  const address = { type: 'link' as const, attrs: { href: `https://www.example.com/${random.pick(NOUNS)}` } }
  return {
    type: 'paragraph',
    content: [
      { type: 'text', text: 'More about it: ' },
      { type: 'text', text: words(random, 2), marks: [address] },
    ],
  }
}
