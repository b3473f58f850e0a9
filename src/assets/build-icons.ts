import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ICONS } from './icons.ts'

/** Builds a file with all icons: `<use href="…icons.svg#plus">`. */
export function buildIcons(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg">${ICONS.map(symbol).join('')}</svg>`
}

const require = createRequire(import.meta.url)

function symbol(name: string): string {
  const svg = readFileSync(require.resolve(`lucide-static/icons/${name}.svg`), 'utf8')
  const shapes = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>')).replace(/\s+/g, ' ')
  const strokes = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
  return `<symbol id="${name}" viewBox="0 0 24 24" ${strokes}>${shapes.trim()}</symbol>`
}
