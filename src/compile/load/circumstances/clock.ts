import process from 'node:process'
import { inPlaceOf, type Note, type Replacement } from '../replace.ts'

/**
 * Returns replacements for a clock that stands still.
 * @param time milliseconds since the beginning of 1970
 */
export function clock(time: number, note: Note): Replacement[] {
  const reader = (expression: string, value: unknown) => () => {
    note(expression)
    return value
  }
  const real = Date
  const now = reader('Date.now()', time)
  const stopped = new Proxy(real, {
    construct: (target, args, newTarget) => {
      if (args.length === 0) note('new Date()')
      return Reflect.construct(target, args.length === 0 ? [time] : args, newTarget)
    },
    apply: () => {
      note('Date()')
      return new real(time).toString()
    },
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  const seconds = Math.floor(time / 1000)
  const hrtime = inPlaceOf(process.hrtime, reader('process.hrtime()', [seconds, 0])) as object // functions are objects
  const bigint = reader('process.hrtime.bigint()', BigInt(time) * 1_000_000n)
  return [
    { holder: globalThis, name: 'Date', value: stopped },
    { holder: real.prototype, name: 'constructor', value: stopped },
    ...formats(time, note),
    { holder: performance, name: 'now', value: reader('performance.now()', time / 1000) },
    { holder: performance, name: 'timeOrigin', value: time },
    { holder: process, name: 'hrtime', value: Object.assign(hrtime, { bigint }) },
    { holder: process, name: 'uptime', value: reader('process.uptime()', seconds) },
  ]
}

const PROTOTYPE = Intl.DateTimeFormat.prototype
const { get: getFormat } = Object.getOwnPropertyDescriptor(PROTOTYPE, 'format') ?? {}
const { formatToParts } = PROTOTYPE

/** Returns replacements for the functions that format the current time if they are called without a time. */
function formats(time: number, note: Note): Replacement[] {
  const dateOf = (date: Date | number | undefined, name: string): Date | number => {
    if (date === undefined) note(`Intl.DateTimeFormat.${name}()`)
    return date ?? time
  }
  return [
    {
      holder: PROTOTYPE,
      name: 'format',
      // A getter, like the original: it returns a function that is bound to the formatter.
      get(this: Intl.DateTimeFormat) {
        const format = getFormat?.call(this) as Intl.DateTimeFormat['format']
        return (date?: Date | number) => format(dateOf(date, 'format'))
      },
    },
    {
      holder: PROTOTYPE,
      name: 'formatToParts',
      value(this: Intl.DateTimeFormat, date?: Date | number) {
        return formatToParts.call(this, dateOf(date, 'formatToParts'))
      },
    },
  ]
}
