import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProject, type Project } from '../../cli/cms.ts'
import { WIDE } from '../../runtime/collections/wide-service.ts'

const IDENTITY = 'runtime/plugins/header-identity.ts'

/** The project in test/fixtures/wide in a folder of its own, with sample data, and an environment on a machine. */
export function createWideProject(): Project {
  const paths = readdirSync(WIDE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  return createProject({
    ...Object.fromEntries(paths.map((path) => [path, textOf(path)])),
    [IDENTITY]: readFileSync(join(WIDE, '..', IDENTITY), 'utf8'),
  })
}

function textOf(path: string): string {
  const text = readFileSync(join(WIDE, path), 'utf8')
    .replace(/'\.\.\/\.\.\/\.\.\/plugins\/([\w-]+)\/plugin\.ts'/g, "'lintel/plugins/$1'")
    .replace("'../../../src/fields/index.ts'", "'lintel'")
    .replace(`'../${IDENTITY}'`, `'./${IDENTITY}'`)
  if (path !== 'cms.config.ts') return text
  return text
    .replace('import', "import seedData from 'lintel/plugins/seed-data-plugin'\nimport")
    .replace('plugins: [', "plugins: [seedData({ enabled: true, environments: ['development', 'machine'] }), ")
    .replace('{ development: {} }', "{ development: {}, machine: { host: 'node', deploy: { folder: '/srv/cms' } } }")
}
