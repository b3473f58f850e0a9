import type { Output } from '../output.ts'

/** Maximum width of a paragraph, in characters. */
const WIDTH = 88

/** Prints the Markdown of a section for a terminal: paragraphs are wrapped, and code is set apart. */
export function printSection(markdown: string, output: Output): void {
  // Every second part is code between fences.
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
  const text = block.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  const lines = /^[|-]/.test(text) ? text.split('\n') : wrap(text)
  for (const line of lines) output.print(`  ${line}`)
  output.print('')
}

function wrap(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
