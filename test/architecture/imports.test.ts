import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findCycle, findImports, type Import, isLoadedLater } from './imports.ts'

const imports = findImports()
const within = (path: string, ...folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
const ours = (path: string) => within(path, 'src', 'plugins', 'collections', 'cms.config.ts', '.cms')
const told = (broken: readonly Import[]) => broken.map(({ from, to }) => `${from} imports ${to}`)

/** Parts that each part of `src` may import, besides itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // What compiler and runtime must mean alike; it knows neither.
  'src/ground': [],
  // Texts in the reader's language, which components, fields and runtime have in common.
  'src/messages': [],
  // Packages and pages of anybody take it over as it is.
  'src/rich-text': [],
  // A host knows the runtime by its bindings alone; the built server brings the two together.
  'src/hosts': ['src/ground'],
  'src/config': ['src/fields', 'src/ground', 'src/messages', 'src/rich-text', 'src/hosts/host.ts'],
  'src/fields': ['src/ground', 'src/messages', 'src/rich-text', 'src/ui'],
  'src/docs': [],
  // Tools that the command and the service have in common, and the server that is made of them.
  'src/mcp': ['src/docs', 'src/manifest', 'src/config', 'src/fields', 'src/ground'],
  'src/manifest': ['src/config', 'src/fields', 'src/ground'],
  // The loader evaluates the built-in plugins as it does those of the config.
  'src/compile': [
    'src/manifest',
    'src/config',
    'src/fields',
    'src/ground',
    'src/system/index.ts',
    'src/system/mcp/plugin.ts',
  ],
  'src/runtime': ['src/manifest', 'src/config', 'src/fields', 'src/ground', 'src/messages', 'src/hosts/host.ts'],
  'src/ui': ['src/ground', 'src/messages', 'src/assets/icons.ts'],
  // Scripts of pages ask the service as every other program does.
  'src/assets': ['src/client', 'src/docs', 'src/rich-text'],
  'src/system': [
    'src/config',
    'src/fields',
    'src/docs',
    'src/ground',
    'src/manifest',
    'src/mcp',
    'src/messages',
    'src/runtime/kit.ts',
    'src/ui',
    'src/assets/icons.ts',
  ],
  'src/client': ['src/rich-text'],
  'src/testing': [],
  'src/cli': [
    'src/compile',
    'src/docs',
    'src/mcp',
    'src/manifest',
    'src/config',
    'src/fields',
    'src/ground',
    'src/runtime',
    'src/hosts',
    'src/rich-text',
  ],
  // A package of its own: what it uses of this one are entries, of which one is for it alone.
  'src/import': ['src/cli/importing/index.ts', 'src/rich-text/index.ts', 'src/rich-text/parse/index.ts'],
  'src/worker.ts': ['src/runtime', '.cms'],
  collections: ['src/config', 'src/fields'],
}

/** Folders and files from the ground up: each may import those before it. `src/README.md` says what is in them. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  'src/compile': [
    'json-object.ts',
    'stand-in.ts',
    'plain-object.ts',
    'table.ts',
    'hash.ts',
    'table-name.ts',
    'assets-folder.ts',
    'without-comments.ts',
    'wrangler-settings.ts',
    'load',
    'tools.ts',
    'diagnostics',
    'settings',
    'project.ts',
    'schema',
    'compilation.ts',
    'write-outputs.ts',
    'lower',
    'emit',
    'check',
    'evaluate.ts',
    'apart',
    'lock',
    'sources',
    'backfills',
    'code',
    'compile.ts',
    'preflight',
    'review',
    'surroundings',
    'edit',
    'branches',
    'drift',
    'local',
  ],
  'src/compile/schema': ['sql', 'model', 'steps', 'compare', 'files', 'proof', 'plan'],
  'src/runtime/collections': [
    'document',
    'locale',
    'request',
    'translations',
    'write',
    'query',
    'populate',
    'list',
    'drafts',
    'trash',
    'bulk',
    'read',
    'together',
    'versions',
  ],
  'src/runtime': [
    'common',
    'database',
    'deadlines',
    'isolate',
    'monitoring',
    'messages',
    'plugins',
    'audit',
    'input',
    'access',
    'freshness',
    'described',
    'collections',
    'response-cache',
    'accounts',
    'migrations',
    'bootstrap',
    'middleware',
    'router',
    'host',
    'backup',
    'integrity',
  ],
}

describe('the order inside a part', () => {
  it.each(Object.entries(ORDER))('%s imports downwards alone', (part, folders) => {
    const level = (path: string) => folders.indexOf(path.slice(part.length + 1).split('/')[0] ?? '')
    const broken = imports.filter(({ from, to }) => {
      if (!within(from, part) || !within(to, part) || level(from) === -1) return false
      return level(to) === -1 || level(to) > level(from)
    })
    expect(told(broken)).toEqual([])
  })

  it.each(Object.entries(ORDER))('%s has these folders', (part, folders) => {
    const found = readdirSync(part, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(found.map(({ name }) => name).sort()).toEqual(folders.filter((name) => !name.endsWith('.ts')).sort())
  })
})

it('the folders inside a room import in one direction', () => {
  const rooms = imports.flatMap(({ from }) => from.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/')))
  const tangled = [...new Set(rooms)].filter((room) => room !== '' && findCycle(importsBetweenFolders(room)) !== null)
  expect(tangled).toEqual([])
})

/** Imports between the folders of a room, as if each folder were a file. */
function importsBetweenFolders(room: string): Import[] {
  const folderOf = (path: string) =>
    within(path, room)
      ? path
          .slice(room.length + 1)
          .split('/')
          .slice(0, -1)[0]
      : undefined
  return imports.flatMap((one) => {
    const [from, to] = [folderOf(one.from), folderOf(one.to)]
    return from === undefined || to === undefined || from === to ? [] : [{ ...one, from, to }]
  })
}

describe('who may import whom', () => {
  it.each(Object.entries(ALLOWED))('%s keeps to its own and %j', (part, allowed) => {
    const broken = imports.filter(({ from, to }) => within(from, part) && ours(to) && !within(to, part, ...allowed))
    expect(told(broken)).toEqual([])
  })

  it('the manifest is types, and functions of them that need nothing but the ground', () => {
    const broken = imports.filter(
      ({ from, to, typeOnly }) =>
        within(from, 'src/manifest') && !typeOnly && !within(to, 'src/manifest', 'src/ground'),
    )
    expect(told(broken)).toEqual([])
  })

  it("the runtime uses no module of Node's that workerd does not have", () => {
    const provided = ['node:crypto', 'node:buffer', 'node:util', 'node:async_hooks']
    const parts = imports.filter(({ from }) => within(from, 'src/runtime', 'src/system', 'src/worker.ts', 'plugins'))
    const broken = parts.filter(({ to }) => to.startsWith('node:') && !provided.includes(to))
    expect(told(broken)).toEqual([])
  })

  it('the client imports nothing that is not its own, so that it runs anywhere', () => {
    const broken = imports.filter(
      ({ from, to, typeOnly }) => within(from, 'src/client') && !typeOnly && !within(to, 'src/client'),
    )
    expect(told(broken)).toEqual([])
  })

  it('rich text is rendered without a package, but for React, and read with two', () => {
    const packages = imports.filter(({ from, to }) => within(from, 'src/rich-text') && !ours(to))
    const used = (...from: string[]) => [
      ...new Set(packages.filter((one) => within(one.from, ...from)).map(({ to }) => to)),
    ]
    expect(used('src/rich-text/react.ts')).toEqual(['react'])
    expect(used('src/rich-text/parse').sort()).toEqual(['markdown-it', 'parse5'])
    expect(packages.filter(({ from }) => !within(from, 'src/rich-text/react.ts', 'src/rich-text/parse'))).toEqual([])
  })

  it('a plugin uses the three doors, its own files, and the services of plugins it depends on', () => {
    const broken = imports.filter(({ from, to }) => {
      if (!within(from, 'plugins') || !ours(to)) return false
      const folder = from.split('/').slice(0, 2).join('/')
      if (within(to, folder) || ['src/config/index.ts', 'src/runtime/kit.ts', 'src/ui/index.ts'].includes(to))
        return false
      const service = /^plugins\/([^/]+)\/service\.ts$/.exec(to)
      return !service || !readFileSync(`${folder}/plugin.ts`, 'utf8').includes(`'${service[1]}'`)
    })
    expect(told(broken)).toEqual([])
  })

  it('the SDK of the Model Context Protocol is loaded by those who serve it alone, and they by import()', () => {
    const users = imports.filter(({ to, typeOnly }) => to.startsWith('dist/mcp/') && !typeOnly).map(({ from }) => from)
    const serving = ['src/cli/mcp/serve.ts', 'src/system/mcp/serve-mcp.ts']
    expect([...new Set(users)].sort()).toEqual(serving)
    const importing = imports.filter(({ to }) => serving.includes(to)).map(({ from }) => from)
    expect(importing.sort()).toEqual(['src/cli/commands/mcp.ts', 'src/system/mcp/routes.ts'])
    for (const from of importing)
      expect(readFileSync(from, 'utf8')).toMatch(/await import\('[^']*serve(?:-mcp)?\.ts'\)/)
  })

  it('no import goes round in a circle, but where a kind of field names what a room loads later', () => {
    expect(findCycle(imports.filter((one) => !isLoadedLater(one)))).toBeNull()
  })

  it('sees every part of the source', () => {
    for (const part of Object.keys(ALLOWED))
      expect(
        imports.some(({ from }) => within(from, part)),
        part,
      ).toBe(true)
  })
})
