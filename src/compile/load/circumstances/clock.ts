import process from 'node:process'
import { inPlaceOf, type Note, type Replacement } from '../replace.ts'

/** A clock that stands still. @param time milliseconds since 1970 */
export function clock(time: number, note: Note): Replacement[] {
  const told = (what: string, value: unknown) => () => {
    note(what)
    return value
  }
  const real = Date
  const now = told('Date.now()', time)
  const stopped = new Proxy(real, {
    construct: (target, given, newTarget) => {
      if (given.length === 0) note('new Date()')
      return Reflect.construct(target, given.length === 0 ? [time] : given, newTarget)
    },
    apply: () => {
      note('Date()')
      return new real(time).toString()
    },
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  const seconds = Math.floor(time / 1000)
  const hrtime = inPlaceOf(process.hrtime, told('process.hrtime()', [seconds, 0])) as object // a function is one
  const bigint = told('process.hrtime.bigint()', BigInt(time) * 1_000_000n)
  return [
    { holder: globalThis, name: 'Date', value: stopped },
    { holder: performance, name: 'now', value: told('performance.now()', time / 1000) },
    { holder: performance, name: 'timeOrigin', value: time },
    { holder: process, name: 'hrtime', value: Object.assign(hrtime, { bigint }) },
    { holder: process, name: 'uptime', value: told('process.uptime()', seconds) },
  ]
}
