import { type RichText, type RichTextNode, textLength } from 'lintel'
import type { Random } from '../random.ts'
import type { Language } from './languages/language.ts'
import { ENGLISH } from './languages/languages.ts'

/** Returns alternating adjectives and nouns, without a full stop; an article does not count as a word. */
export function words(random: Random, count: number, language: Language): string {
  const phrases = Array.from({ length: Math.floor(count / 2) }, () => phrase(random, language))
  return [...phrases, ...(count % 2 === 1 ? [random.pick(language.adjectives)] : [])].join(' ')
}

/** Returns an adjective and a noun: “quiet harbour”, “der stille Hafen”, “le port tranquille”. */
function phrase(random: Random, { adjective, adjectives, nouns }: Language): string {
  const quality = random.pick(adjectives)
  const noun = random.pick(nouns)
  if (adjective === 'before') return `${quality} ${noun}`
  return adjective === 'after' ? `${noun} ${quality}` : noun.replace(' ', ` ${quality} `)
}

/** Returns a headline: “The quiet harbour reopens”. */
export function title(random: Random, language: Language): string {
  return filled(random.pick(language.titles), random, language)
}

function filled(form: string, random: Random, language: Language): string {
  const parts: Readonly<Record<string, () => string>> = {
    phrase: () => phrase(random, language),
    'a phrase': () => withArticle(phrase(random, language)),
    noun: () => random.pick(language.nouns),
    verb: () => random.pick(language.verbs),
  }
  return capital(form.replace(/\{([a-z ]+)\}/g, (_, part: string) => parts[part]?.() ?? ''))
}

/** Adds the indefinite article: “a harbour”, “an orchard”. */
function withArticle(words: string): string {
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function sentence(random: Random, { subjects, predicates, endings }: Language): string {
  const end = random.chance(0.5) ? `, ${random.pick(endings)}` : ''
  return `${random.pick(subjects)} ${random.pick(predicates)}${end}.`
}

function paragraph(random: Random, language: Language): string {
  return `${sentence(random, language)} ${sentence(random, language)}`
}

/** Returns text of `min` to `max` characters, in whole sentences if these fit. */
export function textWithin(random: Random, min: number, max: number, language: Language): string {
  const size = Math.max(min, Math.min(max, random.integer(60, 400)))
  let text = sentence(random, language)
  while (text.length < size) text += ` ${sentence(random, language)}`
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const end = cut.lastIndexOf('.')
  return end + 1 >= min && end > 0 ? cut.slice(0, end + 1) : cut
}

/**
 * Returns a short article: paragraphs, a heading, now and then a quotation, a list or a link. The article has at most
 * `max` characters.
 */
export function article(random: Random, max: number, language: Language): RichText {
  const content: RichTextNode[] = [block('paragraph', paragraph(random, language))]
  if (random.chance(0.6)) content.push(heading(random, language))
  content.push(block('paragraph', paragraph(random, language)))
  if (random.chance(0.3))
    content.push({ type: 'blockquote', content: [block('paragraph', sentence(random, language))] })
  if (random.chance(0.3)) content.push(list(random, language))
  if (random.chance(0.3)) content.push(linked(random, language))
  const kept: RichTextNode[] = []
  let size = 0
  for (const node of content) {
    size += textLength(node)
    if (size > max) break
    kept.push(node)
  }
  return {
    type: 'doc',
    content: kept.length > 0 ? kept : [block('paragraph', words(random, 2, language).slice(0, max))],
  }
}

function block(type: string, text: string): RichTextNode {
  return { type, content: [{ type: 'text', text }] }
}

function heading(random: Random, language: Language): RichTextNode {
  return { ...block('heading', filled(language.heading, random, language)), attrs: { level: 2 } }
}

function list(random: Random, language: Language): RichTextNode {
  const item = () => ({ type: 'listItem', content: [block('paragraph', words(random, 2, language))] })
  return { type: 'bulletList', content: [item(), item(), item()] }
}

function linked(random: Random, language: Language): RichTextNode {
  const address = { type: 'link' as const, attrs: { href: `https://www.example.com/${random.pick(ENGLISH.nouns)}` } }
  return {
    type: 'paragraph',
    content: [
      { type: 'text', text: `${language.more} ` },
      { type: 'text', text: words(random, 2, language), marks: [address] },
    ],
  }
}
