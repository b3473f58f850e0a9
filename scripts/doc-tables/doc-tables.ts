/** Updates the tables of settings and options in the documentation: `npm run doc-tables`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { documents } from './documents.ts'

for (const { path, text } of await documents()) {
  if (readFileSync(path, 'utf8') === text) continue
  writeFileSync(path, text)
  console.log(`wrote ${path}`)
}
