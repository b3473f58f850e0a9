/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { wordsIn } from '../ground/words.ts'

/** Text in which the words that begin with a searched word are highlighted. Accents are ignored. */
export function Marked({ text, words }: { text: string; words: string }) {
  const terms = wordsIn(plain(words))
  const parts = text.split(/([\p{L}\p{N}\p{M}]+)/u)
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 && terms.some((word) => plain(part).startsWith(word)) ? <mark>{part}</mark> : part,
      )}
    </>
  )
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en')
}
