import { type Draw, shuffled } from './draw.ts'

/** Names after a change: most stay, some are taken from the free ones, some go round. */
export function renamed(items: readonly { readonly name: string }[], free: readonly string[], draw: Draw): string[] {
  const moving = items.filter(() => draw.once(4))
  const pool = shuffled([...free, ...moving.map(({ name }) => name), ...moving.map(({ name }) => name)], draw)
  const taken = new Set(items.filter((item) => !moving.includes(item)).map(({ name }) => name))
  return items.map((item) => {
    if (!moving.includes(item)) return item.name
    const name = pool.find((candidate) => !taken.has(candidate)) ?? item.name
    taken.add(name)
    return name
  })
}
