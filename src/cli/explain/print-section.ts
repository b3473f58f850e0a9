import { plainText } from '../../docs/doc-page.ts'
import type { Output } from '../output.ts'

/** Width of paragraphs, in characters. */
const WIDTH = 88

/** Prints the Markdown of a section for a terminal: paragraphs are wrapped, and code stands apart. */
export function printSection(markdown: string, output: Output): void {
  // Every second part stands between fences.
  markdown.split(/^```(?:.*)$/m).forEach((part, index) => {
    if (index % 2 === 1) printCode(part, output)
    else for (const block of part.trim().split(/\n{2,}/)) printBlock(block, output)
  })
}

function printCode(code: string, output: Output): void {
  for (const line of code.trim().split('\n')) output.print(output.style('cyan', `    ${line}`.trimEnd()))
  output.print('')
}

function printBlock(block: string, output: Output): void {
  if (block === '') return
  const lines = /^[|-]/.test(block) ? block.split('\n') : wrap(plainText(block))
  for (const line of lines) output.print(`  ${line}`)
  output.print('')
}

function wrap(text: string): readonly string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= WIDTH) return [...lines, word]
    return [...lines.slice(0, -1), `${last} ${word}`]
  }, [])
}
