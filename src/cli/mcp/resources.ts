import { join } from 'node:path'
import { MIGRATIONS_FOLDER, readHistory } from '../../compile/schema/files/history.ts'
import { LOCK_FILE } from '../../compile/schema/files/lock-format.ts'
import { readText } from '../../compile/write-outputs.ts'
import type { Resource } from '../../mcp/tool.ts'
import type { LocalProject } from './local-project.ts'

/** Creates the resources for the project's committed files: the lock and the migrations. */
export function projectResources({ root }: LocalProject): readonly Resource[] {
  const migrations = () => readHistory(root).files
  return [
    {
      name: 'lock',
      uri: 'lintel://lock',
      title: LOCK_FILE,
      description: 'What the config compiles to, one fact per line',
      mimeType: 'application/json',
      read: () => readText(join(root, LOCK_FILE)),
    },
    {
      name: 'migrations',
      uri: 'lintel://migrations/{name}',
      title: 'Migrations',
      description: `A file of ${MIGRATIONS_FOLDER}/`,
      mimeType: 'application/sql',
      list: () => migrations().map(({ name }) => ({ name, title: name })),
      // A migration is found by its name in the list, or by its number: a name is never used as a path.
      read: (key) => migrations().find(({ name }) => name === key || name.split('_', 1)[0] === key)?.text ?? null,
    },
  ]
}
