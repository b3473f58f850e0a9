import { createRandom } from '../random.ts'
import { ENGLISH } from '../values/languages/languages.ts'
import { sentence, title } from '../values/text.ts'

/** Returns a PDF of one page (ISO 32000) with a headline and some lines, always the same for the same key. */
export function paperOf(key: readonly (string | number)[]): Uint8Array {
  const random = createRandom([...key, 'paper'])
  const lines = [title(random, ENGLISH), ...Array.from({ length: 8 }, () => sentence(random, ENGLISH))]
  const text = lines
    .map((line, index) => `${index === 0 ? '/F1 18 Tf' : '/F1 10 Tf'} (${escaped(line)}) Tj T*`)
    .join('\n')
  const content = `BT 24 TL 60 760 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(file)
}

/** Escapes a line of text. Offsets count bytes, so every character must be one byte. */
function escaped(line: string): string {
  return line.replace(/[^\x20-\x7e]/g, "'").replace(/[\\()]/g, '\\$&')
}
