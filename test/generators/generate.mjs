/** Makes clients of `openapi.json` in the folder that is named, with openapi-typescript and @hey-api/openapi-ts. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'

const folder = process.argv[2] ?? '.'
const input = join(folder, 'openapi.json')
const types = await openapiTypescript(JSON.parse(await readFile(input, 'utf8')))
await writeFile(join(folder, 'paths.d.ts'), astToString(types))
await createClient({
  input,
  output: join(folder, 'sdk'),
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent' },
})
