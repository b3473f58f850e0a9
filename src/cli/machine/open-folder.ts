import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { DATABASE_FILE } from '../../hosts/node/data-folder.ts'
import { type NodeDatabase, openDatabase } from '../../hosts/node/database/node-database.ts'
import { isHeld, shareFolder, takeFolder } from '../../hosts/node/folder-lock.ts'
import { type DatabaseTask, runTask } from '../database/database-task.ts'
import { databaseFailure } from '../database/project-database.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Machine, MachineTask } from './machine-task.ts'
import { listFiles, readPart } from './read-bucket.ts'
import { readFacts } from './read-facts.ts'
import { clearReleases, readReleases, switchRelease } from './releases.ts'
import { reloadServer } from './reload-server.ts'
import { beginUpload, endUpload, putFile, putPart } from './write-bucket.ts'

/**
 * Opens the data folder of a service on this machine. The first task on the database opens it, or creates it.
 * @param readerModule module of the process for slow reads
 * @throws Failure if the folder is missing, or a restore is in progress
 */
export function openFolder(folder: string, readerModule: string): Machine {
  if (!existsSync(folder)) {
    throw new Failure(`There is no data folder ${folder}.`, {
      hint: `Set --data to the DATA_FOLDER of the service. To create a folder: mkdir -m 700 -p ${folder}`,
      exitCode: exitCodes.wrongTarget,
    })
  }
  let lock = shareFolder(folder)
  if (!lock) throw new Failure(`A restore is under way in ${folder}.`, { exitCode: exitCodes.locked })
  let opened: NodeDatabase | undefined
  let copy: string | undefined
  const path = () => join(copy ?? folder, DATABASE_FILE)
  const database = () => {
    opened ??= openDatabase(path(), { readerModule: pathToFileURL(readerModule) })
    return opened
  }
  /**
   * Tells whether a server runs. Checks the lock, because a server that was killed has left a state that says it still
   * runs.
   */
  const isServed = () => {
    lock?.release()
    const isHeldByOther = isHeld(folder)
    lock = shareFolder(folder)
    return isHeldByOther
  }
  const close = async () => {
    await opened?.close()
    opened = undefined
    if (copy !== undefined) rmSync(copy, { recursive: true, force: true })
    copy = undefined
  }
  const onDatabase = async (task: DatabaseTask) => {
    try {
      return await runTask(task, database())
    } catch (error) {
      throw databaseFailure(error, 'The database')
    }
  }
  const run = async (task: MachineTask): Promise<unknown> => {
    switch (task.kind) {
      case 'take':
        lock?.release()
        lock = takeFolder(folder)
        if (!lock) throw servedFailure(folder)
        return null
      case 'freeze':
        await close()
        copy = await copyDatabase(folder)
        return null
      case 'thaw':
        await close()
        return null
      case 'reload':
        return isServed() && reloadServer(folder, task)
      case 'builds':
        return readReleases(task.folder)
      case 'switch':
        return switchRelease(task.folder, task.version)
      case 'clear':
        return clearReleases(task.folder, task.keep)
      case 'list':
        return listFiles(folder, task)
      case 'object':
        return readPart(folder, task)
      case 'put':
        return putFile(folder, task)
      case 'begin-upload':
        return beginUpload(folder, task)
      case 'put-part':
        return putPart(folder, task)
      case 'end-upload':
        return endUpload(folder, task)
      case 'facts':
        return readFacts(folder, isServed())
      default:
        return onDatabase(task)
    }
  }
  return {
    run: run as Machine['run'], // each case returns the result of its kind
    async close() {
      await close()
      lock?.release()
    },
  }
}

function servedFailure(folder: string): Failure {
  return new Failure(`A server, or another command, has ${folder} open. Nothing was changed.`, {
    hint: 'Stop the server, run the command again, and start it: `systemctl stop <unit>`, then `systemctl start <unit>`.',
    exitCode: exitCodes.locked,
  })
}

/** Number of database pages that are copied at once. Other threads can run in between. */
const PAGES = 2048

/**
 * Copies the database in the state of one moment: the transaction that reads it keeps that state, and does not block
 * writes.
 * @returns the folder of the copy, which is in the data folder, where there is space for it
 */
async function copyDatabase(folder: string): Promise<string> {
  const copy = mkdtempSync(join(folder, 'copy-'))
  const source = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true, timeout: 10_000 })
  try {
    source.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    await backup(source, join(copy, DATABASE_FILE), { rate: PAGES })
    return copy
  } catch (error) {
    rmSync(copy, { recursive: true, force: true })
    throw error
  } finally {
    source.close()
  }
}
