import os from 'node:os'
import process from 'node:process'
import { inPlaceOf, type Note, type Replacement } from '../replace.ts'

/** Variable that Node itself reads twice for each import. It is never set where a config is evaluated. */
const READ_BY_NODE = 'WATCH_REPORT_DEPENDENCIES'

/** Returns the replacement for an environment in which every variable is set. */
export function environment(note: Note): Replacement[] {
  const value = new Proxy(process.env, {
    get: (target, name) => {
      if (typeof name !== 'string' || name === READ_BY_NODE) return Reflect.get(target, name)
      note(`process.env.${name}`)
      return 'elsewhere'
    },
    has: (_target, name) => {
      note(`'${String(name)}' in process.env`)
      return true
    },
    ownKeys: (target) => {
      note('process.env')
      return [...Reflect.ownKeys(target), 'ELSEWHERE']
    },
    getOwnPropertyDescriptor: () => ({ value: 'elsewhere', configurable: true, enumerable: true, writable: true }),
  })
  return [{ holder: process, name: 'env', value }]
}

/** Members of `process` that differ between machines or processes. */
const PROCESS = [
  ...[
    'arch',
    'argv',
    'config',
    'execArgv',
    'execPath',
    'pid',
    'platform',
    'ppid',
    'release',
    'title',
    'version',
    'versions',
  ],
  ...['getuid', 'geteuid', 'getgid', 'getegid', 'umask'],
]

/** Returns replacements for another computer, operating system and version of Node. */
export function machine(note: Note): Replacement[] {
  return [
    ...variations(process, 'process', PROCESS, note),
    ...variations(os, 'os', Object.keys(os), note),
    ...variations(navigator, 'navigator', ['hardwareConcurrency', 'platform', 'userAgent'], note),
  ]
}

function variations(holder: object, prefix: string, names: readonly string[], note: Note): Replacement[] {
  return names.flatMap((name): Replacement[] => {
    const value: unknown = Reflect.get(holder, name)
    if (value === undefined) return []
    if (typeof value !== 'function') {
      const get = () => {
        note(`${prefix}.${name}`)
        return vary(value)
      }
      return [{ holder, name, get }]
    }
    const call = (...args: unknown[]) => {
      note(`${prefix}.${name}()`)
      return vary(Reflect.apply(value, holder, args))
    }
    return [{ holder, name, value: inPlaceOf(value, call) }]
  })
}

/** Returns another value of the same type. Booleans and `null` stay the same. */
function vary(value: unknown): unknown {
  if (typeof value === 'string') return `${value} elsewhere`
  if (typeof value === 'number') return value + 1
  if (Array.isArray(value)) return [...value.map(vary), 'elsewhere']
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, vary(member)]))
}
