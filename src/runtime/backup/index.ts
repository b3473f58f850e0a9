/** Backups: the state of a database as SQL, with checksums to verify a restore. */
export type { BackupDatabase, BackupStatement } from './database.ts'
export {
  BACKUP_FORMAT,
  type BackupFooter,
  type BackupHeader,
  type BackupOrigin,
  beginDump,
  createChecksums,
  type Dump,
  FOOTER_LINE,
  HEADER_LINE,
  ROWS_LINE,
} from './dump.ts'
export { BackupError, type BackupText, type RowsBlock, readBackup, readHeader } from './read-backup.ts'
export { GENERATIONS, ReplaceError, replaceDatabase } from './replace-database.ts'
export { compareRows, type ReplacedRows, type RowsCompared, replaceRows } from './replace-rows.ts'
export { type BackupShape, type BackupTable, readShape } from './shape.ts'
export { stageRows } from './stage.ts'
