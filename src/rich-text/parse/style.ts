import type { RichTextMark } from '../document.ts'

/** The parts of a `style` attribute that matter to rich text. */
export interface Style {
  readonly on: readonly RichTextMark['type'][]
  /**
   * True if the attribute turns boldness, italics or decoration off: Google Docs encloses everything in
   * `<b style="font-weight:normal">`.
   */
  readonly isPlain: boolean
  readonly align: string | null
  /** True if the attribute contains anything that the other properties do not express. */
  readonly isLossy: boolean
}

/** Maximum length of a parsed `style` attribute, in characters. */
const LONGEST = 5000

export function readStyle(text: string): Style {
  const declarations = text
    .slice(0, LONGEST)
    .split(';')
    .map((declaration) => declaration.trim().toLowerCase())
    .filter((declaration) => declaration !== '')
  const on = declarations.flatMap((declaration) =>
    FORMATS.filter(([format]) => format.test(declaration)).map(([, type]) => type),
  )
  const align = declarations.flatMap(
    (declaration) => /^text-align\s*:\s*(left|center|right|justify)$/.exec(declaration)?.[1] ?? [],
  )
  const isPlain = declarations.some((declaration) => PLAIN.test(declaration))
  const known = declarations.filter(
    (declaration) =>
      PLAIN.test(declaration) ||
      declaration.startsWith('text-align') ||
      FORMATS.some(([format]) => format.test(declaration)),
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
