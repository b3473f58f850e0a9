import { inPlaceOf, type Note, type Replacement } from '../replace.ts'

/** A locale that writes numbers and dates otherwise than English, and has z before t. */
const OTHER_LOCALE = 'et'

/** Methods that take a locale, and where among what they are given. */
const METHODS: readonly (readonly [holder: object, names: readonly string[], position: number])[] = [
  [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'], 0],
  [Number.prototype, ['toLocaleString'], 0],
  [BigInt.prototype, ['toLocaleString'], 0],
  [Array.prototype, ['toLocaleString'], 0],
  [String.prototype, ['localeCompare'], 1],
]

/** The machine's locale as another one: for formats and comparisons that are given none. */
export function locale(note: Note): Replacement[] {
  const methods = METHODS.flatMap(([holder, names, position]) =>
    names.map((name) => ({ holder, name, value: method(Reflect.get(holder, name), name, position, note) })),
  )
  const formats = Object.getOwnPropertyNames(Intl).flatMap((name) => {
    const real: unknown = Reflect.get(Intl, name)
    return isFormat(real) ? [{ holder: Intl, name, value: format(real, name, note) }] : []
  })
  const languages = Object.entries({ language: OTHER_LOCALE, languages: [OTHER_LOCALE] }).map(([name, value]) => ({
    holder: navigator,
    name,
    get: () => {
      note(`navigator.${name}`)
      return value
    },
  }))
  return [...methods, ...formats, ...languages]
}

function method(original: unknown, name: string, position: number, note: Note): unknown {
  return inPlaceOf(original, function (this: unknown, ...given: unknown[]) {
    if (given[position] === undefined) note(`${name}() without a locale`)
    return Reflect.apply(original as () => unknown, this, withLocale(given, position)) // one of METHODS
  })
}

type Format = new (...given: unknown[]) => object

function isFormat(value: unknown): value is Format {
  return typeof value === 'function' && 'supportedLocalesOf' in value
}

function format(real: Format, name: string, note: Note): unknown {
  const told = (given: unknown[], as: string) => {
    if (given[0] === undefined) note(`${as} without a locale`)
    return withLocale(given, 0)
  }
  return new Proxy(real, {
    construct: (target, given, newTarget) => Reflect.construct(target, told(given, `new Intl.${name}()`), newTarget),
    apply: (target, self, given) => Reflect.apply(target as never, self, told(given, `Intl.${name}()`)), // a function, too
  })
}

function withLocale(given: readonly unknown[], position: number): unknown[] {
  const filled = [...given]
  while (filled.length <= position) filled.push(undefined)
  filled[position] ??= OTHER_LOCALE
  return filled
}
