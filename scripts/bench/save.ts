import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { checkout } from './checkout.ts'
import { startDev } from './dev-server.ts'
import { median, percentile, printTable } from './print.ts'

const SAVES = 50

/** Measures the time from writing a collection file until a response reflects the change. */
export async function benchSave(): Promise<void> {
  const folder = await checkout()
  for (const made of ['node_modules', 'dist']) await symlink(resolve(made), join(folder, made))
  const server = await startDev(folder, [process.execPath, 'src/cli/cms.js', 'dev'])
  const file = join(folder, 'collections', 'tags.ts')
  const text = await readFile(file, 'utf8')
  const times: number[] = []
  for (let save = 1; save <= SAVES; save += 1) {
    const description = `Save number ${save}.`
    const began = performance.now()
    await writeFile(file, text.replace(/description: '[^']*'/, `description: '${description}'`))
    while (!(await served(server.url, description))) {}
    times.push(performance.now() - began)
  }
  await server.stop()
  await rm(folder, { recursive: true })
  printTable(
    `cms dev, from save to served, ${SAVES} saves`,
    ['', 'median ms', 'p95 ms'],
    [['collection file', median(times).toFixed(0), percentile(times, 0.95).toFixed(0)]],
  )
}

async function served(url: string, description: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/collections`)
  const { data } = (await answer.json()) as { data: { name: string; description: string }[] }
  return data.some((collection) => collection.name === 'tags' && collection.description === description)
}
