import { parseArgs } from 'node:util'
import { type FileCosts, keepCosts, readCosts, totalOf } from '../../test/harness/costs/costs.ts'
import { KINDS, type Kind } from '../../test/harness/costs/processes.ts'

/** Names of the kinds of processes. */
const NAMES: Readonly<Record<Kind, string>> = {
  own: 'the test itself',
  workerd: 'a service in workerd',
  browser: 'a browser',
  node: 'a process of Node',
  esbuild: 'a bundle',
  other: 'short processes',
}

const { values } = parseArgs({
  options: { count: { type: 'string', default: '20' }, keep: { type: 'boolean', default: false } },
})

const all = [...readCosts().values()]
const dearest = all.toSorted((a, b) => totalOf(b) - totalOf(a)).slice(0, Number(values.count))
const shown = dearest.map((costs) => [
  totalOf(costs).toFixed(1),
  costs.wall.toFixed(1),
  costs.file.replace(/^test\//, '') + (costs.project === 'node' ? ' (on Node)' : ''),
  waitsOf(costs).join(', '),
])
const width = Math.max(0, ...shown.map(([, , file = '']) => file.length))
console.log(`${'CPU s'.padStart(6)} ${'wall s'.padStart(7)}  ${'file'.padEnd(width)}  waits for`)
for (const [cpu = '', wall = '', file = '', waits = ''] of shown) {
  console.log(`${cpu.padStart(6)} ${wall.padStart(7)}  ${file.padEnd(width)}  ${waits}`)
}
const total = all.reduce((sum, costs) => sum + totalOf(costs), 0)
console.log(`\n${dearest.length} of ${all.length} files; all take ${Math.round(total)} s of processor time`)
if (values.keep) console.log(`Kept in ${keepCosts()}: what a new checkout begins with`)

/**
 * Returns the kinds of processes that used at least a tenth of the time, the largest first, and the disk if at least
 * 100 MB were written.
 */
function waitsOf(costs: FileCosts): readonly string[] {
  const total = totalOf(costs)
  const parts = KINDS.filter((kind) => costs.cpu[kind] >= total / 10).toSorted((a, b) => costs.cpu[b] - costs.cpu[a])
  const named = parts.map((kind) => {
    const count = costs.starts[kind]
    return `${NAMES[kind]}${count > 1 ? ` × ${count}` : ''} ${costs.cpu[kind].toFixed(1)} s`
  })
  return costs.disk >= 100 ? [...named, `disk ${Math.round(costs.disk)} MB`] : named
}
