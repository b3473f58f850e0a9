import { diffTexts } from '../edit/text-diff.ts'

/** Maximum number of lines that are shown, and of characters in each. */
const SHOWN = 40
const LONGEST = 400
/** Maximum number of lines that are compared, because the effort grows with their product. */
const COMPARED = 3000

/** Matches control characters and invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu

/** Returns the lines that differ between two texts, as a unified diff without its header. Long texts are truncated. */
export function differingLines(before: string, after: string): string {
  const lines = diffTexts('', start(before), start(after)).trimEnd().split('\n').slice(2)
  const shown = lines.slice(0, SHOWN).map((line) => {
    const visible = line.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    return visible.length > LONGEST ? `${visible.slice(0, LONGEST)}…` : visible
  })
  return [...shown, ...(lines.length > SHOWN ? [`… and ${lines.length - SHOWN} more lines`] : [])].join('\n')
}

function start(text: string): string {
  return text.split('\n').slice(0, COMPARED).join('\n')
}
