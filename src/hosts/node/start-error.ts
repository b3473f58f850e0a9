import type { Settings } from './settings.ts'

/** A reason why the server cannot start, described for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Returns an explanation of a system error, for the operator; `null` if the cause is not known. */
export function explainStart(error: unknown, { host, port, dataFolder }: Settings): string | null {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  switch (code) {
    case 'EADDRINUSE':
      return `Another program listens on port ${port} of ${host}. Stop it, or set PORT.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      if (message?.startsWith('listen')) return `This user may not listen on port ${port}. Set PORT to 1024 or above.`
      return `This user cannot write to ${dataFolder}. Make it the owner of the folder, or set DATA_FOLDER: chown -R <user> ${dataFolder}`
    case 'EEXIST':
    case 'ENOTDIR':
      return `${dataFolder} is not a folder. Set DATA_FOLDER to one.`
    case 'ENOSPC':
      return `No space is left on the disk of ${dataFolder}.`
    case 'ERR_SQLITE_ERROR':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
    case 'SQLITE_NOTADB':
      return `The database in ${dataFolder} cannot be opened: ${message}. Check its owner and permissions.`
    default:
      return null
  }
}
