/** Scripts in which a joiner between letters changes how they are written. */
const JOINED = ['Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Taml', 'Telu']
const JOINING = [
  ...JOINED.map((script) => `\\p{scx=${script}}`),
  '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f',
].join('')

/**
 * Characters that people do not see, or that make them see something else: they control a terminal, reverse the
 * direction of text, or have no width (tags, fillers, variation selectors), and halves of surrogate pairs. Line feeds
 * and tabs are left out, and so are joiners and selectors where a script or an emoji needs them.
 */
const UNSEEN = new RegExp(
  [
    '(?![\\n\\t])\\p{Cc}',
    '[\\u2028\\u2029\\u2800\\ufff9-\\ufffb]',
    '\\p{Cs}',
    '(?![\\u200c\\u200d\\ufe00-\\ufe0f])\\p{Default_Ignorable_Code_Point}',
    `(?<![${JOINING}])[\\u200c\\u200d]`,
    '(?<!\\p{Emoji})[\\ufe00-\\ufe0f]',
  ].join('|'),
  'gu',
)

/** Makes text safe to print: invisible characters are shown like `\u{202e}`, and line breaks become line feeds. */
export function visible(text: string): string {
  return text.replace(/\r(?=\n|$)/g, '').replace(UNSEEN, shown)
}

/** Makes a name or a value within a line safe to print: line feeds and tabs are shown like invisible characters. */
export function visibleInLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, shown)
}

/** Makes JSON safe to print, without changing its meaning. */
export function visibleJson(json: string): string {
  return json.replace(UNSEEN, (characters) =>
    Array.from({ length: characters.length }, (_, index) => {
      return `\\u${characters.charCodeAt(index).toString(16).padStart(4, '0')}`
    }).join(''),
  )
}

/** Makes every string in plain data safe to print. */
export function visibleIn<Data>(data: Data): Data {
  return mapStrings(data) as Data // objects keep their keys, and lists their length
}

function mapStrings(value: unknown): unknown {
  if (typeof value === 'string') return visible(value)
  if (Array.isArray(value)) return value.map(mapStrings)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [visible(key), mapStrings(inner)]))
}

function shown(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}
