import crypto from 'node:crypto'
import os from 'node:os'
import process from 'node:process'
import { fixedBytes, fixedNumber } from './fixed-answers.ts'

/** Subject of a read, or of an attempt at more than reading. */
export type Topic =
  | 'clock'
  | 'random'
  | 'environment'
  | 'locale'
  | 'output'
  | 'files'
  | 'writes'
  | 'processes'
  | 'network'

/** Topics that are the project's own doing also where a library does it that its code has called. */
export const THROUGH_LIBRARIES: ReadonlySet<Topic> = new Set([
  'clock',
  'random',
  'files',
  'writes',
  'processes',
  'network',
])

/** A function that answers otherwise on another machine, or at another moment. */
export interface WatchedFunction {
  readonly holder: object
  readonly name: string
  /** As people write it. */
  readonly written: string
  readonly topic: Topic
  /** Only calls of these matter. Default: all. */
  readonly matters?: (given: readonly unknown[]) => boolean
  /** Constant that libraries get in place of the real value. Default: the real value. */
  readonly fixed?: (...given: never[]) => unknown
}

/** A value of that sort. */
export interface WatchedValue {
  readonly holder: object
  readonly name: string
  readonly written: string
  readonly topic: Topic
  /** Value that `import { name }` binds: reads of an imported name cannot be observed. */
  readonly imported?: unknown
}

const webCrypto = globalThis.crypto

export const WATCHED_FUNCTIONS: readonly WatchedFunction[] = [
  ...reads(Math, 'Math', 'random', { random: fixedNumber }),
  ...reads(webCrypto, 'crypto', 'random', {
    randomUUID: fixedUuid,
    getRandomValues: <T extends NodeJS.TypedArray>(array: T): T => {
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(fixedBytes(array.byteLength))
      return array
    },
  }),
  ...reads(crypto, '', 'random', {
    randomUUID: fixedUuid,
    randomBytes: (size: number) => Buffer.from(fixedBytes(size)),
    randomInt: (from: number, to?: number) =>
      (to === undefined ? 0 : from) + Math.floor(fixedNumber() * ((to ?? from) - (to === undefined ? 0 : from))),
  }),
  ...reads(crypto, '', 'random', {
    randomFillSync: undefined,
    randomFill: undefined,
    generateKeySync: undefined,
    generateKeyPairSync: undefined,
  }),
  ...reads(performance, 'performance', 'clock', { now: () => 0 }),
  ...reads(process.hrtime, 'process.hrtime', 'clock', { bigint: () => 0n }),
  ...reads(process, 'process', 'clock', { hrtime: () => [0, 0], uptime: () => 0 }),
  ...reads(process, 'process', 'environment', {
    cwd: undefined,
    memoryUsage: undefined,
    cpuUsage: undefined,
    resourceUsage: undefined,
    getuid: undefined,
    geteuid: undefined,
    getgid: undefined,
    umask: undefined,
  }),
  ...reads(os, 'os', 'environment', {
    arch: undefined,
    availableParallelism: undefined,
    cpus: undefined,
    freemem: undefined,
    homedir: undefined,
    hostname: undefined,
    loadavg: undefined,
    machine: undefined,
    networkInterfaces: undefined,
    platform: undefined,
    release: undefined,
    tmpdir: undefined,
    totalmem: undefined,
    type: undefined,
    uptime: undefined,
    userInfo: undefined,
    version: undefined,
  }),
  ...localParts(),
  ...localized(Date.prototype, 0, lacksZone),
  ...localized(Number.prototype, 0),
  ...localized(Array.prototype, 0),
  ...localized(BigInt.prototype, 0),
  ...localized(String.prototype, 1),
  ...reads(console, 'console', 'output', {
    log: undefined,
    info: undefined,
    warn: undefined,
    error: undefined,
    debug: undefined,
    table: undefined,
    dir: undefined,
  }),
]

export const WATCHED_VALUES: readonly WatchedValue[] = [
  ...values(os, 'os', { EOL: '\n', devNull: '/dev/null' }),
  ...values(navigator, 'navigator', {
    hardwareConcurrency: undefined,
    language: undefined,
    languages: undefined,
    platform: undefined,
    userAgent: undefined,
  }),
  { holder: performance, name: 'timeOrigin', written: 'performance.timeOrigin', topic: 'clock' },
]

/** Values of `process` that differ, and what `import { name } from 'node:process'` binds in their place. */
export const WATCHED_PROCESS: Readonly<Record<string, unknown>> = {
  arch: 'x64',
  argv: [],
  argv0: 'node',
  config: {},
  execArgv: [],
  execPath: 'node',
  pid: 1,
  platform: 'linux',
  ppid: 0,
  release: {},
  title: 'node',
  version: 'v24.0.0',
  versions: {},
}

/** Formatters and what they read where they are not told: the locale, and some the time zone. */
export const FORMATTERS: Readonly<Record<string, WatchedFunction['matters']>> = {
  Collator: isWithoutLocale,
  DateTimeFormat: lacksZone,
  DisplayNames: isWithoutLocale,
  DurationFormat: isWithoutLocale,
  ListFormat: isWithoutLocale,
  NumberFormat: isWithoutLocale,
  PluralRules: isWithoutLocale,
  RelativeTimeFormat: isWithoutLocale,
  Segmenter: isWithoutLocale,
}

function reads(holder: object, prefix: string, topic: Topic, names: object): WatchedFunction[] {
  return Object.entries(names).map(([name, fixed]) => ({
    holder,
    name,
    written: `${prefix === '' ? '' : `${prefix}.`}${name}()`,
    topic,
    ...(fixed && { fixed }),
  }))
}

function values(holder: object, prefix: string, names: object): WatchedValue[] {
  return Object.entries(names).map(([name, imported]) => ({
    holder,
    name,
    written: `${prefix}.${name}`,
    topic: 'environment',
    imported,
  }))
}

/** Getters of `Date` that depend on the machine's time zone. */
function localParts(): WatchedFunction[] {
  const parts = ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']
  const names = [
    ...parts.map((part) => `get${part}`),
    ...parts.filter((part) => part !== 'Day').map((part) => `set${part}`),
    'getTimezoneOffset',
    'toString',
    'toDateString',
    'toTimeString',
  ]
  return names.map((name) => ({ holder: Date.prototype, name, written: `${name}()`, topic: 'locale' }))
}

/** Methods that take the machine's locale when they are given none. */
function localized(
  holder: object,
  before: number,
  told: (given: readonly unknown[]) => boolean = isWithoutLocale,
): WatchedFunction[] {
  const names = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'localeCompare']
  return names
    .filter((name) => Object.hasOwn(holder, name))
    .map((name) => ({
      holder,
      name,
      written: `${name}() without a locale${told === lacksZone ? ' and a time zone' : ''}`,
      topic: 'locale',
      matters: (given) => told(given.slice(before)),
    }))
}

function isWithoutLocale([locale]: readonly unknown[]): boolean {
  return locale === undefined
}

function lacksZone([locale, options]: readonly unknown[]): boolean {
  return locale === undefined || (options as { timeZone?: unknown } | undefined)?.timeZone === undefined
}

function fixedUuid(): string {
  const hex = Buffer.from(fixedBytes(16)).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
