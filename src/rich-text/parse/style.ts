import type { RichTextMark } from '../document.ts'

/** Parts of a `style` attribute that a rich text can hold. */
export interface Style {
  readonly on: readonly RichTextMark['type'][]
  /** It takes boldness away: Google Docs puts `<b style="font-weight:normal">` around everything. */
  readonly isPlain: boolean
  readonly align: string | null
  /** It says more than this. */
  readonly isLossy: boolean
}

/** Longest `style` that is looked into. */
const LONGEST = 5000

export function readStyle(text: string): Style {
  const declarations = text
    .slice(0, LONGEST)
    .split(';')
    .map((declaration) => declaration.trim().toLowerCase())
    .filter((declaration) => declaration !== '')
  const on = declarations.flatMap((one) => FORMATS.filter(([format]) => format.test(one)).map(([, type]) => type))
  const align = declarations.flatMap((one) => /^text-align\s*:\s*(left|center|right|justify)$/.exec(one)?.[1] ?? [])
  const isPlain = declarations.some((one) => PLAIN.test(one))
  const known = declarations.filter(
    (one) => PLAIN.test(one) || one.startsWith('text-align') || FORMATS.some(([format]) => format.test(one)),
  )
  return {
    on,
    isPlain,
    align: align.at(-1) ?? null,
    isLossy: text.length > LONGEST || known.length < declarations.length,
  }
}

const FORMATS: readonly (readonly [RegExp, RichTextMark['type']])[] = [
  [/^font-weight\s*:\s*(?:bold|bolder|[6-9]00)$/, 'bold'],
  [/^font-style\s*:\s*(?:italic|oblique)$/, 'italic'],
  [/^text-decoration(?:-line)?\s*:.*\bunderline\b/, 'underline'],
  [/^text-decoration(?:-line)?\s*:.*\bline-through\b/, 'strike'],
]

const PLAIN = /^(?:font-weight\s*:\s*(?:normal|400)|font-style\s*:\s*normal|text-decoration\s*:\s*none)$/
