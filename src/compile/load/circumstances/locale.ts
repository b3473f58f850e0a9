import { inPlaceOf, type Note, type Replacement } from '../replace.ts'

/** Locale that formats numbers and dates differently from English, and sorts z before t. */
const OTHER_LOCALE = 'et'

/** Methods with a parameter for the locale, and its index. */
const METHODS: readonly (readonly [holder: object, names: readonly string[], position: number])[] = [
  [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'], 0],
  [Number.prototype, ['toLocaleString'], 0],
  [BigInt.prototype, ['toLocaleString'], 0],
  [Array.prototype, ['toLocaleString'], 0],
  [String.prototype, ['localeCompare'], 1],
]

/** Returns replacements that simulate another default locale, for formats and comparisons without a locale. */
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
  return inPlaceOf(original, function (this: unknown, ...args: unknown[]) {
    if (args[position] === undefined) note(`${name}() without a locale`)
    return Reflect.apply(original as () => unknown, this, withLocale(args, position)) // a method in METHODS
  })
}

type Format = new (...args: unknown[]) => object

function isFormat(value: unknown): value is Format {
  return typeof value === 'function' && 'supportedLocalesOf' in value
}

function format(real: Format, name: string, note: Note): unknown {
  const localize = (args: unknown[], expression: string) => {
    if (args[0] === undefined) note(`${expression} without a locale`)
    return withLocale(args, 0)
  }
  return new Proxy(real, {
    construct: (target, args, newTarget) => Reflect.construct(target, localize(args, `new Intl.${name}()`), newTarget),
    apply: (target, self, args) => Reflect.apply(target as never, self, localize(args, `Intl.${name}()`)), // callable
  })
}

function withLocale(args: readonly unknown[], position: number): unknown[] {
  const filled = [...args]
  while (filled.length <= position) filled.push(undefined)
  filled[position] ??= OTHER_LOCALE
  return filled
}
