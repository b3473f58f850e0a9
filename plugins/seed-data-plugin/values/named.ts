import type { Random } from '../random.ts'
import type { Language } from './languages/language.ts'
import { ENGLISH } from './languages/languages.ts'
import { capital, sentence, title, words } from './text.ts'
import { CITIES, COLOURS, COMPANIES, FIRST_NAMES, LAST_NAMES, STREETS } from './vocabulary.ts'

/** Context from which the value of a named field is made. */
export interface Named {
  readonly random: Random
  /**
   * Name of the collection, or of the surrounding field, in lower case: `name` means something else in `authors` and in
   * `tags`.
   */
  readonly owner: string
  readonly language: Language
}

type Maker = (about: Named) => string

const person: Maker = ({ random }) => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`
const slugOf = (random: Random) => `${random.pick(ENGLISH.nouns)}-${random.integer(1, 9999)}`

/** Matches collections whose `name` is the name of a person. */
const PEOPLE = /author|people|person|user|member|staff|team|contact|customer|speaker|artist|editor|employee|patient/
const PLACES = /cit(?:y|ies)|place|location|venue|town/
const COMPANY = /compan|brand|sponsor|partner|organi[sz]ation|publisher|client|vendor/
const CLASSES = /categor|tag|topic|genre|section|label|desk|department|subject|keyword/

const nameOf: Maker = (about) => {
  const { random, owner, language } = about
  if (PEOPLE.test(owner)) return person(about)
  if (PLACES.test(owner)) return random.pick(CITIES)
  if (COMPANY.test(owner)) return `${random.pick(LAST_NAMES)} ${random.pick(COMPANIES)}`
  if (CLASSES.test(owner)) return random.pick(language.topics)
  return capital(words(random, 2, language))
}

/** Functions that make text, by the name of the field; the first match wins. */
const MAKERS: readonly (readonly [RegExp, Maker])[] = [
  [/e-?mail/, ({ random }) => `${random.pick(FIRST_NAMES)}.${random.pick(LAST_NAMES)}@example.com`.toLowerCase()],
  [/^(?:first|given)/, ({ random }) => random.pick(FIRST_NAMES)],
  [/^(?:last|family|sur)/, ({ random }) => random.pick(LAST_NAMES)],
  [/user_?name|handle|login/i, ({ random }) => `${random.pick(FIRST_NAMES)}${random.integer(1, 99)}`.toLowerCase()],
  [/author|byline|speaker|contact_?name|full_?name/i, person],
  [/phone|mobile|^tel|fax/, ({ random }) => `+1 555 01${random.integer(10, 99)}`],
  [/url|website|homepage|link|href|^web$|address_?web/i, ({ random }) => `https://www.example.com/${slugOf(random)}`],
  [/^path|_path|path$/i, ({ random }) => `/${slugOf(random)}`],
  [/colou?r/, ({ random }) => random.pick(COLOURS)],
  [/city|town|location|place|venue/, ({ random }) => random.pick(CITIES)],
  [/country|nation/, ({ random, language }) => random.pick(language.countries)],
  [/street|address/, ({ random }) => `${random.integer(1, 120)} ${random.pick(STREETS)}`],
  [/zip|postal/, ({ random }) => String(random.integer(10000, 99999))],
  [
    /sku|^code$|number$|^ref/,
    ({ random }) => `${random.pick(ENGLISH.nouns).slice(0, 3).toUpperCase()}-${random.integer(1000, 9999)}`,
  ],
  [/isbn/, ({ random }) => `978-0-${random.integer(100, 999)}-${random.integer(10000, 99999)}-${random.integer(0, 9)}`],
  [/currency/, ({ random }) => random.pick(['EUR', 'USD', 'GBP'])],
  [/^lang|locale/, ({ random }) => random.pick(['en', 'de', 'fr', 'pt'])],
  [/compan|organi[sz]ation|brand|employer/, ({ random }) => `${random.pick(LAST_NAMES)} ${random.pick(COMPANIES)}`],
  [/title|headline|subject|heading/, ({ random, language }) => title(random, language)],
  [/name$/, nameOf],
  [
    /summary|description|excerpt|tagline|abstract|claim|motto|alt|caption|note|comment/,
    ({ random, language }) => sentence(random, language),
  ],
  [/label|tag|topic|keyword|genre/, ({ random, language }) => random.pick(language.topics)],
  [/source|credit/, person],
]

/** Returns one line of text that suits the field's name. */
export function namedText(name: string, about: Named): string {
  const maker = MAKERS.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1]
  return maker ? maker(about) : capital(words(about.random, 2, about.language))
}
