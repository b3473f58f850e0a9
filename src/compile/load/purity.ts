import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import {
  FORMATTERS,
  THROUGH_LIBRARIES,
  type Topic,
  WATCHED_FUNCTIONS,
  WATCHED_PROCESS,
  WATCHED_VALUES,
  type WatchedFunction,
} from './watched.ts'

/** A read of something that differs from one machine, or one moment, to the next; or an attempt at more than reading. */
export interface ImpureRead {
  /** As it is written: `Date.now()`. */
  readonly what: string
  readonly topic: Topic
  /** The frames that led to it as V8 writes them, innermost first. */
  readonly frames: readonly string[]
}

/** Callback that receives reads, and tells whether one comes from the project's own code. */
export type PurityWatcher = (read: ImpureRead) => boolean

let watcher: PurityWatcher | null = null

/**
 * Runs `evaluate` and tells `told` of every read of the clock, of chance, of the environment in the meantime. What the
 * project reads is answered truly, since the caller reports it; what a library reads on its own account has a fixed
 * answer where the truth could reach the output.
 */
export async function watchPurity<T>(told: PurityWatcher, evaluate: () => Promise<T>): Promise<T> {
  const restore = [
    ...watchFunctions(),
    ...watchValues(),
    watchFormatters(),
    watchDate(),
    watchEnvironment(),
    watchProcess(),
  ]
  syncImports()
  watcher = told
  try {
    return await evaluate()
  } finally {
    watcher = null
    for (const undo of restore.toReversed()) undo()
    syncBuiltinESMExports()
  }
}

/** Tells of a read; `true` where it is the project's, or nobody watches. */
export function noteRead(what: string, topic: Topic): boolean {
  const told = watcher
  if (told === null) return true
  watcher = null // whatever the report itself reads is not the project's doing
  const isOwn = told({ what, topic, frames: callerFrames(THROUGH_LIBRARIES.has(topic) ? DEEP : SHALLOW) })
  watcher = told
  return isOwn
}

/** Deep enough for a library that is called by a library. */
const DEEP = 60

/** Deep enough for who called, with the language's own functions between. */
const SHALLOW = 10

/** Read by Node itself, twice for every import. It is never set where a config is evaluated. */
const READ_BY_NODE = 'WATCH_REPORT_DEPENDENCIES'

/** Frames between the top and whoever called the watched function: this one, `noteRead`, and the stand-in. */
const OWN_FRAMES = 3

function callerFrames(depth: number): string[] {
  const limit = Error.stackTraceLimit
  const { prepareStackTrace } = Error
  Error.stackTraceLimit = depth
  Reflect.deleteProperty(Error, 'prepareStackTrace')
  const { stack = '' } = new Error()
  Error.stackTraceLimit = limit
  if (prepareStackTrace) Error.prepareStackTrace = prepareStackTrace
  return stack.split('\n').slice(OWN_FRAMES + 1)
}

type Owner = Record<string, unknown>

function watchFunctions(): (() => void)[] {
  return WATCHED_FUNCTIONS.map(({ holder, name, written, topic, matters, fixed }) => {
    const original: unknown = Reflect.get(holder, name)
    if (typeof original !== 'function') return () => {}
    const watched = function (this: unknown, ...given: unknown[]) {
      const isOwn = matters && !matters(given) ? true : noteRead(written, topic)
      return Reflect.apply(isOwn || !fixed ? original : fixed, this, given)
    }
    Object.defineProperties(watched, Object.getOwnPropertyDescriptors(original))
    return replace(holder, name, { value: watched, writable: true })
  })
}

let isImporting = false

function watchValues(): (() => void)[] {
  return WATCHED_VALUES.map(({ holder, name, written, topic, imported }) => {
    let value: unknown = Reflect.get(holder, name)
    const get = () => {
      if (isImporting) return imported
      noteRead(written, topic)
      return value
    }
    const set = (next: unknown) => {
      value = next
    }
    return replace(holder, name, { get, set })
  })
}

/** Names that are imported are bound once: a value among them is the same everywhere. */
function syncImports(): void {
  isImporting = true
  syncBuiltinESMExports()
  isImporting = false
}

/** Formats and comparisons that take the machine's locale and time zone, for want of others. */
function watchFormatters(): () => void {
  const undo = Object.entries(FORMATTERS).map(([name, matters]) => {
    const real: unknown = Reflect.get(Intl, name)
    if (typeof real !== 'function') return () => {}
    const what = name === 'DateTimeFormat' ? 'without a locale and a time zone' : 'without a locale'
    return replace(Intl, name, { value: watchedClass(real, matters, `Intl.${name}() ${what}`), writable: true })
  })
  return () => {
    for (const each of undo) each()
  }
}

function watchedClass(real: object, matters: WatchedFunction['matters'], written: string): object {
  return new Proxy(real, {
    construct: (target, given, newTarget) => {
      if (matters?.(given)) noteRead(`new ${written}`, 'locale')
      return Reflect.construct(target as never, given, newTarget) // every Intl formatter is a constructor
    },
    apply: (target, self, given) => {
      if (matters?.(given)) noteRead(written, 'locale')
      return Reflect.apply(target as never, self, given) // and a function
    },
  })
}

/** The moment at which libraries are loaded, as in the worker outside of a request. */
const LOADED_AT = 0

function watchDate(): () => void {
  const real = Date
  const now = () => (noteRead('Date.now()', 'clock') ? real.now() : LOADED_AT)
  const watched = new Proxy(real, {
    construct: (target, given, newTarget) => {
      if (given.length > 1) noteRead('new Date(year, month)', 'locale')
      if (given.length > 0) return Reflect.construct(target, given, newTarget)
      return Reflect.construct(target, noteRead('new Date()', 'clock') ? [] : [LOADED_AT], newTarget)
    },
    apply: (target, self, given) => {
      return noteRead('Date()', 'clock') ? Reflect.apply(target, self, given) : new real(LOADED_AT).toUTCString()
    },
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
  return replace(globalThis, 'Date', { value: watched, writable: true })
}

function watchEnvironment(): () => void {
  const watched = new Proxy(process.env, {
    get: (target, name) => {
      if (typeof name === 'string' && name !== READ_BY_NODE) noteRead(`process.env.${name}`, 'environment')
      return Reflect.get(target, name)
    },
    has: (target, name) => {
      if (typeof name === 'string') noteRead(`'${name}' in process.env`, 'environment')
      return Reflect.has(target, name)
    },
    ownKeys: (target) => {
      noteRead('process.env', 'environment')
      return Reflect.ownKeys(target)
    },
  })
  return replace(process, 'env', { value: watched, writable: true })
}

/** Its own members cannot be replaced, so all of it is. */
function watchProcess(): () => void {
  const watched = new Proxy(process, {
    get: (target, name) => {
      if (typeof name === 'string' && Object.hasOwn(WATCHED_PROCESS, name)) noteRead(`process.${name}`, 'environment')
      return Reflect.get(target, name)
    },
  })
  return replace(globalThis, 'process', { value: watched, writable: true })
}

/** Puts something else in an object's member; returns what puts the old one back. */
export function replace(holder: object, name: string, descriptor: PropertyDescriptor): () => void {
  const owner = holder as Owner // any member of any object may be replaced
  const original = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { configurable: true, enumerable: original?.enumerable ?? true, ...descriptor })
  return () => {
    if (original) Object.defineProperty(owner, name, original)
    else delete owner[name]
  }
}
