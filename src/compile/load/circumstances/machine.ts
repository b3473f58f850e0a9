import dns from 'node:dns'
import os from 'node:os'
import process from 'node:process'
import v8 from 'node:v8'
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

/**
 * Values of the two machines, where code expects a certain form: first of the machine of every build, then of the other
 * one. If the member is a function, it returns the value.
 */
const VALUES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  EOL: ['\n', '\r\n'],
  arch: ['x64', 'arm64'],
  argv: [
    ['/usr/bin/node', '/usr/bin/cms'],
    ['/opt/node', '/opt/cms', '--elsewhere'],
  ],
  devNull: ['/dev/null', '\\\\.\\nul'],
  endianness: ['LE', 'BE'],
  execArgv: [[], ['--no-warnings']],
  execPath: ['/usr/bin/node', '/opt/node'],
  homedir: ['/home/build', '/Users/elsewhere'],
  hostname: ['build', 'elsewhere'],
  machine: ['x86_64', 'arm64'],
  networkInterfaces: [{}, { elsewhere: [] }],
  platform: ['linux', 'darwin'],
  release: ['6.1.0', '23.4.0'],
  tmpdir: ['/tmp', '/var/tmp'],
  type: ['Linux', 'Darwin'],
  version: ['v22.18.0', 'v26.4.1'],
}

/** Members of `process` that differ between machines or processes. */
const PROCESS = [
  ...['arch', 'argv', 'config', 'execArgv', 'execPath', 'pid', 'platform', 'ppid', 'title', 'version', 'versions'],
  ...['getuid', 'geteuid', 'getgid', 'getegid', 'getgroups', 'umask'],
  ...['availableMemory', 'constrainedMemory', 'cpuUsage', 'memoryUsage', 'resourceUsage'],
]

/** Members of `os`, except for the codes of errors and signals, which libraries read while they are loaded. */
const OS = Object.keys(os).filter((name) => name !== 'constants')

/**
 * Returns replacements for a computer, its operating system and the version of Node: the same ones in every build, or
 * those of another machine.
 */
export function machine(isAlternative: boolean, note: Note): Replacement[] {
  const members = (holder: object, prefix: string, names: readonly string[]) =>
    names.flatMap((name) => replacementOf({ holder, name }, `${prefix}.${name}`, isAlternative, note))
  return [
    ...members(process, 'process', PROCESS),
    ...members(os, 'os', OS),
    ...members(navigator, 'navigator', ['hardwareConcurrency', 'platform', 'userAgent']),
    ...members(dns, 'dns', ['getServers']),
    ...members(v8, 'v8', ['getHeapStatistics', 'getHeapSpaceStatistics']),
  ]
}

function replacementOf(
  { holder, name }: Pick<Replacement, 'holder' | 'name'>,
  expression: string,
  isAlternative: boolean,
  note: Note,
): Replacement[] {
  const original: unknown = Reflect.get(holder, name)
  if (original === undefined) return []
  const known = VALUES[name]?.[isAlternative ? 1 : 0]
  if (typeof original !== 'function') {
    const value = known ?? replaced(original, isAlternative)
    const get = () => {
      note(expression)
      return value
    }
    return [{ holder, name, get }]
  }
  const call = (...args: unknown[]) => {
    note(`${expression}()`)
    return known ?? replaced(Reflect.apply(original, holder, args), isAlternative)
  }
  return [{ holder, name, value: inPlaceOf(original, call) }]
}

/** Returns a value of the same type that does not depend on this machine. Booleans and `null` stay the same. */
function replaced(value: unknown, isAlternative: boolean): unknown {
  if (typeof value === 'string') return isVersion(value) ? (isAlternative ? '26.4.1' : '22.18.0') : words(isAlternative)
  if (typeof value === 'number') return isAlternative ? 2 : 1
  if (Array.isArray(value)) {
    const [item = words(isAlternative)] = value.map((member) => replaced(member, isAlternative))
    return isAlternative ? [item, item] : [item]
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, isAlternative)]))
}

const words = (isAlternative: boolean): string => (isAlternative ? 'elsewhere' : 'build')

function isVersion(text: string): boolean {
  return /^\d+\.\d+/.test(text)
}
