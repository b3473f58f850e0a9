import { diffTexts } from '../edit/text-diff.ts'

/** Lines that are shown at most, and characters of each. */
const SHOWN = 40
const LONGEST = 400
/** Beyond this many lines only the beginning is compared: the comparison takes their product. */
const COMPARED = 3000

/** Control characters, and characters that nobody sees. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu

/** The lines that differ between two texts, as a unified diff without its head. */
export function differingLines(before: string, after: string): string {
  const lines = diffTexts('', start(before), start(after)).trimEnd().split('\n').slice(2)
  const shown = lines.slice(0, SHOWN).map((line) => {
    const visible = line.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    return visible.length > LONGEST ? `${visible.slice(0, LONGEST)}…` : visible
  })
  return [...shown, ...(lines.length > SHOWN ? [`… and ${lines.length - SHOWN} lines more`] : [])].join('\n')
}

function start(text: string): string {
  return text.split('\n').slice(0, COMPARED).join('\n')
}
