/** Script of the SQL editor, loaded by the console: `database/console.ts`. */
import { behaviour } from './behaviours/behaviour.ts'
import { startSqlEditor } from './database/editor.ts'

behaviour('[data-sql-console]', startSqlEditor)
