import process from 'node:process'
import { inPlaceOf, type Note, type Replacement } from '../replace.ts'

/** Time zone in which the date differs from that of UTC for about half of each day. */
const OTHER_ZONE = 'Pacific/Apia'

/** Names of the methods of dates that depend on the time zone. */
const LOCAL = /^(?:get(?!UTC|Time$)|set(?!UTC|Time$)|to(?=String|DateString|TimeString|Locale))/

/** Returns replacements that simulate another time zone. */
export function zone(note: Note): Replacement[] {
  const dates = Object.getOwnPropertyNames(Date.prototype).filter((name) => LOCAL.test(name))
  const real = Date
  const recording = new Proxy(real, {
    construct: (target, args, newTarget) => {
      if (args.length > 1) note('new Date(year, month)')
      return Reflect.construct(target, args, newTarget)
    },
  })
  return [
    { holder: process.env, name: 'TZ', value: OTHER_ZONE },
    ...dates.map((name) => ({
      holder: real.prototype,
      name,
      value: recordingMethod(Reflect.get(real.prototype, name), name, note),
    })),
    { holder: globalThis, name: 'Date', value: recording },
    { holder: Intl, name: 'DateTimeFormat', value: recordingFormat(note) },
  ]
}

function recordingMethod(original: unknown, name: string, note: Note): unknown {
  return inPlaceOf(original, function (this: unknown, ...args: [string?, Intl.DateTimeFormatOptions?]) {
    const isLocal = !name.startsWith('toLocale') || args[1]?.timeZone === undefined
    if (isLocal) note(`${name}()${name.startsWith('toLocale') ? ' without a time zone' : ''}`)
    return Reflect.apply(original as () => unknown, this, args) // a method of dates
  })
}

function recordingFormat(note: Note): unknown {
  const record = ([, options]: [string?, Intl.DateTimeFormatOptions?]) => {
    if (options?.timeZone === undefined) note('Intl.DateTimeFormat() without a time zone')
  }
  return new Proxy(Intl.DateTimeFormat, {
    construct: (target, args, newTarget) => {
      record(args as never) // arguments of the constructor
      return Reflect.construct(target, args, newTarget)
    },
    apply: (target, self, args) => {
      record(args as never) // arguments of the function
      return Reflect.apply(target, self, args)
    },
  })
}
