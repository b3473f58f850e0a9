import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { BackupText } from '../../runtime/backup/index.ts'

/** Opens a backup in a file, compressed or not. A file that cannot be read causes an error when the text is read. */
export function backupFile(path: string): BackupText {
  const source = createReadStream(path)
  const bytes = path.endsWith('.gz') ? source.pipe(createGunzip()) : source
  source.on('error', (error) => bytes.destroy(error))
  return { name: path, text: bytes.setEncoding('utf8') as AsyncIterable<string> } // strings, since an encoding is set
}
