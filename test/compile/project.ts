import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { giveBack, noteWritten, takeFolder } from '../harness/project-folder.ts'

/** A project in a folder of its own while it lasts, with the dependencies of this repository. */
export interface TestProject {
  readonly root: string
  /** Writes files, or deletes those that are `null`. */
  write(files: Readonly<Record<string, string | null>>): void
  dispose(): void
}

const BASE: Readonly<Record<string, string>> = {
  'cms.config.ts': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'

export default defineConfig({ name: 'site', collections: [posts], environments: { development: {} } })
`,
  'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({ name: 'posts', fields: { title: field.string() } })
`,
  'collections/authors.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({ name: 'authors', fields: { name: field.string() } })
`,
}

/** A project with one small collection, and the files given instead of its own. */
export function makeProject(files: Readonly<Record<string, string | null>> = {}): TestProject {
  const root = takeFolder('compile')
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const write = (changes: Readonly<Record<string, string | null>>) => {
    for (const [path, text] of Object.entries(changes)) {
      noteWritten(root, path)
      writeOne(join(root, path), text)
    }
  }
  write({ ...BASE, ...files })
  return { root, write, dispose: () => giveBack('compile', root) }
}

function writeOne(path: string, text: string | null): void {
  mkdirSync(dirname(path), { recursive: true })
  if (text === null) rmSync(path, { force: true })
  else writeFileSync(path, text)
}
