import dgram from 'node:dgram'
import diagnostics from 'node:diagnostics_channel'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import sqlite from 'node:sqlite'
import { type AttemptTopic, noteAttempt } from '../load/attempts.ts'
import { denyHidden } from './links.ts'

/**
 * Denies operations that Node's permission model allows in this process. Records all attempts that are denied, even if
 * the error is caught. This cannot be undone.
 */
export function denyOutsideAccess(root: string): void {
  for (const [name, topic] of CHANNELS) {
    diagnostics.subscribe(`node:permission-model:${name}`, (message) => {
      const { permission, resource } = message as { permission?: string; resource?: string } // as Node publishes it
      noteAttempt(attempt(permission, resource), permission === 'FileSystemWrite' ? 'writes' : topic)
    })
  }
  for (const [holder, names, called, topic] of REFUSED) for (const name of names) refuse(holder, name, called, topic)
  denyHidden(root)
  syncBuiltinESMExports()
}

/** Diagnostics channels of the permission model, each with the topic of its attempts. */
const CHANNELS: readonly (readonly [name: string, topic: AttemptTopic])[] = [
  ['fs', 'files'],
  ['child', 'processes'],
  ['worker', 'processes'],
  ['addon', 'processes'],
  ['wasi', 'processes'],
  ['inspector', 'processes'],
]

function attempt(permission = '', resource = ''): string {
  const operation = WORDS[permission] ?? permission
  return resource === '' ? operation : `${operation} ${resource}`
}

const WORDS: Readonly<Record<string, string>> = {
  FileSystemRead: 'Opening',
  FileSystemWrite: 'Writing',
  ChildProcess: 'Running',
  WorkerThreads: 'A worker',
  Addon: 'A native addon',
  WASI: 'WASI',
  Inspector: 'The inspector',
}

/**
 * Functions that are denied in addition: the object that holds them, their names, their prefix or their description in
 * messages, and their topic.
 */
const REFUSED: readonly (readonly [holder: object, names: readonly string[], called: string, topic: AttemptTopic])[] = [
  [process, ['exit', 'reallyExit', 'abort', 'kill', '_kill', '_debugProcess', 'dlopen'], 'process.', 'processes'],
  [globalThis, ['fetch', 'WebSocket', 'EventSource'], '', 'network'],
  [net.Socket.prototype, ['connect'], 'A connection', 'network'],
  [net.Server.prototype, ['listen'], 'A server', 'network'],
  [dgram, ['createSocket', 'Socket'], 'dgram.', 'network'],
  [dns, ['lookup', 'lookupService', 'Resolver', ...resolvers(dns)], 'dns.', 'network'],
  [dns.promises, ['lookup', 'lookupService', 'Resolver', ...resolvers(dns.promises)], 'dns.promises.', 'network'],
  [sqlite, ['DatabaseSync', 'backup'], 'sqlite.', 'files'],
]

function resolvers(holder: object): string[] {
  return Object.keys(holder).filter((name) => /^(?:resolve|reverse)/.test(name))
}

/** Replaces a member with a function that throws, whether it is called or constructed. */
function refuse(holder: object, name: string, called: string, topic: AttemptTopic): void {
  const written = /^(?:.*\.)?$/.test(called) ? `${called}${name}()` : called
  const refused = function refused(): never {
    noteAttempt(written, topic)
    throw Object.assign(new Error(`${written} is not possible while a config is evaluated`), {
      code: 'ERR_ACCESS_DENIED',
    })
  }
  Object.defineProperty(holder, name, { value: refused, writable: false, configurable: false })
}
