import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PRIVATE_FOLDER } from '../../hosts/node/private-files.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/**
 * Runs a function while no other command runs one for the same folder: several workerd processes that open one database
 * for the first time disturb each other. The lock of a process that has ended is ignored.
 * @param patience maximum time to wait for another command, in milliseconds
 * @throws Failure with exit code 8 if another command does not finish in that time
 */
export async function withLock<Result>(folder: string, use: () => Promise<Result>, patience = 30_000): Promise<Result> {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const path = join(folder, 'cms.lock')
  const since = performance.now()
  while (!take(path)) {
    const holder = holderOf(path)
    if (holder !== null && !isAlive(holder)) rmSync(path, { force: true })
    else if (performance.now() - since > patience) throw locked(path, holder)
    else await sleep(50 + Math.random() * 50)
  }
  try {
    return await use()
  } finally {
    rmSync(path, { force: true })
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false // the file system throws nothing else
    throw error
  }
}

/** Returns the id of the process that holds the lock; `null` if it is unknown or the lock has been released. */
function holderOf(path: string): number | null {
  try {
    return Number(readFileSync(path, 'utf8')) || null
  } catch {
    // The lock was released in the meantime.
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // a running process of another user
  }
}

function locked(path: string, holder: number | null): Failure {
  const who = holder === null ? 'Another command' : `Another command (process ${holder})`
  return new Failure(`${who} is using the local database.`, {
    hint: `If no such command is running, delete ${path}.`,
    exitCode: exitCodes.locked,
  })
}
