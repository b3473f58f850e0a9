import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import process from 'node:process'

/** A read of something that differs from one machine, or one moment, to the next. */
export interface ImpureRead {
  /** As it is written: `Date.now()`. */
  readonly what: string
  readonly topic: 'clock' | 'random' | 'environment' | 'locale'
  /** The frame that did it, as V8 writes it. */
  readonly frame: string
}

type Report = (what: string, topic: ImpureRead['topic']) => void

/**
 * Runs `evaluate` and tells `report` of every read of the clock, of chance, or of the environment in the meantime. The
 * reads are answered as ever; the caller decides by the frame whether one matters.
 */
export async function watchPurity<T>(report: (read: ImpureRead) => void, evaluate: () => Promise<T>): Promise<T> {
  let watching = true
  const seen: Report = (what, topic) => {
    if (!watching) return
    watching = false // whatever the report itself reads is not the project's doing
    report({ what, topic, frame: callerFrame() })
    watching = true
  }
  const restore = [...watchFunctions(seen), watchDate(seen), watchIntl(seen), watchEnvironment(seen)]
  syncBuiltinESMExports()
  try {
    return await evaluate()
  } finally {
    watching = false
    for (const undo of restore.toReversed()) undo()
    syncBuiltinESMExports()
  }
}

/** Frames between the stack's top and whoever called the watched function: this one, `seen`, and the stand-in. */
const OWN_FRAMES = 3

function callerFrame(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = OWN_FRAMES + 1
  const { stack = '' } = new Error()
  Error.stackTraceLimit = limit
  return stack.split('\n')[OWN_FRAMES + 1] ?? ''
}

type Owner = Record<string, unknown>

/** Functions to watch: the object that holds each, its name, how it is written, and what it reads. */
const WATCHED: readonly [owner: object, name: string, written: string, topic: ImpureRead['topic']][] = [
  [Math, 'random', 'Math.random()', 'random'],
  [performance, 'now', 'performance.now()', 'clock'],
  [globalThis.crypto, 'randomUUID', 'crypto.randomUUID()', 'random'],
  [globalThis.crypto, 'getRandomValues', 'crypto.getRandomValues()', 'random'],
  [crypto, 'randomUUID', 'randomUUID()', 'random'],
  [crypto, 'randomBytes', 'randomBytes()', 'random'],
  [crypto, 'randomInt', 'randomInt()', 'random'],
  [process, 'hrtime', 'process.hrtime()', 'clock'],
  [process, 'cwd', 'process.cwd()', 'environment'],
  [os, 'hostname', 'os.hostname()', 'environment'],
  [os, 'homedir', 'os.homedir()', 'environment'],
  [os, 'userInfo', 'os.userInfo()', 'environment'],
  [Date.prototype, 'getTimezoneOffset', 'getTimezoneOffset()', 'locale'],
]

function watchFunctions(seen: Report): (() => void)[] {
  return WATCHED.map(([holder, name, written, topic]) => {
    const original: unknown = Reflect.get(holder, name)
    if (typeof original !== 'function') return () => {}
    return replace(holder, name, function (this: unknown, ...given: unknown[]) {
      seen(written, topic)
      return Reflect.apply(original, this, given)
    })
  })
}

/** Methods that take the machine's locale when they are given none: how many arguments come before the locale's. */
const LOCALIZED: readonly [owner: object, name: string, before: number][] = [
  [Date.prototype, 'toLocaleString', 0],
  [Date.prototype, 'toLocaleDateString', 0],
  [Date.prototype, 'toLocaleTimeString', 0],
  [Number.prototype, 'toLocaleString', 0],
  [String.prototype, 'localeCompare', 1],
]

const FORMATTERS = [
  'Collator',
  'DateTimeFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'ListFormat',
] as const

/** Formats and comparisons that take the machine's locale and time zone, for want of others. */
function watchIntl(seen: Report): () => void {
  const methods = LOCALIZED.map(([holder, name, before]) => {
    const original: unknown = Reflect.get(holder, name)
    if (typeof original !== 'function') return () => {}
    return replace(holder, name, function (this: unknown, ...given: unknown[]) {
      if (given[before] === undefined) seen(`${name}() without a locale`, 'locale')
      return Reflect.apply(original, this, given)
    })
  })
  const formatters = FORMATTERS.map((name) => {
    const told = (given: readonly unknown[]) => given[0] === undefined
    return replace(Intl, name, watchedClass(Intl[name], seen, told, `Intl.${name}() without a locale`, 'locale'))
  })
  return () => {
    for (const undo of [...methods, ...formatters]) undo()
  }
}

function watchDate(seen: Report): () => void {
  const real = Date
  const now = () => {
    seen('Date.now()', 'clock')
    return real.now()
  }
  const watched = new Proxy(real, {
    construct: (target, given, newTarget) => {
      if (given.length === 0) seen('new Date()', 'clock')
      return Reflect.construct(target, given, newTarget)
    },
    apply: (target, self, given) => {
      seen('Date()', 'clock')
      return Reflect.apply(target, self, given)
    },
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
  return replace(globalThis, 'Date', watched)
}

function watchedClass(
  real: object,
  seen: Report,
  matters: (given: readonly unknown[]) => boolean,
  written: string,
  topic: ImpureRead['topic'],
): object {
  return new Proxy(real, {
    construct: (target, given, newTarget) => {
      if (matters(given)) seen(`new ${written}`, topic)
      return Reflect.construct(target as never, given, newTarget) // every Intl formatter is a constructor
    },
    apply: (target, self, given) => {
      if (matters(given)) seen(written, topic)
      return Reflect.apply(target as never, self, given) // and a function
    },
  })
}

function watchEnvironment(seen: Report): () => void {
  const watched = new Proxy(process.env, {
    get: (target, name) => {
      if (typeof name === 'string') seen(`process.env.${name}`, 'environment')
      return Reflect.get(target, name)
    },
    has: (target, name) => {
      if (typeof name === 'string') seen(`'${name}' in process.env`, 'environment')
      return Reflect.has(target, name)
    },
    ownKeys: (target) => {
      seen('process.env', 'environment')
      return Reflect.ownKeys(target)
    },
  })
  return replace(process, 'env', watched)
}

/** Puts another value in an object's member; returns what puts the old one back. */
function replace(holder: object, name: string, value: unknown): () => void {
  const owner = holder as Owner // any member of any object may be replaced
  const original = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    enumerable: original?.enumerable ?? true,
    value,
  })
  return () => {
    if (original) Object.defineProperty(owner, name, original)
    else delete owner[name]
  }
}
