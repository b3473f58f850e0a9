import process from 'node:process'
import { inPlaceOf, type Note, type Replacement } from '../replace.ts'

/** A zone in which it is another day than in UTC for half of the time. */
const OTHER_ZONE = 'Pacific/Apia'

/** Parts and texts of dates that depend on the zone. */
const LOCAL = /^(?:get(?!UTC|Time$)|set(?!UTC|Time$)|to(?=String|DateString|TimeString|Locale))/

export function zone(note: Note): Replacement[] {
  const dates = Object.getOwnPropertyNames(Date.prototype).filter((name) => LOCAL.test(name))
  const real = Date
  const told = new Proxy(real, {
    construct: (target, given, newTarget) => {
      if (given.length > 1) note('new Date(year, month)')
      return Reflect.construct(target, given, newTarget)
    },
  })
  return [
    { holder: process.env, name: 'TZ', value: OTHER_ZONE },
    ...dates.map((name) => ({
      holder: real.prototype,
      name,
      value: telling(Reflect.get(real.prototype, name), name, note),
    })),
    { holder: globalThis, name: 'Date', value: told },
    { holder: Intl, name: 'DateTimeFormat', value: tellingFormat(note) },
  ]
}

function telling(original: unknown, name: string, note: Note): unknown {
  return inPlaceOf(original, function (this: unknown, ...given: [string?, Intl.DateTimeFormatOptions?]) {
    const isLocal = !name.startsWith('toLocale') || given[1]?.timeZone === undefined
    if (isLocal) note(`${name}()${name.startsWith('toLocale') ? ' without a time zone' : ''}`)
    return Reflect.apply(original as () => unknown, this, given) // a method of dates
  })
}

function tellingFormat(note: Note): unknown {
  const tell = ([, options]: [string?, Intl.DateTimeFormatOptions?]) => {
    if (options?.timeZone === undefined) note('Intl.DateTimeFormat() without a time zone')
  }
  return new Proxy(Intl.DateTimeFormat, {
    construct: (target, given, newTarget) => {
      tell(given as never) // as the constructor takes them
      return Reflect.construct(target, given, newTarget)
    },
    apply: (target, self, given) => {
      tell(given as never) // as the function takes them
      return Reflect.apply(target, self, given)
    },
  })
}
